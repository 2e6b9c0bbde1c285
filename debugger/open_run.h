// Recorded steps taken again, fast: a run of a million steps is ready in about a second.
//
// How it works: a step is found by its text among what is enabled; the text of a binding element is
// made once, and looked up from then on.
// Thread safety: as Engine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cpn/engine/engine.h"
#include "trace/trace.h"

namespace debugger {

/// A recorded step: its text, and the hash of the marking after it, or nothing.
struct RecordedStep {
  std::string_view key;
  std::string_view hash = {};
};

/// The binding elements of the steps, from the initial marking on. Throws SessionError when one is
/// not enabled, or leads to another marking; hashes are compared every kHashInterval steps and at
/// the end.
std::vector<cpn::BindingElementId> TakeAgain(cpn::Engine& engine,
                                             const std::vector<RecordedStep>& steps);
inline constexpr std::size_t kHashInterval = 1'024;

/// The steps of a trace of a net. Throws SessionError for steps without a key.
std::vector<RecordedStep> RecordedSteps(const trace::Trace& trace);
/// The lines of a record; those that begin with # say where it comes from.
std::vector<RecordedStep> RecordedSteps(std::string_view record);

}  // namespace debugger
