#include "generator/suite_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
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

/// How an observation is written, and a number that only those share which are written alike.
struct Formatted {
  WrittenObservation written;
  std::uint32_t number = 0;
};

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
    built.cases = MakeList();
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
          {OrderKey(values, Observed(rank)), TextOf(Format(rank).written.elements)});
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
    if (!WritesAny(observed)) {
      ++built.empty;
      return;
    }
    std::vector<xml::Attribute> attributes = AttributesOf(observed);
    const auto [same, is_new] = written_.emplace(Content(observed, attributes), observed_.size());
    if (!is_new) {
      std::vector<std::uint32_t>& sources = built.sources[same->second];
      sources.insert(sources.end(), raw.begin(), raw.end());
      std::sort(sources.begin(), sources.end());
      return;
    }
    built.sources.push_back(std::move(raw));
    observed_.push_back(observed);
    attributes_.push_back(std::move(attributes));
    if (specification_.IsPairwise()) options_.push_back(specification_.Options(CaseOf(observed)));
  }

  const Observation& Observed(Rank rank) const { return table_[by_rank_[rank]]; }

  const Formatted& Format(Rank rank) {
    std::optional<Formatted>& known = formatted_[rank];
    if (known) return *known;
    Formatted formatted;
    for (const XmlNode& node : specification_.Format(Observed(rank))) {
      formatted.written.elements.push_back(xml::FromTree(node));
      Check(formatted.written.elements.back());
    }
    formatted.written.is_stimulus = Observed(rank).kind == ObservationKind::kStimulus;
    formatted.number = NumberOf(TextOf(formatted.written.elements));
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

  CaseList MakeList() {
    std::vector<WrittenObservation> written;
    written.reserve(by_rank_.size());
    for (Rank rank = 0; rank < by_rank_.size(); ++rank) written.push_back(Format(rank).written);
    CaseList cases(specification_.order(), std::move(written));
    for (std::size_t i = 0; i < observed_.size(); ++i) {
      cases.Add(observed_[i], std::move(attributes_[i]));
    }
    return cases;
  }

  bool WritesAny(const std::vector<Rank>& observed) {
    bool any = false;  // all are formatted: the first one that cannot be is what is told
    for (const Rank rank : observed) any = !Format(rank).written.elements.empty() || any;
    return any;
  }

  TestCase CaseOf(const std::vector<Rank>& observed) const {
    TestCase test_case;
    for (const Rank rank : observed) test_case.push_back(Observed(rank));
    return test_case;
  }

  /// Those besides CaseID.
  std::vector<xml::Attribute> AttributesOf(const std::vector<Rank>& observed) {
    Element head("TestCase");
    head.SetAttribute("CaseID", "1");
    std::vector<xml::Attribute> attributes;
    for (auto& [name, value] : specification_.Attributes(CaseOf(observed))) {
      attributes.push_back({name, value, {}});
    }
    head.attributes.insert(head.attributes.end(), attributes.begin(), attributes.end());
    Check(head);
    return attributes;
  }

  /// What only cases that are written alike share. Different observations may be.
  Written Content(const std::vector<Rank>& observed,
                  const std::vector<xml::Attribute>& attributes) {
    Written content;
    content.reserve(observed.size() + 1);
    for (const Rank rank : observed) {
      const Formatted& formatted = Format(rank);
      if (formatted.written.elements.empty()) continue;
      content.emplace_back(formatted.written.is_stimulus ? 1 : 0, formatted.number);
    }
    if (specification_.order() == CaseOrder::kSet) std::sort(content.begin(), content.end());
    std::string text;
    for (const xml::Attribute& attribute : attributes) {
      text += fmt::format("{}={}\n", attribute.name, attribute.value);
    }
    content.emplace_back(2, NumberOf(text));
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
  std::map<Written, std::size_t> written_;               ///< numbers of cases
  std::vector<std::vector<Rank>> observed_;              ///< by case that is built
  std::vector<std::vector<xml::Attribute>> attributes_;  ///< the same
  std::vector<CaseOptions> options_;                     ///< the same, when only pairs are wanted
};

/// The `Test` element without its cases.
Element Envelope(TestSpecification& specification, const suite::Provenance& provenance) {
  const cpn::lua::SuiteInfo info = specification.Suite();
  Element test("Test");
  test.SetAttribute("TestName", info.name);
  test.Add(suite::ToElement(provenance));
  Element& configuration = test.Add("Configuration");
  for (const XmlNode& node : info.configuration) configuration.Add(xml::FromTree(node));
  return test;
}

[[noreturn]] void ThrowUnwritable(const TestSpecification& specification,
                                  const std::string& problem) {
  throw cpn::ModelError(specification.where(),
                        fmt::format("test \"{}\" makes a suite that cannot be written: {}",
                                    specification.name(), problem));
}

}  // namespace

void Keep(const std::vector<std::size_t>& chosen, BuiltCases& built) {
  std::vector<std::vector<std::uint32_t>> sources;
  for (const std::size_t number : chosen) sources.push_back(std::move(built.sources[number]));
  built.cases.Keep(chosen);
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
  Element test = Envelope(specification, provenance);
  test.children.reserve(test.children.size() + cases.size());
  for (Element& test_case : cases) test.Add(std::move(test_case));
  if (const auto problem = xml::WriteProblem(test)) ThrowUnwritable(specification, *problem);
  return test;
}

std::string WriteSuite(TestSpecification& specification, const suite::Provenance& provenance,
                       const CaseList& cases) {
  try {
    return xml::WriteWith(Envelope(specification, provenance), cases.size(),
                          [&](std::size_t i) { return cases[i]; });
  } catch (const std::invalid_argument& problem) {
    ThrowUnwritable(specification, problem.what());
  }
}

}  // namespace generator
