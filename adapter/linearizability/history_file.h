// Histories in files: one JSON object a line, {"client": 1, "op": "write", "args": ["x", 5],
// "result": null, "begin": 10, "end": 12}; docs/linearizability.md says what each type has.
//
// Reading knows no verdict. Thread safety: free functions without state.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "adapter/linearizability/datum.h"
#include "oracles/linearizability/history.h"
#include "oracles/linearizability/map.h"
#include "oracles/linearizability/queue.h"
#include "oracles/linearizability/register.h"

namespace adapter::linearizability {

using Registers = oracles::linearizability::Register<Datum, Datum>;
using Maps = oracles::linearizability::Map<Datum, Datum>;
using Queues = oracles::linearizability::Queue<Datum>;

template <typename Spec>
struct HistoryFile {
  oracles::linearizability::History<Spec> history;
  std::vector<std::size_t> lines;  ///< of each operation, from 1
};

// All of these throw base::ParseError with the place of the first thing that is wrong.

/// Reads and writes of registers, and, if `compares`, compare-and-sets.
HistoryFile<Registers> ReadRegisters(std::string_view text, const std::string& file, bool compares);
HistoryFile<Maps> ReadMaps(std::string_view text, const std::string& file);
HistoryFile<Queues> ReadQueues(std::string_view text, const std::string& file);

}  // namespace adapter::linearizability
