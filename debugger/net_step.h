// A step of a net as data for people and files: the tokens that it moves, the binding element as a
// step of a trace, the hash of a marking.
//
// Thread safety: as Engine.
#pragma once

#include <string>
#include <vector>

#include "cpn/engine/engine.h"
#include "trace/trace.h"

namespace debugger {

/// What a step does to one place.
struct StepMove {
  cpn::PlaceId place = 0;
  cpn::MultiSet removed;
  cpn::MultiSet added;
};

/// The tokens that `step` moves in `before`, by place; reset arcs as what they remove there.
std::vector<StepMove> MovesOf(const cpn::Engine& engine, const cpn::Marking& before,
                              cpn::BindingElementId step);

/// A step has the instance as its node, the transition as its name, the binding as its fields, the
/// tokens as its moves; its key is the binding element as Engine::FormatElement writes it.
trace::Step StepOf(const cpn::Engine& engine, const cpn::Marking& before, cpn::BindingElementId id);

/// What a step's hash is: 16 hexadecimal digits.
std::string HashOf(const cpn::Engine& engine, const cpn::Marking& marking);

}  // namespace debugger
