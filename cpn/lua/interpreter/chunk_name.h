// What Lua calls a chunk, for messages: the file that it stands in and, for an expression, how
// many lines of the file come before it, so that Lua counts lines from 1 and errors count them from
// the beginning of the file.
//
// Thread safety: free functions without state.
#pragma once

#include <string>
#include <string_view>

#include "cpn/values/error.h"

namespace cpn::lua {

struct ChunkPlace {
  std::string_view file;
  int lines_before = 0;
};

/// The chunk name of text that begins behind `lines_before` lines of `file`.
std::string ChunkName(std::string_view file, int lines_before);
/// Undoes ChunkName(). Requires a name that it made, as lua_Debug::source has it.
ChunkPlace ChunkPlaceOf(std::string_view source);
/// Where `line` of that chunk is.
SourceLocation LocationInChunk(std::string_view source, int line);

}  // namespace cpn::lua
