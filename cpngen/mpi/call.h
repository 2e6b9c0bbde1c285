// A call of `cpngen_mpi`: a call of `cpngen`, and what only ranks need.
// Thread safety: free functions without state.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "cpngen/options/options.h"

namespace cpngen {

struct MpiCall {
  Command command;         ///< SpaceOptions, CheckOptions, GenerateOptions, or an Exit
  std::string checkpoint;  ///< folder; empty: none
  double checkpoint_minutes = 10;
  std::string resume;  ///< folder; empty: from the initial marking
  bool stats = false;  ///< a line for each rank on standard error
};

/// Reads the arguments, without the program's name. What ranks do not do together is an Exit that
/// says what does it.
MpiCall ReadMpiCall(const std::vector<std::string>& arguments);

}  // namespace cpngen
