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

/// Do the arcs, all of which lead from one of the markings to another, connect all of them?
bool Ctl::CanGoRound(const std::vector<bool>& markings, const std::vector<bool>& arcs) const {
  for (std::size_t from = 0; from < markings.size(); ++from) {
    if (!markings[from]) continue;
    std::vector<bool> reached(markings.size());  // in one step or more
    std::vector<std::size_t> waiting = {from};
    while (!waiting.empty()) {
      const std::size_t at = waiting.back();
      waiting.pop_back();
      for (const std::size_t arc : graph_.out[at]) {
        const std::size_t to = graph_.target[arc];
        if (!arcs[arc] || reached[to]) continue;
        reached[to] = true;
        waiting.push_back(to);
      }
    }
    for (std::size_t to = 0; to < markings.size(); ++to) {
      if (markings[to] && !reached[to]) return false;
    }
  }
  return true;
}

/// Is the path fair that takes the arcs, and is in the markings, again and again?
bool Ctl::IsFair(const std::vector<bool>& markings, const std::vector<bool>& arcs) const {
  for (std::size_t c = 0; c < fairness_->strong.size(); ++c) {
    bool somewhere = false, everywhere = true, taken = false;
    for (std::size_t m = 0; m < markings.size(); ++m) {
      if (!markings[m]) continue;
      bool enabled = false;
      for (const std::size_t arc : graph_.out[m]) {
        if (fairness_->of_arc[arc] != c) continue;
        enabled = true;
        taken = taken || arcs[arc];
      }
      somewhere = somewhere || enabled;
      everywhere = everywhere && enabled;
    }
    if ((fairness_->strong[c] ? somewhere : everywhere) && !taken) return false;
  }
  return true;
}

bool Ctl::IsFairRound(const std::vector<std::size_t>& round) const {
  if (!fairness_) return true;
  std::vector<bool> markings(graph_.out.size());
  std::vector<bool> arcs(graph_.target.size());
  for (const std::size_t arc : round) {
    arcs[arc] = true;
    markings[graph_.target[arc]] = true;
  }
  return IsFair(markings, arcs);
}

bool Ctl::SomeFairPathWithin(bool along_arcs, const Predicate& within, std::size_t position) const {
  if (!within(position)) return false;
  const std::size_t start = along_arcs ? graph_.target[position] : position;
  const std::size_t count = graph_.out.size();
  if (count > 20) throw std::logic_error("too many markings");
  // The arcs along which the path may go, and the markings that it can come to.
  std::vector<bool> may(graph_.target.size());
  std::vector<bool> reached(count);
  std::vector<std::size_t> waiting = {start};
  reached[start] = true;
  while (!waiting.empty()) {
    const std::size_t at = waiting.back();
    waiting.pop_back();
    if (graph_.out[at].empty()) return true;  // it ends
    for (const std::size_t arc : graph_.out[at]) {
      may[arc] = within(along_arcs ? arc : graph_.target[arc]);
      if (!may[arc] || reached[graph_.target[arc]]) continue;
      reached[graph_.target[arc]] = true;
      waiting.push_back(graph_.target[arc]);
    }
  }
  for (std::size_t set = 1; set < std::size_t{1} << count; ++set) {
    std::vector<bool> markings(count);
    bool all_reached = true;
    for (std::size_t m = 0; m < count; ++m) {
      markings[m] = (set >> m & 1) != 0;
      all_reached = all_reached && (!markings[m] || reached[m]);
    }
    if (!all_reached) continue;
    std::vector<bool> arcs(may.size());
    for (std::size_t m = 0; m < count; ++m) {
      for (const std::size_t arc : graph_.out[m]) {
        arcs[arc] = markings[m] && may[arc] && markings[graph_.target[arc]];
      }
    }
    if (CanGoRound(markings, arcs) && IsFair(markings, arcs)) return true;
  }
  return false;
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
    if (fairness_) return SomeFairPathWithin(along_arcs, within, position);
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
