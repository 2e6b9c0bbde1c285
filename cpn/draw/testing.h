// A small model for the tests of drawing, with one of everything that a picture can show.
#pragma once

#include "cpn/net/model.h"
#include "cpn/values/value.h"

namespace cpn::draw {

/// Module 0 is the top module, with Sub as its only instance; module 1 is Worker.
inline Model SampleModel(ValueStore& values) {
  Model model;
  model.name = "sample";
  model.colour_sets.resize(2);
  model.colour_sets[0].name = "UNIT";
  model.colour_sets[1].name = "INT";
  model.colour_sets[1].kind = ColourSetKind::kInt;

  ModuleDeclaration top;
  top.name = "Top";
  top.places = {
      {"Idle", 0, PortKind::kNone, {}, {{values.Unit(), 2}}, "", {}},
      {"Jobs", 1, PortKind::kNone, {}, {}, "", {}},
      {"Done", 1, PortKind::kNone, "Done", {}, "{ 1, 2 }", {}},
  };
  TransitionDeclaration start;
  start.name = "Start";
  start.priority = 100;
  start.variables = {{"b", 1}, {"b2", 1}};
  start.guard_text = "b > 0 and \"x\" ~= 'y'";
  const auto arc = [](ArcKind kind, std::uint32_t place, std::string text) {
    return ArcDeclaration{kind, place, {}, std::move(text), {}};
  };
  start.arcs = {arc(ArcKind::kInput, 0, "unit"), arc(ArcKind::kOutput, 1, "b2"),
                arc(ArcKind::kTest, 2, "b")};
  TransitionDeclaration check;
  check.name = "Check";
  check.priority = -7;
  check.arcs = {arc(ArcKind::kInhibitor, 0, ""), arc(ArcKind::kReset, 1, ""),
                arc(ArcKind::kInput, 2, "b"), arc(ArcKind::kOutput, 2, "b")};
  top.transitions = {start, check};
  top.substitutions = {{"Sub", 1, {{"Jobs", 1}, {"Out", 2}, {"Both", 0}}, {}}};

  ModuleDeclaration worker;
  worker.name = "Worker";
  worker.places = {{"Jobs", 1, PortKind::kIn, {}, {}, "", {}},
                   {"Out", 1, PortKind::kOut, {}, {}, "", {}},
                   {"Both", 0, PortKind::kInOut, {}, {}, "", {}}};
  model.modules = {top, worker};
  return model;
}

}  // namespace cpn::draw
