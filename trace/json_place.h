// Where the values of a JSON text stand in it, which the JSON library does not tell.
//
// Both functions take one pass over the text. Thread safety: free functions without state.
// Source: RFC 8259 (JSON), RFC 6901 (JSON pointers, but for its escapes: ~ and / in names).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace trace {

/// The first array or object that is nested deeper than `most`, or the first that names a member
/// twice, in any text.
struct JsonFault {
  std::size_t offset = 0;
  std::string what;
};
std::optional<JsonFault> FindJsonFault(std::string_view text, int most_depth);

/// The offset of the value that a JSON pointer leads to in a valid text; of the last value on the
/// way that is there, if it leads to none.
std::size_t FindPlace(std::string_view text, std::string_view pointer);

}  // namespace trace
