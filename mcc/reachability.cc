#include "mcc/reachability.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "cpn/explore/state_space.h"
#include "mcc/marking_facts.h"

namespace mcc {
namespace {

// A first round that costs nothing, and rounds that together cost little more than the last one.
constexpr std::uint64_t kFirstRound = 4096;
constexpr std::uint64_t kGrowth = 8;

bool IsLocal(const Formula& formula) {
  return formula.kind <= FormulaKind::kOr && std::ranges::all_of(formula.operands, IsLocal);
}

bool IsSearch(const Formula& formula) {
  const bool searches =
      formula.kind == FormulaKind::kExistsFinally || formula.kind == FormulaKind::kForallGlobally;
  return searches && IsLocal(formula.operands[0]);
}

bool AsksWhatCanFire(const Formula& formula) {
  return formula.kind == FormulaKind::kFireable ||
         std::ranges::any_of(formula.operands, AsksWhatCanFire);
}

/// Looks for a marking: where the operand of an EF holds, where that of an AG does not, or the
/// initial one.
struct Search {
  const Formula* operand = nullptr;
  FormulaKind kind = FormulaKind::kExistsFinally;  ///< or kForallGlobally, or anything else
  bool asks_what_can_fire = false;
  std::optional<bool> answer;
};

class Decider {
 public:
  Decider(LoadedNet& net, const std::vector<Formula>& formulas,
          const cpn::ExplorationOptions& limits)
      : net_(net), formulas_(formulas), limits_(limits) {
    for (const Formula& formula : formulas) AddSearches(formula);
  }

  std::vector<std::optional<bool>> Run() {
    for (std::uint64_t states = kFirstRound; !IsDecided(); states *= kGrowth) {
      if (!Explore(states)) break;
    }
    std::vector<std::optional<bool>> answers;
    for (const Formula& formula : formulas_) answers.push_back(AnswerOf(formula));
    return answers;
  }

 private:
  void AddSearches(const Formula& formula) {
    if (!IsSearch(formula) && !IsLocal(formula)) {
      for (const Formula& operand : formula.operands) AddSearches(operand);
      return;
    }
    Search search;
    search.kind = formula.kind;
    search.operand = IsSearch(formula) ? &formula.operands[0] : &formula;
    search.asks_what_can_fire = AsksWhatCanFire(formula);
    numbers_[&formula] = searches_.size();
    searches_.push_back(search);
  }

  bool IsDecided() const {
    return std::ranges::all_of(formulas_,
                               [&](const Formula& f) { return AnswerOf(f).has_value(); });
  }

  std::optional<bool> AnswerOf(const Formula& formula) const {
    if (const auto found = numbers_.find(&formula); found != numbers_.end()) {
      return searches_[found->second].answer;
    }
    if (formula.kind == FormulaKind::kNot) {
      const auto operand = AnswerOf(formula.operands[0]);
      return operand ? std::optional(!*operand) : std::nullopt;
    }
    const bool deciding = formula.kind == FormulaKind::kOr;
    bool all_known = true;
    for (const Formula& operand : formula.operands) {
      const auto answer = AnswerOf(operand);
      if (answer == deciding) return deciding;
      all_known = all_known && answer.has_value();
    }
    return all_known ? std::optional(!deciding) : std::nullopt;
  }

  /// One round. False: it is the last one.
  bool Explore(std::uint64_t states) {
    cpn::ExplorationOptions options = limits_;
    options.max_states = std::min(limits_.max_states, states);
    const std::chrono::duration<double> used = std::chrono::steady_clock::now() - start_;
    options.max_seconds -= used.count();
    if (options.max_seconds <= 0) return false;
    const cpn::StateSpace space = cpn::Explore(net_.model->engine(), options);
    Look(space);
    if (space.complete()) DecideTheRest();
    return space.end() == cpn::ExplorationEnd::kMaxStates && states < limits_.max_states;
  }

  // The nodes of the last round have the same numbers in this one. Of what was not expanded nobody
  // knows what can fire.
  void Look(const cpn::StateSpace& space) {
    MarkingFacts facts(net_, space);
    for (cpn::NodeId node = seen_; node < space.nodes(); ++node) {
      facts.MoveTo(node);
      bool is_open = false;
      for (Search& search : searches_) {
        if (search.answer) continue;
        is_open = true;
        if (space.IsExpanded(node) || !search.asks_what_can_fire) Ask(search, facts, node);
      }
      if (!is_open) return;
    }
    seen_ = space.expanded();
  }

  static void Ask(Search& search, MarkingFacts& facts, cpn::NodeId node) {
    const bool holds = facts.Holds(*search.operand);
    if (search.kind == FormulaKind::kExistsFinally) {
      if (holds) search.answer = true;
    } else if (search.kind == FormulaKind::kForallGlobally) {
      if (!holds) search.answer = false;
    } else if (node == 0) {
      search.answer = holds;
    }
  }

  void DecideTheRest() {
    for (Search& search : searches_) {
      if (!search.answer) search.answer = search.kind == FormulaKind::kForallGlobally;
    }
  }

  LoadedNet& net_;
  const std::vector<Formula>& formulas_;
  const cpn::ExplorationOptions& limits_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::vector<Search> searches_;
  std::map<const Formula*, std::size_t> numbers_;  // of searches; looked up only
  cpn::NodeId seen_ = 0;                           // nodes below were looked at by all searches
};

}  // namespace

bool IsReachability(const Formula& formula) {
  if (IsSearch(formula) || IsLocal(formula)) return true;
  return formula.kind <= FormulaKind::kOr && std::ranges::all_of(formula.operands, IsReachability);
}

std::vector<std::optional<bool>> DecideReachability(LoadedNet& net,
                                                    const std::vector<Formula>& formulas,
                                                    const cpn::ExplorationOptions& limits) {
  return Decider(net, formulas, limits).Run();
}

}  // namespace mcc
