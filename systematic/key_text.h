// Keys as people read them: "deliver client>replica1 Propose #2", with the incarnation when it is
// not the first: "deliver client>replica1 Propose ~1 #2".
//
// Thread safety: free functions without state.
#pragma once

#include <string>
#include <string_view>

#include "systematic/key.h"
#include "systematic/names.h"

namespace systematic {

/// The key in words; of the key itself only the numbers count.
std::string KeyText(const Key& key, std::string_view kind, std::string_view from,
                    std::string_view to, std::string_view what);

/// The key in words.
std::string ToText(const Key& key, const Names& names);

}  // namespace systematic
