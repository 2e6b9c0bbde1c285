// Reads and writes the cases of kind wiretest. Internal to suite/.
//
// Beside the form of the elements is checked that each message has its fields and an outcome, and
// that replies stand alone. Thread safety: free functions without state.
#pragma once

#include <string>

#include "adapter/systems/paxos/cases/wire_case.h"
#include "xml/checked.h"
#include "xml/element.h"

namespace cases {

/// What TestValues and TestOracles of a wiretest case may hold.
xml::Names WireValues();
xml::Names WireOracles();

/// `whose` completes messages: " of a wiretest case". Throws ParseError.
WireCase ReadWire(const xml::Checked& values, const xml::Checked& oracles,
                  const std::string& whose);

/// Adds the content of the case to its element.
void WriteWire(const WireCase& content, xml::Element& test_case);

}  // namespace cases
