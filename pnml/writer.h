// Writes a Net that FromModel() made as PNML, one page, without graphics.
//
// Invariant: ReadNet(WriteNet(net)) is the net, but for positions, and for sums and multiples of a
// place/transition net, which become numbers.
// Thread safety: free functions without state. Source: ISO/IEC 15909-2:2011.
#pragma once

#include <string>

#include "pnml/net.h"

namespace pnml {

/// Requires that every sort has an id, and that none is a partition. Throws TranslationError
/// (to_lua.h) for what XML as it is read here has no room for.
std::string WriteNet(const Net& net);

}  // namespace pnml
