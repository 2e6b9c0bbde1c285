// Parse for those who go on to make messages about the same text (the typed reader), and reading a
// file into memory. For suite/ and the readers of other formats (pnml/, mcc/).
//
// Thread safety: free functions without state.
#pragma once

#include <string>
#include <vector>

#include "base/source.h"
#include "xml/element.h"

namespace xml {

/// Text beside the children of an element.
struct StrayText {
  std::string element;
  base::Position position;  ///< of the first of its characters that is no white space
};

/// The root element of the source. Text beside elements is left out and added to `stray`, once for
/// each element and an inner element first; without `stray` it is an error. Throws ParseError.
Element ParseSource(const base::Source& source, std::vector<StrayText>* stray = nullptr);

/// The contents of a file of at most kMaxFileBytes. Throws ParseError.
std::string ReadFile(const std::string& path);

}  // namespace xml
