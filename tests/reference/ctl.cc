#include "tests/reference/ctl.h"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace reference {
namespace {

using cpn::ctl::Formula;
using cpn::ctl::Operator;
using cpn::ctl::Sort;

using Predicate = std::function<bool(std::size_t)>;
using Next = std::function<std::vector<std::size_t>(std::size_t)>;

/// Is there a path on which `until` holds somewhere, and `hold` everywhere before?
bool SomePathUntil(const Next& next, const Predicate& hold, const Predicate& until,
                   std::size_t position, std::set<std::size_t>& visited) {
  if (until(position)) return true;
  if (!hold(position) || !visited.insert(position).second) return false;
  for (const std::size_t p : next(position)) {
    if (SomePathUntil(next, hold, until, p, visited)) return true;
  }
  return false;
}

/// Is there a maximal path on which `within` holds everywhere? `path` is what was walked so far;
/// from `failed` there is none, whatever was walked before.
bool SomePathWithin(const Next& next, const Predicate& within, std::size_t position,
                    std::set<std::size_t>& path, std::set<std::size_t>& failed) {
  if (!within(position) || failed.contains(position)) return false;
  if (!path.insert(position).second) return true;  // round and round
  const std::vector<std::size_t> positions = next(position);
  if (positions.empty()) return true;  // it ends
  for (const std::size_t p : positions) {
    if (SomePathWithin(next, within, p, path, failed)) return true;
  }
  path.erase(position);
  failed.insert(position);
  return false;
}

bool IsAboutArcs(const Formula& f) { return f.sort == Sort::kArc; }

bool IsOnPaths(Operator op) {
  return op == Operator::kPos || op == Operator::kInv || op == Operator::kEv ||
         op == Operator::kAlong || op == Operator::kExistUntil || op == Operator::kForallUntil;
}

}  // namespace

bool Ctl::Ask(const Formula& f, bool of_arc, std::size_t at) {
  const std::tuple key(&f, of_arc, at);
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  const bool holds = IsOnPaths(f.op) ? OnPaths(f, of_arc, at) : Compute(f, of_arc, at);
  known_[key] = holds;
  return holds;
}

bool Ctl::Compute(const Formula& f, bool of_arc, std::size_t at) {
  const auto operand = [&](const Formula& o) { return Ask(o, of_arc, at); };
  // The marking to which the formula's arc leads, or of which it speaks.
  const std::vector<std::size_t>& arcs = graph_.out[of_arc ? graph_.target[at] : at];
  const auto next = [&](std::size_t arc) {
    return of_arc ? OfArc(f.operands[0], arc) : InState(f.operands[0], graph_.target[arc]);
  };
  switch (f.op) {
    case Operator::kTrue:
      return true;
    case Operator::kFalse:
      return false;
    case Operator::kStateFunction:
      return atoms_.state_function(f.state_function, at);
    case Operator::kArcPattern:
      return atoms_.arc_pattern(f.arc_pattern, at);
    case Operator::kNot:
      return !operand(f.operands[0]);
    case Operator::kAnd:
      return std::ranges::all_of(f.operands, operand);
    case Operator::kOr:
      return std::ranges::any_of(f.operands, operand);
    case Operator::kExistNext:
      return std::ranges::any_of(arcs, next);
    case Operator::kForallNext:
      return std::ranges::all_of(arcs, next);
    case Operator::kModal:
      if (of_arc) return InState(f.operands[0], graph_.target[at]);
      return std::ranges::any_of(arcs, [&](std::size_t a) { return OfArc(f.operands[0], a); });
    case Operator::kExistModal:
      return std::ranges::any_of(arcs, [&](std::size_t a) {
        return OfArc(f.operands[0], a) && InState(f.operands[1], graph_.target[a]);
      });
    case Operator::kForallModal:
      return std::ranges::all_of(arcs, [&](std::size_t a) {
        return !OfArc(f.operands[0], a) || InState(f.operands[1], graph_.target[a]);
      });
    default:
      throw std::logic_error("not here");
  }
}

bool Ctl::OnPaths(const Formula& f, bool of_arc, std::size_t at) {
  const bool along_arcs = std::ranges::any_of(f.operands, IsAboutArcs);
  if (along_arcs == of_arc) return OnPathsFrom(f, along_arcs, at);
  // From a marking, over arcs: a path begins with any arc out of it, or is empty.
  const std::vector<std::size_t>& arcs = graph_.out[at];
  const auto from = [&](std::size_t arc) { return OnPathsFrom(f, true, arc); };
  switch (f.op) {
    case Operator::kPos:
    case Operator::kExistUntil:
      return std::ranges::any_of(arcs, from);
    case Operator::kAlong:
      return arcs.empty() || std::ranges::any_of(arcs, from);
    case Operator::kInv:
      return std::ranges::all_of(arcs, from);
    default:  // EV, FORALL_UNTIL
      return !arcs.empty() && std::ranges::all_of(arcs, from);
  }
}

std::vector<std::size_t> Ctl::After(bool along_arcs, std::size_t position) const {
  if (along_arcs) return graph_.out[graph_.target[position]];
  std::vector<std::size_t> after;
  for (const std::size_t arc : graph_.out[position]) after.push_back(graph_.target[arc]);
  return after;
}

bool Ctl::OnPathsFrom(const Formula& f, bool along_arcs, std::size_t position) {
  const Next next = [=, this](std::size_t p) { return After(along_arcs, p); };
  const auto first = [&](std::size_t p) { return Ask(f.operands[0], along_arcs, p); };
  const auto second = [&](std::size_t p) { return Ask(f.operands[1], along_arcs, p); };
  const auto everywhere = [](std::size_t) { return true; };
  const auto some_until = [&](const Predicate& hold, const Predicate& until) {
    std::set<std::size_t> visited;
    return SomePathUntil(next, hold, until, position, visited);
  };
  const auto some_within = [&](const Predicate& within) {
    std::set<std::size_t> path;
    std::set<std::size_t> failed;
    return SomePathWithin(next, within, position, path, failed);
  };
  const auto no_first = [&](std::size_t p) { return !first(p); };
  const auto no_second = [&](std::size_t p) { return !second(p); };
  switch (f.op) {
    case Operator::kPos:
      return some_until(everywhere, first);
    case Operator::kInv:
      return !some_until(everywhere, no_first);
    case Operator::kEv:
      return !some_within(no_first);
    case Operator::kAlong:
      return some_within(first);
    case Operator::kExistUntil:
      return some_until(first, second);
    default:  // FORALL_UNTIL fails on a path where the second never holds, or the first fails
              // before
      return !some_within(no_second) &&
             !some_until(no_second, [&](std::size_t p) { return no_first(p) && no_second(p); });
  }
}

}  // namespace reference
