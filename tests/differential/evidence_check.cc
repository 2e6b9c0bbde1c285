#include "tests/differential/evidence_check.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>

namespace differential {
namespace {

using cpn::ctl::Formula;
using cpn::ctl::Operator;
using cpn::ctl::Sort;

bool IsLocal(const Formula& f) {
  return f.op <= Operator::kOr && std::ranges::all_of(f.operands, IsLocal);
}

bool IsOnPaths(Operator op) { return op >= Operator::kPos && op <= Operator::kForallUntil; }

bool SaysSomePath(Operator op) {
  return op == Operator::kPos || op == Operator::kAlong || op == Operator::kExistUntil ||
         op == Operator::kExistNext || op == Operator::kModal || op == Operator::kExistModal;
}

bool ReadsArcs(const Formula& f) {
  return std::ranges::any_of(f.operands, [](const Formula& o) { return o.sort == Sort::kArc; });
}

/// Where a formula is asked: marking number `index` of the run, or its arc number `index`.
struct Position {
  bool is_arc;
  std::size_t index;
};

class Judge {
 public:
  Judge(reference::Ctl& truth, const Run& run, Known known)
      : truth_(truth), run_(run), known_(known), markings_{0} {
    for (const std::size_t arc : run.arcs) markings_.push_back(Graph().target[arc]);
  }

  std::string CheckRun() const {
    for (std::size_t i = 0; i < run_.arcs.size(); ++i) {
      if (std::ranges::count(Graph().out[markings_[i]], run_.arcs[i]) == 0) {
        return "step " + std::to_string(i) + " does not go out of the marking before it";
      }
    }
    if (run_.loop && *run_.loop >= run_.arcs.size()) return "the loop is empty";
    if (run_.loop && markings_[*run_.loop] != markings_.back()) return "the loop does not close";
    if (run_.loop &&
        !truth_.IsFairRound(
            {run_.arcs.begin() + static_cast<std::ptrdiff_t>(*run_.loop), run_.arcs.end()})) {
      return "the loop is not fair";
    }
    if (run_.ends_dead && (run_.loop || !IsDead(markings_.back()))) return "the end is not dead";
    return "";
  }

  bool CanShow(const Formula& f, bool holds, Position at) {
    if (f.op == Operator::kNot) return CanShow(f.operands[0], !holds, at);
    if (IsLocal(f)) return true;
    const auto can_show = [&](const Formula& o) { return CanShow(o, holds, at); };
    if (f.op == Operator::kAnd || f.op == Operator::kOr) {
      const bool needs_all = (f.op == Operator::kAnd) == holds;
      return std::ranges::any_of(f.operands, [&](const Formula& o) {
        return can_show(o) && (needs_all ? !IsLocal(o) : IsTrue(o, at) == holds);
      });
    }
    if (f.op == Operator::kModal && at.is_arc) {
      return CanShow(f.operands[0], holds, {false, at.index + 1});
    }
    return SaysSomePath(f.op) == holds || IsDead(MarkingAfter(at));
  }

  std::string Shows(const Formula& f, bool holds, Position at) {
    if (IsTrue(f, at) != holds) return std::string(NameOf(f.op)) + " is not as claimed";
    if (f.op == Operator::kNot) return Shows(f.operands[0], !holds, at);
    if (IsLocal(f)) return Ends(at);
    if (f.op == Operator::kAnd || f.op == Operator::kOr) return ConnectiveShows(f, holds, at);
    if (f.op == Operator::kModal && at.is_arc) {
      return Shows(f.operands[0], holds, {false, at.index + 1});
    }
    if (SaysSomePath(f.op) != holds) return AllPathsShow(f, holds, at);
    return IsOnPaths(f.op) ? PathShows(f, holds, at) : StepShows(f, holds, at);
  }

 private:
  using Predicate = std::function<bool(std::size_t)>;  // of a marking or an arc of the graph

  const reference::CtlGraph& Graph() const { return truth_.graph(); }
  bool IsDead(std::size_t marking) const { return Graph().out[marking].empty(); }
  std::size_t MarkingAfter(Position at) const { return markings_[at.index + (at.is_arc ? 1 : 0)]; }
  bool Exists(Position at) const {
    return at.index < (at.is_arc ? run_.arcs.size() : markings_.size());
  }
  std::size_t Of(Position at) const {
    return at.is_arc ? run_.arcs[at.index] : markings_[at.index];
  }
  bool Truth(const Formula& f, bool of_arc, std::size_t which) {
    return of_arc ? truth_.OfArc(f, which) : truth_.InState(f, which);
  }
  bool IsTrue(const Formula& f, Position at) { return Truth(f, at.is_arc, Of(at)); }

  /// Nothing may follow.
  std::string Ends(Position at) const {
    if (run_.loop) return "there is a loop where nothing is left to show";
    const std::size_t steps = at.index + (at.is_arc ? 1 : 0);
    return steps == run_.arcs.size() ? "" : "the run goes on where nothing is left to show";
  }

  std::string ConnectiveShows(const Formula& f, bool holds, Position at) {
    const bool needs_all = (f.op == Operator::kAnd) == holds;
    if (!CanShow(f, holds, at)) return Ends(at);
    const bool any = !needs_all && known_ == Known::kPart;
    std::string wrong;
    for (const Formula& o : f.operands) {
      if (!(any || CanShow(o, holds, at)) || (needs_all ? IsLocal(o) : IsTrue(o, at) != holds))
        continue;
      wrong = Shows(o, holds, at);
      if (wrong.empty()) return "";
    }
    return wrong;
  }

  std::string AllPathsShow(const Formula& f, bool holds, Position at) {
    const std::string wrong = Ends(at);
    if (wrong.empty() || !IsDead(MarkingAfter(at)) || !IsOnPaths(f.op)) return wrong;
    if (ReadsArcs(f) != at.is_arc) return wrong;
    return Shows(f.operands.back(), holds, at);
  }

  std::string StepShows(const Formula& f, bool holds, Position at) {
    const bool modal = f.op == Operator::kExistModal || f.op == Operator::kForallModal;
    const Position arc{true, at.index + (at.is_arc ? 1 : 0)};
    const Position after{false, arc.index + 1};
    if (!Exists(arc)) return "there is no step";
    const bool last_is_arc = at.is_arc || f.op == Operator::kModal;
    const Formula& last = f.operands.back();
    if (!modal) return Shows(last, holds, last_is_arc ? arc : after);
    if (!IsTrue(f.operands[0], arc)) return "the step is not one of those meant";
    if (IsTrue(last, after) != holds) return "the marking after the step is not as claimed";
    if (IsLocal(last)) return Shows(f.operands[0], true, arc);
    return Shows(last, holds, after);
  }

  std::string PathShows(const Formula& f, bool holds, Position at) {
    const bool arcs = ReadsArcs(f);
    const Position first{arcs, at.index};
    const auto is = [this, arcs](const Formula& o, bool value) {
      return [this, arcs, &o, value](std::size_t p) { return Truth(o, arcs, p) == value; };
    };
    const auto everywhere = [](std::size_t) { return true; };
    const Predicate claim = is(f.operands[0], holds);
    const Predicate second = is(f.operands.back(), holds);
    switch (f.op) {
      case Operator::kPos:
      case Operator::kInv:
        return Reaches(f.operands[0], holds, at, first, everywhere, claim);
      case Operator::kExistUntil:
        return Reaches(f.operands[1], true, at, first, claim, second);
      case Operator::kEv:
      case Operator::kAlong:
        return StaysWithin(claim, first);
      default: {  // FORALL_UNTIL does not hold
        const auto fails = [&](std::size_t p) { return claim(p) && second(p); };
        const std::string wrong = Reaches(f.operands[0], false, at, first, second, fails);
        return wrong.empty() ? "" : StaysWithin(second, first);
      }
    }
  }

  /// The shortest way to the goal, whose last position then shows `f`.
  std::string Reaches(const Formula& f, bool holds, Position at, Position first,
                      const Predicate& hold, const Predicate& goal) {
    const std::optional<std::size_t> distance = Distance(at, first.is_arc, hold, goal);
    if (!distance) return "there is no way to the goal";
    std::string wrong = "the goal is not reached by the shortest way";
    std::size_t i = 0;
    for (Position p = first; Exists(p); ++p.index, ++i) {
      if (goal(Of(p)) && (i == *distance || known_ == Known::kPart)) {
        wrong = Shows(f, holds, p);
        if (wrong.empty()) return "";
      }
      if (!hold(Of(p))) return "the way to the goal leaves what must hold";
    }
    return wrong;
  }

  std::string StaysWithin(const Predicate& within, Position first) {
    if (!run_.loop && !run_.ends_dead) return "the run neither goes on for ever nor ends dead";
    const std::size_t begin = run_.loop ? std::min(*run_.loop, first.index) : first.index;
    for (Position p{first.is_arc, begin}; Exists(p); ++p.index) {
      if (!within(Of(p))) return "the run leaves what must hold on it";
    }
    return "";
  }

  /// From the first marking or arc of a path that begins at `at` to the nearest goal.
  std::optional<std::size_t> Distance(Position at, bool along_arcs, const Predicate& hold,
                                      const Predicate& goal) const {
    std::map<std::size_t, std::size_t> distance;
    std::deque<std::size_t> waiting;
    const auto add = [&](std::size_t p, std::size_t steps) {
      if (distance.emplace(p, steps).second) waiting.push_back(p);
    };
    if (along_arcs && !at.is_arc) {
      for (const std::size_t arc : Graph().out[Of(at)]) add(arc, 0);
    } else {
      add(Of(at), 0);
    }
    while (!waiting.empty()) {
      const std::size_t p = waiting.front();
      waiting.pop_front();
      if (goal(p)) return distance[p];
      if (!hold(p)) continue;
      for (const std::size_t arc : Graph().out[along_arcs ? Graph().target[p] : p]) {
        add(along_arcs ? arc : Graph().target[arc], distance[p] + 1);
      }
    }
    return std::nullopt;
  }

  reference::Ctl& truth_;
  const Run& run_;
  Known known_;
  std::vector<std::size_t> markings_;
};

}  // namespace

bool ShouldHaveEvidence(reference::Ctl& truth, const Formula& formula, bool holds) {
  return Judge(truth, {}, Known::kAll).CanShow(formula, holds, {false, 0});
}

std::string WhatIsWrong(reference::Ctl& truth, const Formula& formula, bool holds, const Run& run,
                        Known known) {
  Judge judge(truth, run, known);
  const std::string wrong = judge.CheckRun();
  return wrong.empty() ? judge.Shows(formula, holds, {false, 0}) : wrong;
}

}  // namespace differential
