// What a picture of one module shows, before anything has a position: nodes with their annotations,
// and arcs with their inscriptions. The conventions are those of CPN Tools: places are ellipses
// with their colour set below and their initial marking above on the right, and a tag below on the
// left for ports (In, Out, I/O) and fusion sets; transitions are boxes with the guard (and the
// lets, as equalities) above and the priority below on the left; substitution transitions are
// double boxes tagged with their module. What a transition is in the system ("fault", "timer", ...)
// stands below it, and is its colour.
//
// Invariants:
//  1. Nodes: places, then transitions, then substitution transitions, each in declaration order.
//  2. An input and an output arc with the same inscription are one double-headed arc.
// Plain values; free functions without state.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "base/text_layout.h"
#include "cpn/net/model.h"
#include "cpn/values/value.h"

namespace cpn::draw {

enum class Shape : std::uint8_t { kPlace, kTransition, kSubstitution };
enum class Corner : std::uint8_t { kTopLeft, kTopRight, kBottomLeft, kBottomRight };

using base::Lines;
using base::Wrap;

struct DiagramNode {
  Shape shape = Shape::kPlace;
  std::string name;
  std::array<Lines, 4> annotations;  ///< indexed by Corner; empty: nothing there
  std::string tag;                   ///< in a box below on the left; empty: none
  std::string fill = {};             ///< colour of its inside, as "#b7e4b0"; empty: white
  std::string line = {};             ///< colour of its outline; empty: black
  std::string tip = {};              ///< all that a reader may want to know; lines; empty: none
  bool is_repeated = false;          ///< a place that has been on a page before: dashed
  std::string link = {};             ///< where a click in an SVG leads to, as "#a"; empty: nowhere

  const Lines& At(Corner corner) const { return annotations[static_cast<std::size_t>(corner)]; }
  Lines& At(Corner corner) { return annotations[static_cast<std::size_t>(corner)]; }
};

enum class Head : std::uint8_t {
  kArrow,
  kBothArrows,   ///< test arc, or the same inscription in and out
  kCircle,       ///< inhibitor arc
  kDoubleArrow,  ///< reset arc
};

struct DiagramArc {
  std::size_t source = 0;  ///< indices of nodes; the head is at the target
  std::size_t target = 0;
  Head head = Head::kArrow;
  Lines inscription;
  std::string tip = {};  ///< as that of a node
};

struct Diagram {
  std::string title;
  std::vector<DiagramNode> nodes;
  std::vector<DiagramArc> arcs;
};

/// The picture of `module`. `values` is the store of the model's values.
Diagram MakeDiagram(const Model& model, ModuleId module, const ValueStore& values);

}  // namespace cpn::draw
