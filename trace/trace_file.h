// Traces as JSON, the form that docs/trace_format.md has: a file holds any number of them.
//
// Invariants:
//  1. Parse(Write(traces)) == traces for all traces without a flaw whose texts are UTF-8;
//  2. Write is a function of the traces: same traces, same bytes;
//  3. nothing is ignored: a member that the format does not name is an error.
// Thread safety: free functions without state.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/parse_error.h"
#include "trace/trace.h"

namespace trace {

inline constexpr std::string_view kFormat = "cpngen-trace";
inline constexpr int kVersion = 1;

// Beyond these Parse refuses (docs/trace_format.md, "Limits").
inline constexpr std::size_t kMaxFileBytes = 256u << 20;
inline constexpr int kMaxDepth = 8;  ///< of arrays and objects

/// The traces of a document. `filename` is for messages only. Throws base::ParseError.
std::vector<Trace> Parse(std::string_view text, const std::string& filename);

/// Parse of a file's contents. Throws base::ParseError, also when the file cannot be read.
std::vector<Trace> ReadTraces(const std::string& path);

/// Whether `text` is JSON by its first character. A first look at a file of unknown kind.
bool LooksLikeTraces(std::string_view text);

/// The document of the traces: a line for each step, a line feed at the end. A byte that is no
/// UTF-8 is written as base::EscapedUtf8 does. Throws std::invalid_argument when a trace has a
/// flaw.
std::string Write(const std::vector<Trace>& traces);

}  // namespace trace
