// What `conform` judges: traces, or logs.
//
// Thread safety: free functions without state.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/budget.h"
#include "conformance/log_mapping.h"
#include "cpngen/options/options.h"
#include "trace/trace.h"

namespace cpngen {

/// A trace or a log of a file that the call names.
struct ConformInput {
  std::string file;
  std::string name;        ///< which of the file's traces: "trace 2", "case 7"; empty: it has one
  std::size_t number = 0;  ///< its place among the file's traces, from 0
  trace::Trace trace;
  std::vector<conformance::LoggedEvent> log;
  bool is_log = false;
};

/// In the order of the call. Throws base::ParseError, ModelError for the mapping, and InputError.
std::vector<ConformInput> ReadConformInputs(const ConformOptions& options,
                                            const base::Budget* budget);

}  // namespace cpngen
