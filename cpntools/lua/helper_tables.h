// The parts of the table of helpers, by subject. Internal to cpntools.
//
// Invariant: a helper calls only helpers of its own part or of an earlier one (values, lists,
// multi-sets, strings, colour sets), and those are in `calls`.
// Immutable; use it from any thread.
#pragma once

#include <span>
#include <string_view>

namespace cpntools {

struct LuaHelper {
  std::string_view name;
  std::string_view definition;
  std::string_view calls = "";  ///< the helpers that it needs, with blanks between them
};

std::span<const LuaHelper> ValueHelpers();
std::span<const LuaHelper> ListHelpers();
std::span<const LuaHelper> MultiSetHelpers();
std::span<const LuaHelper> StringHelpers();
std::span<const LuaHelper> ColourSetHelpers();

}  // namespace cpntools
