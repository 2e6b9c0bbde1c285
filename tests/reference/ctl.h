// ASK-CTL by definition: operators that speak of paths look for a path, walking from one position
// to the next, for every marking and arc anew. No labelling, no fixpoints, no reversed arcs.
//
// A path over markings goes from a marking to the markings after its arcs; a path over arcs from an
// arc to the arcs out of the marking after it. Either is maximal: it goes on for ever or has
// nothing to go on with. Some infinite path stays within a finite set exactly if one that walks
// into its own steps does. Source: docs/properties.md.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "cpn/ctl/formula.h"

namespace reference {

struct CtlGraph {
  std::vector<std::vector<std::size_t>> out;  ///< by marking: the arcs out of it
  std::vector<std::size_t> target;            ///< by arc: the marking after it
};

/// Which infinite paths are fair: by arc, the constraint that it takes, if any; by constraint,
/// whether it is strong. A constraint is enabled in a marking with an arc that takes it.
struct CtlFairness {
  std::vector<std::optional<std::size_t>> of_arc;
  std::vector<bool> strong;
};

struct CtlAtoms {
  std::function<bool(cpn::ctl::StateFunctionId, std::size_t marking)> state_function;
  std::function<bool(const cpn::ctl::ArcPattern&, std::size_t arc)> arc_pattern;
};

class Ctl {
 public:
  Ctl(CtlGraph graph, CtlAtoms atoms) : graph_(std::move(graph)), atoms_(std::move(atoms)) {}
  /// EV, ALONG and FORALL_UNTIL speak of fair paths. Some such path stays within a finite set
  /// exactly if a subset of the markings can be gone round for ever, and is fair: all subsets are
  /// tried, so that graphs must be small, 20 markings at most.
  Ctl(CtlGraph graph, CtlAtoms atoms, CtlFairness fairness)
      : graph_(std::move(graph)), atoms_(std::move(atoms)), fairness_(std::move(fairness)) {}

  const CtlGraph& graph() const { return graph_; }
  /// Is it fair to take these arcs, each leading to where the next begins, again and again?
  bool IsFairRound(const std::vector<std::size_t>& arcs) const;
  /// The formula must live as long as this, since what was found about it is remembered.
  bool InState(const cpn::ctl::Formula& f, std::size_t marking) { return Ask(f, false, marking); }
  bool OfArc(const cpn::ctl::Formula& f, std::size_t arc) { return Ask(f, true, arc); }

 private:
  bool Ask(const cpn::ctl::Formula& f, bool of_arc, std::size_t at);
  bool Compute(const cpn::ctl::Formula& f, bool of_arc, std::size_t at);
  bool OnPaths(const cpn::ctl::Formula& f, bool of_arc, std::size_t at);
  /// `position` of a path: a marking or an arc.
  bool OnPathsFrom(const cpn::ctl::Formula& f, bool along_arcs, std::size_t position);
  std::vector<std::size_t> After(bool along_arcs, std::size_t position) const;
  /// Is there a fair maximal path from `position` on which `within` holds everywhere?
  bool SomeFairPathWithin(bool along_arcs, const std::function<bool(std::size_t)>& within,
                          std::size_t position) const;
  bool CanGoRound(const std::vector<bool>& markings, const std::vector<bool>& arcs) const;
  bool IsFair(const std::vector<bool>& markings, const std::vector<bool>& arcs) const;

  CtlGraph graph_;
  CtlAtoms atoms_;
  std::optional<CtlFairness> fairness_;
  std::map<std::tuple<const cpn::ctl::Formula*, bool, std::size_t>, bool> known_;
};

}  // namespace reference
