// Elements by their content, as texts that can be compared and sorted.
//
// Thread safety: free functions without state.
#pragma once

#include <string>

#include "xml/element.h"

namespace suite {

/// Appends a text that is the same for equal elements only: every part with its length.
void AppendKey(const xml::Element& element, std::string& key);

/// One text for all elements that mean the same as a response: with the same name, text, attributes
/// and children, the latter two in any order.
std::string ContentKey(const xml::Element& element);

}  // namespace suite
