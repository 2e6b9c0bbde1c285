#include "generator/suite_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <tuple>
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

/// Observations are numbered by their rank in canonical order as soon as all are known.
class CaseBuilder {
 public:
  CaseBuilder(TestSpecification& specification, const RawCases& raw)
      : specification_(specification) {
    for (const RawCase& observed : raw.cases) Add(raw.observations, observed);
    Sort();
  }

  BuiltCases Build() {
    BuiltCases built;
    built.empty = empty_;
    for (auto first = cases_.begin(); first != cases_.end();) {
      const auto last = std::find_if(first, cases_.end(),
                                     [&](const Case& c) { return c.observed != first->observed; });
      std::vector<std::uint32_t> raw;
      for (auto same = first; same != last; ++same) raw.push_back(same->number);
      AddCase(first->observed, std::move(raw), built);
      first = last;
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
    for (Rank rank = 0; rank < by_rank_.size(); ++rank) {
      part.observations.push_back(
          {OrderKey(values, Observed(rank)), TextOf(Format(rank).elements)});
    }
    for (std::size_t i = 0; i < observed_.size(); ++i) {
      suite::ShardCase& one = part.cases.emplace_back();
      one.observations = observed_[i];
      if (part.pairwise) one.options = options_[i];
    }
  }

 private:
  using Rank = std::uint32_t;
  using Written = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  struct Case {
    std::vector<std::uint32_t> observed;  ///< ids; after Sort() ranks
    std::uint32_t number = 0;             ///< of the raw case
  };

  void Add(const ObservationTable& observations, const RawCase& raw) {
    const std::uint32_t number = added_++;
    if (raw.empty()) {
      ++empty_;
      return;
    }
    std::vector<std::uint32_t> observed;
    observed.reserve(raw.size());
    TestCase test_case;
    test_case.reserve(raw.size());
    for (const ObservationId id : raw) test_case.push_back(observations[id]);
    for (const Observation& observation : specification_.Normalise(std::move(test_case))) {
      observed.push_back(table_.Intern(observation));
    }
    cases_.push_back({std::move(observed), number});
  }

  /// Makes ranks of ids, and sorts the cases.
  void Sort() {
    const std::vector<Rank> ranks = table_.Ranks(specification_);
    by_rank_.resize(ranks.size());
    for (ObservationId id = 0; id < ranks.size(); ++id) by_rank_[ranks[id]] = id;
    formatted_.resize(ranks.size());
    for (Case& c : cases_) {
      for (std::uint32_t& observation : c.observed) observation = ranks[observation];
    }
    std::sort(cases_.begin(), cases_.end(), [](const Case& a, const Case& b) {
      return std::tie(a.observed, a.number) < std::tie(b.observed, b.number);
    });
  }

  /// `raw`: the raw cases that observe this.
  void AddCase(const std::vector<Rank>& observed, std::vector<std::uint32_t> raw,
               BuiltCases& built) {
    Element element("TestCase");
    element.SetAttribute("CaseID", std::to_string(built.cases.size() + 1));
    if (!WriteObservations(observed, element)) {
      ++built.empty;
      return;
    }
    AddAttributes(observed, element);
    const auto [same, is_new] = written_.emplace(Content(observed, element), built.cases.size());
    if (!is_new) {
      std::vector<std::uint32_t>& sources = built.sources[same->second];
      sources.insert(sources.end(), raw.begin(), raw.end());
      std::sort(sources.begin(), sources.end());
      return;
    }
    built.cases.push_back(std::move(element));
    built.sources.push_back(std::move(raw));
    observed_.push_back(observed);
    if (specification_.IsPairwise()) options_.push_back(specification_.Options(CaseOf(observed)));
  }

  const Observation& Observed(Rank rank) const { return table_[by_rank_[rank]]; }

  const Formatted& Format(Rank rank) {
    std::optional<Formatted>& known = formatted_[rank];
    if (known) return *known;
    Formatted formatted;
    for (const XmlNode& node : specification_.Format(Observed(rank))) {
      formatted.elements.push_back(xml::FromTree(node));
      Check(formatted.elements.back());
    }
    formatted.number = NumberOf(TextOf(formatted.elements));
    return known.emplace(std::move(formatted));
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
  bool WriteObservations(const std::vector<Rank>& observed, Element& element) {
    return specification_.order() == CaseOrder::kSequence ? WriteSequence(observed, element)
                                                          : WriteSet(observed, element);
  }

  bool IsStimulus(Rank rank) const { return Observed(rank).kind == ObservationKind::kStimulus; }

  bool WriteSet(const std::vector<Rank>& observed, Element& element) {
    std::array<std::size_t, 2> sizes{0, 0};
    for (const Rank rank : observed)
      sizes[IsStimulus(rank) ? 0 : 1] += Format(rank).elements.size();
    element.children.reserve(2);
    element.Add("TestValues").children.reserve(sizes[0]);
    element.Add("TestOracles").children.reserve(sizes[1]);
    for (const Rank rank : observed) {
      Element& part = element.children[IsStimulus(rank) ? 0 : 1];
      for (const Element& child : Format(rank).elements) part.Add(child);
    }
    return sizes[0] + sizes[1] > 0;
  }

  bool WriteSequence(const std::vector<Rank>& observed, Element& element) {
    std::string stretch;  // the name of the last child, when more may go there
    for (const Rank rank : observed) {
      const std::string wanted = IsStimulus(rank) ? "TestValues" : "TestOracles";
      for (const Element& child : Format(rank).elements) {
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

  TestCase CaseOf(const std::vector<Rank>& observed) const {
    TestCase test_case;
    for (const Rank rank : observed) test_case.push_back(Observed(rank));
    return test_case;
  }

  void AddAttributes(const std::vector<Rank>& observed, Element& element) {
    for (auto& [name, value] : specification_.Attributes(CaseOf(observed))) {
      element.attributes.push_back({name, value, {}});
    }
    Element head(element.name);
    head.attributes = element.attributes;
    Check(head);
  }

  /// What only cases that are written alike share. Different observations may be.
  Written Content(const std::vector<Rank>& observed, const Element& element) {
    Written content;
    content.reserve(observed.size() + 1);
    for (const Rank rank : observed) {
      const Formatted& formatted = Format(rank);
      if (formatted.elements.empty()) continue;
      content.emplace_back(static_cast<std::uint32_t>(Observed(rank).kind), formatted.number);
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
  ObservationTable table_;   ///< of all cases
  std::vector<Case> cases_;  ///< that observe something
  std::vector<ObservationId> by_rank_;
  std::uint32_t added_ = 0;
  std::uint64_t empty_ = 0;
  std::vector<std::optional<Formatted>> formatted_;  ///< by rank
  std::map<std::string, std::uint32_t> numbers_;
  std::map<Written, std::size_t> written_;   ///< numbers of cases
  std::vector<std::vector<Rank>> observed_;  ///< by case that is built
  std::vector<CaseOptions> options_;         ///< the same, when only pairs are wanted
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
  CaseBuilder builder(specification, raw);
  BuiltCases built = builder.Build();
  builder.KeepPairs(built);
  return built;
}

BuiltCases BuildPart(const RawCases& raw, TestSpecification& specification,
                     const cpn::ValueStore& values, suite::Shard& part) {
  CaseBuilder builder(specification, raw);
  BuiltCases built = builder.Build();
  builder.Describe(values, part);
  return built;
}

Element BuildSuite(TestSpecification& specification, const suite::Provenance& provenance,
                   std::vector<Element> cases) {
  const cpn::lua::SuiteInfo info = specification.Suite();
  Element test("Test");
  test.SetAttribute("TestName", info.name);
  test.Add(suite::ToElement(provenance));
  Element& configuration = test.Add("Configuration");
  for (const XmlNode& node : info.configuration) configuration.Add(xml::FromTree(node));
  test.children.reserve(test.children.size() + cases.size());
  for (Element& test_case : cases) test.Add(std::move(test_case));
  if (const auto problem = xml::WriteProblem(test)) {
    throw cpn::ModelError(specification.where(),
                          fmt::format("test \"{}\" makes a suite that cannot be written: {}",
                                      specification.name(), *problem));
  }
  return test;
}

}  // namespace generator
