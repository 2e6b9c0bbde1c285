#include "generator/case_list.h"

#include <array>
#include <string>
#include <utility>

namespace generator {
namespace {

using xml::Element;

/// Does the element of a hook stand for itself, rather than inside one of ours?
bool IsWhole(const Element& element) {
  return element.name == "TestValue" || element.name == "TestValues" ||
         element.name == "TestOracles";
}

}  // namespace

void CaseList::Keep(const std::vector<std::size_t>& chosen) {
  std::vector<Case> kept;
  kept.reserve(chosen.size());
  for (const std::size_t number : chosen) kept.push_back(std::move(cases_[number]));
  cases_ = std::move(kept);
}

Element CaseList::operator[](std::size_t index) const {
  const Case& one = cases_[index];
  Element element("TestCase");
  element.attributes.reserve(1 + one.attributes.size());
  element.attributes.push_back({"CaseID", std::to_string(index + 1), {}});
  element.attributes.insert(element.attributes.end(), one.attributes.begin(), one.attributes.end());
  if (order_ == cpn::lua::CaseOrder::kSequence) {
    AddSequence(one.observed, element);
  } else {
    AddSet(one.observed, element);
  }
  return element;
}

std::vector<Element> CaseList::All() const {
  std::vector<Element> all;
  all.reserve(size());
  for (std::size_t i = 0; i < size(); ++i) all.push_back((*this)[i]);
  return all;
}

void CaseList::AddSet(const Observed& observed, Element& to) const {
  std::array<std::size_t, 2> sizes{0, 0};
  for (const std::uint32_t number : observed) {
    const WrittenObservation& written = observations_[number];
    sizes[written.is_stimulus ? 0 : 1] += written.elements.size();
  }
  to.children.reserve(2);
  to.Add("TestValues").children.reserve(sizes[0]);
  to.Add("TestOracles").children.reserve(sizes[1]);
  for (const std::uint32_t number : observed) {
    const WrittenObservation& written = observations_[number];
    Element& part = to.children[written.is_stimulus ? 0 : 1];
    for (const Element& child : written.elements) part.Add(child);
  }
}

void CaseList::AddSequence(const Observed& observed, Element& to) const {
  std::string stretch;  // the name of the last child, when more may go there
  for (const std::uint32_t number : observed) {
    const WrittenObservation& written = observations_[number];
    const std::string wanted = written.is_stimulus ? "TestValues" : "TestOracles";
    for (const Element& child : written.elements) {
      if (IsWhole(child)) {
        to.Add(child);
        stretch.clear();
        continue;
      }
      if (stretch != wanted) to.Add(wanted);
      stretch = wanted;
      to.children.back().Add(child);
    }
  }
}

}  // namespace generator
