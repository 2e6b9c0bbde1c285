// The option --reduce of the commands that explore.
#pragma once

#include <CLI/App.hpp>

#include "cpngen/options/options.h"

namespace cpngen {

/// --reduce WORD[,WORD...]. A word that is none, or comes twice, is refused.
void AddReduction(CLI::App& command, ReductionChoice& reduction);

}  // namespace cpngen
