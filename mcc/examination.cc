#include "mcc/examination.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "cpn/ctl/check.h"
#include "cpn/explore/state_space.h"
#include "cpn/report/state_space_report.h"
#include "mcc/atoms.h"
#include "mcc/reachability.h"

namespace mcc {
namespace {

using cpn::NodeId;
using cpn::StateSpace;

constexpr std::array kNames{
    "StateSpace",    "ReachabilityDeadlock",    "QuasiLiveness",           "Liveness",
    "UpperBounds",   "ReachabilityCardinality", "ReachabilityFireability", "CTLCardinality",
    "CTLFireability"};
constexpr const char* kTechniques = "TECHNIQUES EXPLICIT";

/// The answers of one examination, line by line.
class Examiner {
 public:
  Examiner(LoadedNet& net, const cpn::ExplorationOptions& limits) : net_(net), limits_(limits) {}

  Answers Take() { return std::move(answers_); }

  void CountStates() {
    const StateSpace space = cpn::Explore(engine(), limits_);
    if (!space.complete()) {
      answers_ = {{"CANNOT_COMPUTE"}, false};
      return;
    }
    std::uint64_t most_in_place = 0;
    std::uint64_t most_in_marking = 0;
    for (NodeId node = 0; node < space.nodes(); ++node) {
      std::uint64_t tokens = 0;
      for (const cpn::MultiSet place : space.MarkingOf(node)) {
        for (const cpn::MultiSetEntry& entry : multisets().Entries(place)) {
          most_in_place = std::max<std::uint64_t>(most_in_place, entry.count);
          tokens += entry.count;
        }
      }
      most_in_marking = std::max(most_in_marking, tokens);
    }
    const auto say = [&](const char* what, std::uint64_t number) {
      answers_.lines.push_back(fmt::format("STATE_SPACE {} {} {}", what, number, kTechniques));
    };
    say("STATES", space.nodes());
    say("TRANSITIONS", space.arcs());
    say("MAX_TOKEN_IN_PLACE", most_in_place);
    say("MAX_TOKEN_PER_MARKING", most_in_marking);
  }

  void FindDeadlock() {
    Indices all(net_.transitions.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    Property property;
    property.id = "ReachabilityDeadlock";
    property.formula =
        Make(FormulaKind::kExistsFinally, {Make(FormulaKind::kNot, {Fireable(std::move(all))})});
    Decide({property});
  }

  void FindAllTransitions() {
    Property property;
    property.id = "QuasiLiveness";
    for (std::size_t i = 0; i < net_.transitions.size(); ++i) {
      property.formula.operands.push_back(Make(FormulaKind::kExistsFinally, {Fireable({i})}));
    }
    Decide({property});
  }

  void FindLiveTransitions() {
    const StateSpace space = cpn::Explore(engine(), limits_);
    const auto report = cpn::report::MakeReport(engine(), space);
    const bool live =
        report.live_transitions && report.live_transitions->size() == net_.transitions.size();
    Say("Liveness", live, space.complete());
  }

  void Bound(const std::vector<Property>& properties) {
    const StateSpace space = cpn::Explore(engine(), limits_);
    std::vector<std::uint64_t> most(properties.size(), 0);
    for (NodeId node = 0; node < space.nodes() && space.complete(); ++node) {
      const cpn::Marking marking = space.MarkingOf(node);
      for (std::size_t i = 0; i < properties.size(); ++i) {
        std::uint64_t tokens = 0;
        for (const std::size_t place : properties[i].places) {
          tokens += multisets().Size(marking[net_.places[place]]);
        }
        most[i] = std::max(most[i], tokens);
      }
    }
    for (std::size_t i = 0; i < properties.size(); ++i) {
      SayText(properties[i].id, fmt::to_string(most[i]), space.complete());
    }
  }

  void Decide(const std::vector<Property>& properties) {
    const auto is_reachability = [](const Property& p) { return IsReachability(p.formula); };
    if (std::ranges::all_of(properties, is_reachability)) return Reach(properties);
    Atoms atoms(net_);
    std::vector<cpn::ctl::Property> claims(properties.size());
    std::vector<const cpn::ctl::Property*> wanted;
    for (std::size_t i = 0; i < properties.size(); ++i) {
      claims[i].name = properties[i].id;
      claims[i].formula = atoms.Translate(properties[i].formula);
      wanted.push_back(&claims[i]);
    }
    cpn::ctl::CheckOptions options;
    options.exploration = limits_;
    for (const auto& result : cpn::ctl::Check(engine(), atoms, wanted, options)) {
      Say(result.property, result.verdict == cpn::ctl::Verdict::kHolds,
          result.verdict != cpn::ctl::Verdict::kUnknown);
    }
  }

 private:
  void Reach(const std::vector<Property>& properties) {
    std::vector<Formula> formulas;
    for (const Property& property : properties) formulas.push_back(property.formula);
    const auto known = DecideReachability(net_, formulas, limits_);
    for (std::size_t i = 0; i < properties.size(); ++i) {
      Say(properties[i].id, known[i].value_or(false), known[i].has_value());
    }
  }

  cpn::Engine& engine() { return net_.model->engine(); }
  cpn::MultiSetStore& multisets() { return net_.model->multisets(); }

  static Formula Make(FormulaKind kind, std::vector<Formula> operands) {
    Formula formula;
    formula.kind = kind;
    formula.operands = std::move(operands);
    return formula;
  }
  static Formula Fireable(Indices transitions) {
    Formula formula;
    formula.kind = FormulaKind::kFireable;
    formula.transitions = std::move(transitions);
    return formula;
  }

  void Say(const std::string& id, bool holds, bool sure) {
    SayText(id, holds ? "TRUE" : "FALSE", sure);
  }
  void SayText(const std::string& id, const std::string& answer, bool sure) {
    answers_.complete = answers_.complete && sure;
    answers_.lines.push_back(sure ? fmt::format("FORMULA {} {} {}", id, answer, kTechniques)
                                  : fmt::format("FORMULA {} CANNOT_COMPUTE", id));
  }

  LoadedNet& net_;
  const cpn::ExplorationOptions& limits_;
  Answers answers_;
};

}  // namespace

std::string_view NameOf(Examination examination) {
  return kNames[static_cast<std::size_t>(examination)];
}

std::optional<Examination> ExaminationOf(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Examination>(found - kNames.begin());
}

std::vector<std::string> ExaminationNames() { return {kNames.begin(), kNames.end()}; }

bool HasFormulas(Examination examination) { return examination >= Examination::kUpperBounds; }

Answers Examine(LoadedNet& net, Examination examination, const std::vector<Property>& properties,
                const cpn::ExplorationOptions& limits) {
  Examiner examiner(net, limits);
  switch (examination) {
    case Examination::kStateSpace:
      examiner.CountStates();
      break;
    case Examination::kReachabilityDeadlock:
      examiner.FindDeadlock();
      break;
    case Examination::kQuasiLiveness:
      examiner.FindAllTransitions();
      break;
    case Examination::kLiveness:
      examiner.FindLiveTransitions();
      break;
    case Examination::kUpperBounds:
      examiner.Bound(properties);
      break;
    default:
      examiner.Decide(properties);
  }
  return examiner.Take();
}

}  // namespace mcc
