// Keys as people read them: "deliver client>replica1 Propose #2", with the incarnation when it is
// not the first: "deliver client>replica1 Propose ~1 #2".
//
// Thread safety: free functions without state.
#pragma once

#include <string>

#include "systematic/key.h"
#include "systematic/names.h"

namespace systematic {

/// The key in words.
std::string ToText(const Key& key, const Names& names);

}  // namespace systematic
