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
#include <tuple>
#include <utility>
#include <vector>

#include "cpn/ctl/formula.h"

namespace reference {

struct CtlGraph {
  std::vector<std::vector<std::size_t>> out;  ///< by marking: the arcs out of it
  std::vector<std::size_t> target;            ///< by arc: the marking after it
};

struct CtlAtoms {
  std::function<bool(cpn::ctl::StateFunctionId, std::size_t marking)> state_function;
  std::function<bool(const cpn::ctl::ArcPattern&, std::size_t arc)> arc_pattern;
};

class Ctl {
 public:
  Ctl(CtlGraph graph, CtlAtoms atoms) : graph_(std::move(graph)), atoms_(std::move(atoms)) {}

  const CtlGraph& graph() const { return graph_; }
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

  CtlGraph graph_;
  CtlAtoms atoms_;
  std::map<std::tuple<const cpn::ctl::Formula*, bool, std::size_t>, bool> known_;
};

}  // namespace reference
