// The `cpngen` program but for main(): a call in, text and an exit code out.
//
// With ExitCode::kBadInput no file has been written or changed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cpngen/options/exit_code.h"
#include "cpngen/options/options.h"
#include "cpngen/streams.h"

namespace cpngen {

/// Runs the command that `arguments`, without the program's name, ask for. Returns the program's
/// exit code (exit_code.h). What is wrong with the call or its input is said on `streams.err`; no
/// exception that a user can cause leaves this function.
int RunProgram(const std::vector<std::string>& arguments, const Streams& streams);

/// Likewise `work`, a command on `model`, with what commands have: a budget that is watched, and
/// messages about what it throws.
int RunAsCommand(const std::string& model, const ResourceLimits& limits, const Streams& streams,
                 const std::function<ExitCode(const Streams&)>& work);

}  // namespace cpngen
