// A net as what systematic testing runs: an execution is a run of the net, a step the occurrence of
// a binding element, and what judges it are the model's properties.
//
// The enabled binding elements of the highest priority are the options; the key of one is its
// transition and its binding as the model writes them, "Request" and "(c = 1)", so that leaving
// out a step of a schedule renames no other. An option keeps its age as long as its binding element
// stays enabled. Nothing is ever healed, so that progress is owed from the start.
// Invariants: what is enabled comes from the engine's memos; only what a step changed is told to
// the scheduler.
// Thread safety: as any harness.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "nets/bench.h"
#include "systematic/harness.h"
#include "systematic/schedule.h"

namespace nets {

/// The judge of an execution in which the model itself fails; its message is the ModelError's.
inline constexpr const char* kModelFails = "the model fails";

/// How long executions of a net are. `steps` of one that is not fair; a fair one has ten times as
/// many. `temperature`: the steps for which a fair one may owe what EV claims; 0: five times
/// `steps`.
systematic::Bounds BoundsOf(std::uint64_t steps, std::uint64_t temperature);

/// The harness of the model of these benches, which watches `properties`, a part of those of the
/// benches: its monitors have their names. When several are violated at once the first one counts.
systematic::HarnessInfo NetHarness(std::shared_ptr<Benches> benches,
                                   const std::vector<std::string>& properties,
                                   const systematic::Bounds& bounds);

/// The steps of a schedule, as Engine::FormatElement() writes them.
std::vector<std::string> StepsOf(const systematic::Schedule& schedule);

}  // namespace nets
