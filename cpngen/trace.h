// A run for a reader: its steps from the initial marking with the tokens that they move, the loop
// that it ends in, or its dead marking, and remarks on the way. What `simulate` and `check` show.
//
// Invariant: the steps can occur in this order from the initial marking of the engine that a
// function here is given. Thread safety: as Engine.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cpn/ctl/result.h"
#include "cpn/engine/engine.h"

namespace cpngen {

/// Something to say after so many steps.
struct TraceRemark {
  std::size_t steps = 0;
  std::string text;
  std::string where;  ///< file:line of what it speaks of; may be empty
};

struct Trace {
  std::vector<cpn::BindingElementId> steps;
  /// After the last step the run goes on with steps[*loop], for ever.
  std::optional<std::size_t> loop;
  bool ends_dead = false;
  std::vector<TraceRemark> remarks;  ///< by steps
  std::size_t critical = 0;          ///< number of the step that put a property out of reach
};

Trace MakeTrace(const cpn::ctl::Evidence& evidence);

/// Calls `use(index, marking before the step)` for all steps in order; returns the last marking.
cpn::Marking ForEachStep(
    cpn::Engine& engine, const std::vector<cpn::BindingElementId>& steps,
    const std::function<void(std::size_t index, const cpn::Marking& before)>& use);

/// The steps, numbered from 1, each with its tokens; the loop is marked, remarks stand between.
/// `last` becomes the last marking.
std::string StepsText(cpn::Engine& engine, const Trace& trace, cpn::Marking& last);

/// "properties.lua:7"; empty when the line is not known.
std::string PlaceText(const cpn::SourceLocation& where);

/// A marking, one line per place, indented; "no tokens" for none.
std::string MarkingText(const cpn::Engine& engine, const cpn::Marking& marking);

}  // namespace cpngen
