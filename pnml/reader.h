// Reads PNML: a file's only net, with all its pages, into a Net.
//
// What is read: place/transition nets, and symmetric nets with dots, booleans, finite and cyclic
// enumerations, finite integer ranges, products and partitions; `all`, multiples, sums,
// differences, scalar products, successor and predecessor, tuples; conditions; declared operators,
// which are replaced by their definitions. Reference places and transitions stand for what they
// refer to. Graphics and tool-specific parts are passed over, and so is text beside elements, with
// a warning. Anything else is an error: nothing of a net is dropped silently.
// Thread safety: free functions without state.
// Source: ISO/IEC 15909-2:2011.
#pragma once

#include <string>
#include <string_view>

#include "pnml/net.h"

namespace pnml {

/// The net of a document; `filename` is for messages. Throws base::ParseError.
Net ReadNet(std::string_view text, const std::string& filename);

/// The net of a file. Throws base::ParseError, also when it cannot be read.
Net ReadNetFile(const std::string& path);

}  // namespace pnml
