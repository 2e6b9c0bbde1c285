#include "generator/suite_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "generator/order_key.h"
#include "generator/pairwise.h"
#include "suite/provenance.h"
#include "xml/from_tree.h"
#include "xml/xml.h"

namespace generator {
namespace {

using cpn::lua::CaseOrder;
using cpn::lua::ObservationKind;
using cpn::lua::TestCase;
using cpn::lua::TestSpecification;
using cpn::lua::XmlNode;
using xml::Element;

/// The elements that stand for an observation, and a number that only equal ones share.
struct Formatted {
  std::vector<Element> elements;
  std::uint32_t number = 0;
};

bool IsWhole(const Element& element) {
  return element.name == "TestValue" || element.name == "TestValues" ||
         element.name == "TestOracles";
}

class CaseBuilder {
 public:
  explicit CaseBuilder(TestSpecification& specification) : specification_(specification) {}

  /// The raw cases are numbered in the order of the calls.
  void Add(const ObservationTable& observations, const RawCase& raw) {
    const std::uint32_t number = added_++;
    if (raw.empty()) {
      ++empty_;
      return;
    }
    TestCase observed;
    for (const ObservationId id : raw) observed.push_back(observations[id]);
    std::vector<ObservationId> normalised;
    for (const Observation& observation : specification_.Normalise(std::move(observed))) {
      normalised.push_back(table_.Intern(observation));
    }
    cases_[std::move(normalised)].push_back(number);
  }

  BuiltCases Build() {
    BuiltCases built;
    built.empty = empty_;
    for (const std::vector<ObservationId>& ids : InCanonicalOrder()) {
      Element element("TestCase");
      element.SetAttribute("CaseID", std::to_string(built.cases.size() + 1));
      if (!WriteObservations(ids, element)) {
        ++built.empty;
        continue;
      }
      AddAttributes(ids, element);
      const std::vector<std::uint32_t>& raw = cases_.at(ids);
      const auto [same, is_new] = written_.emplace(Content(ids, element), built.cases.size());
      if (!is_new) {
        std::vector<std::uint32_t>& sources = built.sources[same->second];
        sources.insert(sources.end(), raw.begin(), raw.end());
        std::sort(sources.begin(), sources.end());
        continue;
      }
      built.cases.push_back(std::move(element));
      built.sources.push_back(raw);
      observed_.push_back(ids);
      if (specification_.IsPairwise()) options_.push_back(specification_.Options(CaseOf(ids)));
    }
    built.all = built.cases.size();
    return built;
  }

  /// Of what Build() made, as few as have all pairs.
  void KeepPairs(BuiltCases& built) const {
    if (specification_.IsPairwise()) Keep(CoverPairs(options_), built);
  }

  /// Where what Build() made comes from.
  void Describe(const cpn::ValueStore& values, suite::Shard& part) {
    part.is_set = specification_.order() == CaseOrder::kSet;
    part.pairwise = specification_.IsPairwise();
    const std::vector<std::uint32_t> ranks = table_.Ranks(specification_);
    part.observations.resize(ranks.size());
    for (ObservationId id = 0; id < ranks.size(); ++id) {
      part.observations[ranks[id]] = {OrderKey(values, table_[id]), TextOf(Format(id).elements)};
    }
    for (std::size_t i = 0; i < observed_.size(); ++i) {
      suite::ShardCase& one = part.cases.emplace_back();
      for (const ObservationId id : observed_[i]) one.observations.push_back(ranks[id]);
      if (part.pairwise) one.options = options_[i];
    }
  }

 private:
  using Written = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  std::vector<std::vector<ObservationId>> InCanonicalOrder() const {
    const std::vector<std::uint32_t> ranks = table_.Ranks(specification_);
    std::vector<std::vector<ObservationId>> sorted;
    for (const auto& entry : cases_) sorted.push_back(entry.first);
    const auto by_rank = [&](ObservationId a, ObservationId b) { return ranks[a] < ranks[b]; };
    std::sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) {
      return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), by_rank);
    });
    return sorted;
  }

  const Formatted& Format(ObservationId id) {
    const auto known = formatted_.find(id);
    if (known != formatted_.end()) return known->second;
    Formatted formatted;
    for (const XmlNode& node : specification_.Format(table_[id])) {
      formatted.elements.push_back(xml::FromTree(node));
      Check(formatted.elements.back());
    }
    formatted.number = NumberOf(TextOf(formatted.elements));
    return formatted_.emplace(id, std::move(formatted)).first->second;
  }

  static std::string TextOf(const std::vector<Element>& elements) {
    std::string text;
    for (const Element& element : elements) text += xml::Write(element);
    return text;
  }

  std::uint32_t NumberOf(const std::string& text) {
    return numbers_.emplace(text, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

  void Check(const Element& element) const {
    if (const auto problem = xml::WriteProblem(element)) {
      throw cpn::ModelError(specification_.where(),
                            fmt::format("test \"{}\" makes XML that cannot be written: {}",
                                        specification_.name(), *problem));
    }
  }

  /// False when there is nothing to write.
  bool WriteObservations(const std::vector<ObservationId>& ids, Element& element) {
    return specification_.order() == CaseOrder::kSequence ? WriteSequence(ids, element)
                                                          : WriteSet(ids, element);
  }

  bool WriteSet(const std::vector<ObservationId>& ids, Element& element) {
    element.Add("TestValues");
    element.Add("TestOracles");
    bool any = false;
    for (const ObservationId id : ids) {
      const bool stimulus = table_[id].kind == ObservationKind::kStimulus;
      for (const Element& child : Format(id).elements) {
        element.children[stimulus ? 0 : 1].Add(child);
        any = true;
      }
    }
    return any;
  }

  bool WriteSequence(const std::vector<ObservationId>& ids, Element& element) {
    std::string stretch;  // the name of the last child, when more may go there
    for (const ObservationId id : ids) {
      const bool stimulus = table_[id].kind == ObservationKind::kStimulus;
      const std::string wanted = stimulus ? "TestValues" : "TestOracles";
      for (const Element& child : Format(id).elements) {
        if (IsWhole(child)) {
          element.Add(child);
          stretch.clear();
          continue;
        }
        if (stretch != wanted) element.Add(wanted);
        stretch = wanted;
        element.children.back().Add(child);
      }
    }
    return !element.children.empty();
  }

  TestCase CaseOf(const std::vector<ObservationId>& ids) const {
    TestCase test_case;
    for (const ObservationId id : ids) test_case.push_back(table_[id]);
    return test_case;
  }

  void AddAttributes(const std::vector<ObservationId>& ids, Element& element) {
    for (auto& [name, value] : specification_.Attributes(CaseOf(ids))) {
      element.attributes.push_back({name, value, {}});
    }
    Element head(element.name);
    head.attributes = element.attributes;
    Check(head);
  }

  /// What only cases that are written alike share. Different observations may be.
  Written Content(const std::vector<ObservationId>& ids, const Element& element) {
    Written content;
    for (const ObservationId id : ids) {
      const Formatted& formatted = Format(id);
      if (formatted.elements.empty()) continue;
      content.emplace_back(static_cast<std::uint32_t>(table_[id].kind), formatted.number);
    }
    if (specification_.order() == CaseOrder::kSet) std::sort(content.begin(), content.end());
    std::string attributes;
    for (std::size_t i = 1; i < element.attributes.size(); ++i) {  // all but CaseID
      attributes += fmt::format("{}={}\n", element.attributes[i].name, element.attributes[i].value);
    }
    content.emplace_back(0, NumberOf(attributes));
    return content;
  }

  TestSpecification& specification_;
  ObservationTable table_;
  std::map<std::vector<ObservationId>, std::vector<std::uint32_t>> cases_;
  std::uint32_t added_ = 0;
  std::uint64_t empty_ = 0;
  std::map<ObservationId, Formatted> formatted_;
  std::map<std::string, std::uint32_t> numbers_;
  std::map<Written, std::size_t> written_;            ///< numbers of cases
  std::vector<std::vector<ObservationId>> observed_;  ///< by case that is built
  std::vector<CaseOptions> options_;                  ///< the same, when only pairs are wanted
};

}  // namespace

void Keep(const std::vector<std::size_t>& chosen, BuiltCases& built) {
  std::vector<Element> cases;
  std::vector<std::vector<std::uint32_t>> sources;
  for (const std::size_t number : chosen) {
    cases.push_back(std::move(built.cases[number]));
    cases.back().SetAttribute("CaseID", std::to_string(cases.size()));
    sources.push_back(std::move(built.sources[number]));
  }
  built.cases = std::move(cases);
  built.sources = std::move(sources);
}

BuiltCases BuildCases(const RawCases& raw, TestSpecification& specification) {
  CaseBuilder builder(specification);
  for (const RawCase& observed : raw.cases) builder.Add(raw.observations, observed);
  BuiltCases built = builder.Build();
  builder.KeepPairs(built);
  return built;
}

BuiltCases BuildPart(const RawCases& raw, TestSpecification& specification,
                     const cpn::ValueStore& values, suite::Shard& part) {
  CaseBuilder builder(specification);
  for (const RawCase& observed : raw.cases) builder.Add(raw.observations, observed);
  BuiltCases built = builder.Build();
  builder.Describe(values, part);
  return built;
}

Element BuildSuite(TestSpecification& specification, const suite::Provenance& provenance,
                   const std::vector<Element>& cases) {
  const cpn::lua::SuiteInfo info = specification.Suite();
  Element test("Test");
  test.SetAttribute("TestName", info.name);
  test.Add(suite::ToElement(provenance));
  Element& configuration = test.Add("Configuration");
  for (const XmlNode& node : info.configuration) configuration.Add(xml::FromTree(node));
  for (const Element& test_case : cases) test.Add(test_case);
  if (const auto problem = xml::WriteProblem(test)) {
    throw cpn::ModelError(specification.where(),
                          fmt::format("test \"{}\" makes a suite that cannot be written: {}",
                                      specification.name(), *problem));
  }
  return test;
}

}  // namespace generator
