#include "cpn/distributed/invariants.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "cpn/ctl/propositional.h"
#include "cpn/ctl/run_monitor.h"
#include "cpn/ctl/state_function_memo.h"

namespace cpn::distributed {
namespace {

using ctl::Formula;
using ctl::Operator;
using ctl::Property;
using ctl::Result;
using ctl::Verdict;

/// What must be so of markings, or must not; of the initial one alone, or of all.
struct Claim {
  const Formula* formula = nullptr;
  bool holds = true;
  bool everywhere = false;
};

std::optional<Claim> ClaimOf(const Formula& formula, bool holds = true) {
  if (ctl::IsOfMarkings(formula)) return Claim{&formula, holds, false};
  if (formula.op == Operator::kNot) return ClaimOf(formula.operands[0], !holds);
  if (formula.op != (holds ? Operator::kInv : Operator::kPos)) return std::nullopt;
  if (!ctl::IsOfMarkings(formula.operands[0])) return std::nullopt;
  return Claim{&formula.operands[0], holds, true};
}

class TogetherChecker {
 public:
  TogetherChecker(Rank& rank, ctl::StateFunctions& functions,
                  std::span<const Property* const> properties, std::size_t memo_bytes)
      : rank_(rank),
        properties_(properties),
        memo_(&functions, &rank.engine().net(), &rank.engine().multisets(), memo_bytes),
        results_(properties.size()) {
    for (std::size_t i = 0; i < properties.size(); ++i) {
      claims_.push_back(*ClaimOf(properties[i]->formula));
      results_[i].property = properties[i]->name;
      results_[i].where = properties[i]->where;
      results_[i].on_the_fly = true;
    }
  }

  std::vector<Result> Run() {
    const auto start = std::chrono::steady_clock::now();
    const StateCount count =
        rank_.TogetherExplore([this](NodeId first, NodeId last) { return Visit(first, last); });
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    for (Result& result : results_) {
      if (result.verdict == Verdict::kUnknown && count.end == ExplorationEnd::kComplete) {
        result.verdict = Verdict::kHolds;
      }
      result.states = count.states;
      result.arcs = count.arcs;
      result.end = count.end;
      result.exploration_seconds = seconds;
    }
    return results_;
  }

 private:
  bool Visit(NodeId first, NodeId last) {
    std::vector<std::vector<std::uint64_t>> violating(properties_.size());
    // For each property how many violate it; then how many ranks could not find out.
    std::vector<std::uint64_t> sums(properties_.size() + 1, 0);
    std::string failure;
    try {
      for (NodeId node = first; node < last; ++node) Look(node, violating);
    } catch (const ModelError& error) {
      sums.back() = 1;
      failure = error.what();
    }
    for (std::size_t i = 0; i < violating.size(); ++i) sums[i] = violating[i].size();
    rank_.transport().Sum(sums);
    if (sums.back() > 0) FailTogether(failure);
    for (std::size_t i = 0; i < violating.size(); ++i) {
      if (sums[i] > 0) Violate(i, violating[i]);
      if (level_ > 0 || claims_[i].everywhere || sums[i] > 0) continue;
      results_[i].verdict = Verdict::kHolds;
      results_[i].evidence.emplace().witness = true;
    }
    ++level_;
    return std::ranges::any_of(results_,
                               [](const Result& r) { return r.verdict == Verdict::kUnknown; });
  }

  void Look(NodeId node, std::vector<std::vector<std::uint64_t>>& violating) {
    const auto at = [&](PlaceId place) { return rank_.MarkingOf(node, place); };
    for (std::size_t i = 0; i < claims_.size(); ++i) {
      if (results_[i].verdict != Verdict::kUnknown) continue;
      if (ctl::IsTrue(*claims_[i].formula, memo_, at) != claims_[i].holds) {
        violating[i].push_back(rank_.HashOf(node));
      }
    }
  }

  [[noreturn]] void FailTogether(const std::string& failure) {
    std::string least;
    const std::vector<char> mine(failure.begin(), failure.end());
    for (const std::vector<char>& given : rank_.transport().AllGather(mine)) {
      const std::string text(given.begin(), given.end());
      if (!text.empty() && (least.empty() || text < least)) least = text;
    }
    throw ModelError({}, least);
  }

  void Violate(std::size_t i, const std::vector<std::uint64_t>& own) {
    Result& result = results_[i];
    result.verdict = Verdict::kViolated;
    const std::vector<BindingElementId> run = rank_.TogetherFindRun(level_, own);
    Engine& engine = rank_.engine();
    ctl::RunMonitor monitor(engine, memo_, *properties_[i]);
    Marking marking = engine.InitialMarking();
    monitor.Begin(marking);
    for (const BindingElementId element : run) {
      engine.Occur(marking, element);
      monitor.Step(element, marking);
    }
    if (!monitor.violated()) {
      throw std::logic_error("cpngen's own defect: a run across ranks does not show its verdict");
    }
    ctl::Evidence& evidence = result.evidence.emplace();
    evidence.steps = run;
    if (claims_[i].everywhere) evidence.milestones.push_back(MilestoneOf(i, run.size()));
  }

  /// As the explanations of ctl::Check have it.
  ctl::Milestone MilestoneOf(std::size_t i, std::size_t steps) const {
    const Formula& f = *claims_[i].formula;
    const std::string name =
        f.name.empty() ? fmt::format("{} of \"{}\"", NameOf(f.op), properties_[i]->name) : f.name;
    return {steps, fmt::format("{} {}", name, claims_[i].holds ? "does not hold" : "holds"),
            f.where};
  }

  Rank& rank_;
  std::span<const Property* const> properties_;
  ctl::StateFunctionMemo memo_;
  std::vector<Claim> claims_;
  std::vector<Result> results_;
  std::size_t level_ = 0;
};

}  // namespace

bool IsDecidedTogether(const Property& property) { return ClaimOf(property.formula).has_value(); }

std::vector<Result> TogetherCheck(Rank& rank, ctl::StateFunctions& functions,
                                  std::span<const Property* const> properties,
                                  std::size_t memo_bytes) {
  return TogetherChecker(rank, functions, properties, memo_bytes).Run();
}

}  // namespace cpn::distributed
