// Which parts belong together: those of one call, each once.
//
// Thread safety: free functions without state.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "command_line/shard.h"
#include "cpngen/shard_call.h"

namespace cpngen {

/// What a file says of the call that it is a part of.
struct PartHeader {
  std::string file;
  command_line::Shard shard;
  CallTexts call;  ///< what must be the same in all parts
};

/// The parts in their order, as indices into `parts`, which are one or more. Throws InputError,
/// which names the files, unless they are all the parts of one call.
std::vector<std::size_t> OrderOfParts(const std::vector<PartHeader>& parts);

/// Throws InputError: the two files are of different calls, since `what` is one thing in the first
/// and another in the second.
[[noreturn]] void RefuseOtherCall(const std::string& file, const std::string& value,
                                  const std::string& other_file, const std::string& other_value,
                                  const std::string& what);

/// Throws InputError: the file is no part, since it was made without --shard.
[[noreturn]] void RefuseWhole(const std::string& file);

}  // namespace cpngen
