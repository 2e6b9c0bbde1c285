#include "model_coverage/suite_cases.h"

#include <algorithm>
#include <span>
#include <utility>

#include "suite/content_key.h"
#include "suite/reader.h"
#include "xml/xml.h"

namespace model_coverage {
namespace {

using cpn::lua::CaseOrder;

/// Texts one after the other, so that only equal lists give the same.
std::string Join(std::vector<std::string> parts, bool in_order) {
  if (!in_order) std::sort(parts.begin(), parts.end());
  std::string joined;
  for (const std::string& part : parts) joined += std::to_string(part.size()) + ':' + part;
  return joined;
}

class Paths {
 public:
  explicit Paths(CaseOrder order) : order_(order) {}

  /// `parent` is a case or an alternative. What is empty says nothing: some writers leave it out.
  void Add(const xml::Element& parent, std::string before) {
    for (const xml::Element& part : parent.children) {
      if (suite::kOneOf.Is(part.name)) {
        for (const xml::Element& alternative : part.children) Add(alternative, before);
        return;
      }
      if (part.children.empty()) continue;
      const bool values = suite::kTestValues.Is(part.name);
      const xml::Attribute* const order = part.FindAttribute("Order");
      const bool in_order =
          order_ == CaseOrder::kSequence && (order == nullptr || order->value != "set");
      before += (values ? "v" : "o") + Keys(part.children, in_order);
    }
    keys_.push_back(std::move(before));
  }

  std::vector<std::string> Take() { return std::move(keys_); }

 private:
  static std::string Keys(std::span<const xml::Element> elements, bool in_order) {
    std::vector<std::string> keys;
    for (const xml::Element& element : elements) keys.push_back(suite::ContentKey(element));
    return Join(std::move(keys), in_order);
  }

  const CaseOrder order_;
  std::vector<std::string> keys_;
};

}  // namespace

std::vector<std::string> PathKeys(const suite::Case& test_case, CaseOrder order) {
  std::vector<std::string> attributes;
  for (const xml::Attribute& attribute : test_case.element->attributes) {
    if (suite::kCaseId.Is(attribute.name)) continue;
    attributes.push_back(attribute.name + "=" + attribute.value);
  }
  Paths paths(order);
  paths.Add(*test_case.element, Join(std::move(attributes), false));
  return paths.Take();
}

ModelCases::ModelCases(const generator::BuiltCases& built, CaseOrder order) : order_(order) {
  if (built.cases.empty()) return;
  xml::Element test("Test");
  test.SetAttribute("TestName", "cases of the model");
  for (std::size_t i = 0; i < built.cases.size(); ++i) test.Add(built.cases[i]);
  // Read back, so that both sides are what a reader sees.
  const suite::Suite suite = suite::ParseSuite(xml::Write(test), "cases of the model");
  for (std::size_t i = 0; i < suite.cases().size(); ++i) {
    for (std::string& key : PathKeys(suite.cases()[i], order)) {
      cases_.emplace(std::move(key), i);
    }
  }
}

ModelCases::Match ModelCases::Find(const suite::Case& test_case) const {
  Match match;
  for (const std::string& key : PathKeys(test_case, order_)) {
    const auto known = cases_.find(key);
    if (known == cases_.end()) {
      ++match.unknown;
    } else {
      match.cases.push_back(known->second);
    }
  }
  return match;
}

}  // namespace model_coverage
