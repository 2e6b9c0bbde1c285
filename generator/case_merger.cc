#include "generator/case_merger.h"

#include <fmt/format.h>

#include <utility>

#include "generator/limit_reached.h"
#include "suite/content_key.h"
#include "suite/suite.h"
#include "xml/xml.h"

namespace generator {
namespace {

using cpn::lua::CaseOrder;
using xml::Element;

/// One text for all elements with the same attributes and children, whatever their name. Empty for
/// an element without any.
std::string KeyOf(const Element& part) {
  std::string key;
  for (const xml::Attribute& attribute : part.attributes) {
    key += fmt::format("@{}={}:{}", attribute.name, attribute.value.size(), attribute.value);
  }
  for (const Element& child : part.children) suite::AppendKey(child, key);
  return key;
}

/// The same for the attributes of a case, its id aside.
std::string AttributesKey(const Element& test_case) {
  Element attributes;
  for (const xml::Attribute& attribute : test_case.attributes) {
    if (!suite::kCaseId.Is(attribute.name)) attributes.attributes.push_back(attribute);
  }
  return KeyOf(attributes);
}

}  // namespace

std::uint32_t StepNumbers::Intern(std::string key, const Element* element) {
  const auto [known, is_new] =
      ids_.emplace(std::move(key), static_cast<std::uint32_t>(elements_.size()));
  if (is_new) elements_.push_back(element);
  return known->second;
}

Trace StepNumbers::TraceOf(const Element& test_case) {
  Trace trace;
  std::string before = AttributesKey(test_case);  // goes with what is fed in first
  bool answered = true;                           // responses would begin a step
  for (const Element& part : test_case.children) {
    const bool values = suite::kTestValues.Is(part.name);
    if (values || answered) {
      const Element* const stimuli = values ? &part : nullptr;
      const std::string key = values ? KeyOf(part) : "";
      trace.push_back({Intern(before.empty() ? key : before + '\n' + key, stimuli), kNothing});
      before.clear();
    }
    if (!values) trace.back().responses = Intern(KeyOf(part), &part);
    answered = !values;
  }
  return trace;
}

std::optional<CaseTree::Contradictions> FindContradictions(const CaseList& cases) {
  StepNumbers steps;
  std::vector<Trace> traces;
  traces.reserve(cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) traces.push_back(steps.TraceOf(cases[i]));
  return CaseTree(traces).FindContradictions();
}

CaseMerger::CaseMerger(const std::vector<Element>& cases) : cases_(cases), tree_(TracesOf(cases)) {}

std::vector<Trace> CaseMerger::TracesOf(const std::vector<Element>& cases) {
  std::vector<Trace> traces;
  traces.reserve(cases.size());
  for (const Element& test_case : cases) traces.push_back(steps_.TraceOf(test_case));
  return traces;
}

std::vector<Element> CaseMerger::Merge(CaseOrder order) const {
  if (tree_.Choices() > static_cast<std::uint32_t>(suite::kMaxChoices)) {
    throw LimitReached(fmt::format(
        "cases with alternatives would have {} choices of the system one after the other, and at "
        "most {} can be written; no suite is written. Make cases shorter, with --observations or a "
        "goal, or leave out --merge",
        tree_.Choices(), suite::kMaxChoices));
  }
  if (tree_.Steps() > xml::kMaxTags) {
    throw LimitReached(fmt::format(
        "cases with alternatives would have more than {} steps, too many for a file; no suite is "
        "written. Make cases shorter, with --observations or a goal, or leave out --merge",
        xml::kMaxTags));
  }
  std::vector<Element> merged;
  merged.reserve(tree_.Count());
  for (std::uint64_t i = 0; i < tree_.Count(); ++i) {
    merged.push_back(Written(tree_.Case(i), i + 1, order));
  }
  return merged;
}

Element CaseMerger::Written(const MergedCase& merged, std::uint64_t number, CaseOrder order) const {
  Element test_case("TestCase");
  test_case.attributes = cases_[merged.first_trace].attributes;
  test_case.SetAttribute(suite::kCaseId.published, std::to_string(number));
  Append(merged.steps, order, test_case);
  return test_case;
}

// Recurses where there are several alternatives only, so not deeper than suite::kMaxChoices.
void CaseMerger::Append(const std::vector<MergedStep>& steps, CaseOrder order,
                        Element& parent) const {
  for (const MergedStep& step : steps) {
    const Element* const stimuli = steps_.elements()[step.stimuli];
    parent.Add(stimuli != nullptr ? *stimuli : Element(std::string(suite::kTestValues.published)));
    if (step.alternatives.size() == 1) {
      AppendResponses(step.alternatives.front().responses, order, parent);
      continue;
    }
    Element& choice = parent.Add(std::string(suite::kOneOf.published));
    for (const MergedAlternative& alternative : step.alternatives) {
      Element& element = choice.Add(std::string(suite::kAlternative.published));
      AppendResponses(alternative.responses, order, element);
      Append(alternative.rest, order, element);
    }
  }
}

void CaseMerger::AppendResponses(std::uint32_t id, CaseOrder order, Element& parent) const {
  const Element* const written = steps_.elements()[id];
  if (written == nullptr) return;
  Element& responses = parent.Add(*written);
  if (order == CaseOrder::kSet && responses.children.size() > 1) {
    responses.SetAttribute("Order", "set");
  }
}

}  // namespace generator
