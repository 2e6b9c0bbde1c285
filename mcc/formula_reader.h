// Reads the contest's formula files.
//
// Thread safety: free functions without state.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mcc/formula.h"
#include "pnml/net.h"

namespace mcc {

/// The properties of a <property-set>, in order; `net` has what they name. `filename` is for
/// messages. Throws base::ParseError.
std::vector<Property> ReadProperties(std::string_view text, const std::string& filename,
                                     const pnml::Net& net);

}  // namespace mcc
