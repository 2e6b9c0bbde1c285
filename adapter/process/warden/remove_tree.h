// Removes a folder and all that is in it, whatever a hostile program has made of it: symbolic links
// (they are removed, never followed), folders without permissions, folders nested so deeply that no
// path leads to their ends.
//
// Thread safety: a free function without state; nobody else may change the folder meanwhile.
#pragma once

#include <string>

namespace adapter {

/// Returns 0 when the folder is gone afterwards (or never was), else errno of what stays.
int RemoveTree(const std::string& folder);

}  // namespace adapter
