// Reads and writes the cases of kind configurationtest. Internal to suite/.
//
// Thread safety: free functions without state.
#pragma once

#include "adapter/systems/paxos/cases/configuration_case.h"
#include "xml/checked.h"
#include "xml/element.h"

namespace cases {

/// What TestValues and TestOracles of a configurationtest case may hold.
xml::Names ConfigurationValues();
xml::Names ConfigurationOracles();

/// Throws ParseError.
ConfigurationCase ReadConfigurationCase(const xml::Checked& values, const xml::Checked& oracles);

/// Adds the content of the case to its element.
void WriteConfigurationCase(const ConfigurationCase& content, xml::Element& test_case);

}  // namespace cases
