// Changes of a model's text that keep it a text of the model language mostly: pieces (a token, or a
// bracket with what is in it, or a call) are removed, moved, replaced, wrapped, and constructs of
// the language put in their place.
//
// Invariant: brackets and blocks that were balanced are balanced afterwards.
// Thread safety: a free function without state.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fuzz {

/// `text` with one change, which depends on `text` and `seed` alone. At most `most_bytes` long,
/// unless `text` is longer.
std::string MutateModel(std::string_view text, std::uint32_t seed, std::size_t most_bytes);

}  // namespace fuzz
