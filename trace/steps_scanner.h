// The steps of a file of traces, read in one pass: a file of a million steps opens in a second or
// two, and nothing but the steps themselves is kept in memory.
//
// How it works: of the document only the lists of steps are read here; the rest, which is small, is
// left for the reader that can say what is wrong (trace_reader.cc). What is not plainly a list of
// steps is left to that reader, too: this one never says why.
// Invariant: what is read here is what the other reader would read.
// Thread safety: free functions without state.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "trace/trace.h"

namespace trace {

struct ScannedSteps {
  std::string rest;                      ///< the text with empty lists of steps, line by line
  std::vector<std::vector<Step>> steps;  ///< by list
};
/// Where the text is not what this reader knows.
struct NotScanned {
  std::size_t offset = 0;
};

/// `text` is a whole document without byte order mark.
std::variant<ScannedSteps, NotScanned> ScanSteps(std::string_view text);

}  // namespace trace
