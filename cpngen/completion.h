// What shells can complete of a call of `cpngen`: files that are models, and the names that the
// model on the command line declares.
//
// Thread safety: free functions; one thread, as CLI11.
#pragma once

#include "command_line/completion.h"
#include "cpngen/options/exit_code.h"
#include "cpngen/options/options.h"
#include "cpngen/streams.h"

namespace cpngen {

/// Where the values of arguments come from.
const command_line::ValueSources& CompletionSources();

/// Prints the names that can stand at the cursor: test case specifications, properties, modules, or
/// parameters of the model that the call names. None when there is no model, or it has an error:
/// nobody wants to read about that while a word is completed.
ExitCode CompleteNames(const NamesOptions& options, const Streams& streams);

}  // namespace cpngen
