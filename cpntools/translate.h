// A .cpn document to a model in the model language (docs/model_language.md), as readable text.
//
// Invariants:
//  1. everything of the net that has a meaning is in the text, or in problems; nothing is left out
//     silently. Declarations that the net does not need may be left out; notes say which;
//  2. the same document gives the same text.
// Thread safety: free functions without state.
#pragma once

#include <string>

#include "cpntools/document/document.h"
#include "cpntools/translation.h"

namespace cpntools {

/// `name` is the model's, for its first line.
Translation Translate(const Document& document, const std::string& name);

}  // namespace cpntools
