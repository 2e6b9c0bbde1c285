// Runs of a net that somebody wrote down (steps of kind binding): are they runs of this net?
//
// Thread safety: as the engine.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "conformance/observed_trace.h"
#include "conformance/verdict.h"
#include "conformance/view.h"
#include "trace/trace.h"

namespace conformance {

/// Takes the steps of kind binding one after the other, silent ones included. The misfit is about
/// the first that is not enabled; that it names no transition of the net, or that its binding
/// cannot be read, is then its only reason.
Verdict JudgeRun(cpn::Engine& engine, const trace::Trace& trace);

/// What such a run shows under the view. A step whose binding cannot be read is silent when its
/// transition cannot be observed; otherwise `problem` becomes one line about the first of them.
std::vector<SeenEvent> ShownBy(cpn::Engine& engine, View& view, const trace::Trace& trace,
                               std::optional<std::string>& problem);

}  // namespace conformance
