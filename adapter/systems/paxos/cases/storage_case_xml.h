// Reads and writes the cases of kind storagetest. Internal to suite/.
//
// Beside the form of the elements is checked what has no meaning: a value of a promise, a failing
// mark of an opening, an event after a damage. Thread safety: free functions without state.
#pragma once

#include <string>

#include "adapter/systems/paxos/cases/storage_case.h"
#include "xml/checked.h"
#include "xml/element.h"

namespace cases {

/// What TestValues and TestOracles of a storagetest case may hold.
xml::Names StorageValues();
xml::Names StorageOracles();

/// `whose` completes messages: " of a storagetest case". Throws ParseError.
StorageCase ReadStorage(const xml::Checked& values, const xml::Checked& oracles,
                        const std::string& whose);

/// Adds the content of the case to its element.
void WriteStorage(const StorageCase& content, xml::Element& test_case);

}  // namespace cases
