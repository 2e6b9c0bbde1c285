// Parse for those who go on to make messages about the same text (the typed reader), and reading a
// file into memory. For suite/ and the readers of other formats (pnml/, mcc/).
//
// Thread safety: free functions without state.
#pragma once

#include <string>

#include "base/source.h"
#include "xml/element.h"

namespace xml {

/// The root element of the source. Throws ParseError.
Element ParseSource(const base::Source& source);

/// The contents of a file of at most kMaxFileBytes. Throws ParseError.
std::string ReadFile(const std::string& path);

}  // namespace xml
