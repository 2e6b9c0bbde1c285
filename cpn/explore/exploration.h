// What an exploration is told, and how it ended. Plain data.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

#include "base/budget.h"
#include "cpn/engine/marking.h"
#include "cpn/explore/growth.h"
#include "cpn/reduce/reduction.h"
#include "cpn/symmetry/symmetry.h"

namespace cpn {

class StateSpace;
using NodeId = std::uint32_t;

/// An arc of a state space, from the node whose arcs it is among.
struct StateArc {
  BindingElementId element = 0;
  NodeId target = 0;
};

/// Why an exploration ended.
enum class ExplorationEnd : std::uint8_t {
  kComplete,     ///< every reachable marking was found
  kStopped,      ///< visit_level said so
  kMaxStates,    ///< the limit on markings
  kMaxSeconds,   ///< the limit on time
  kMaxMemory,    ///< the limit on memory
  kInterrupted,  ///< the interrupt flag was set
};

/// Did something that the caller set, or Ctrl-C, end it before all that was asked for was known?
inline bool IsLimit(ExplorationEnd end) {
  return end != ExplorationEnd::kComplete && end != ExplorationEnd::kStopped;
}

struct ExplorationProgress {
  std::uint64_t states = 0;
  std::uint64_t arcs = 0;
  std::uint64_t waiting = 0;       ///< markings found and not yet expanded
  std::uint64_t depth = 0;         ///< of the level that is being expanded
  std::uint64_t memory_bytes = 0;  ///< of the process, when a budget watches it
};

/// Sizes of the exploration's tables. No result depends on them; tests make them small, so that
/// small nets reach every branch.
struct ExplorationTuning {
  std::uint32_t raw_tokens = 32;         ///< most tokens of a place stored as a bit mask, up to 64
  std::uint32_t wide_raw_tokens = 64;    ///< likewise, where nearly every marking has another mask
  std::uint32_t mask_tokens = 64;        ///< most tokens of a place handled as masks, up to 64
  std::uint32_t sliced_tokens = 256;     ///< most tokens of a place stored as several bit masks
  std::uint32_t slice_tokens = 64;       ///< of each but the last of these masks, 1 to 64
  std::uint32_t records_per_mask = 2;    ///< of a place with many tokens; with more it has ids
  std::size_t dense_entries = 1u << 18;  ///< most entries of a place's (marking, delta) table
  std::size_t memo_bytes = std::size_t{1} << 30;  ///< tries, memos and bindings; then forgotten
  std::size_t batch = 256;                        ///< successors looked up at a time
  std::size_t handed_over = 256;                  ///< successors handed to their owner at a time
  std::uint32_t recent_from = 32'768;   ///< markings from which a cache of recent records pays
  std::uint32_t divided_from = 16'384;  ///< markings from which it pays to choose workers' parts
  std::uint32_t chunk = 64;             ///< markings that a worker takes at a time
  std::uint32_t small_level = 1024;     ///< markings in a level for which threads are not woken
  std::size_t many_transitions = 48;    ///< of one priority, from which triggers are looked for
};

struct ExplorationOptions {
  unsigned workers = 1;  ///< threads; no result depends on it
  /// Limits. An exploration that meets one keeps whole breadth-first levels: what it returns is
  /// every marking within some number of steps, whatever the number of workers.
  std::uint64_t max_states = std::numeric_limits<NodeId>::max() - 1;
  double max_seconds = std::numeric_limits<double>::infinity();  ///< of this exploration alone
  /// What the program may use; may be null. Its flag ends the exploration, which then lowers it for
  /// the report on what was found, and the exploration leaves memory for that report. Also stops
  /// when an allocation is refused.
  base::Budget* budget = nullptr;
  /// Called now and then, from the thread that called Explore().
  std::function<void(const ExplorationProgress&)> progress;
  /// Called when a breadth-first level is known, before it is expanded, from the thread that called
  /// Explore(): nodes [first, last) of a space that has markings and no arcs yet. Their numbers
  /// there are provisional, and when the model fails with several workers, all begins again. False
  /// ends the exploration with this level as the last, unexpanded.
  std::function<bool(const StateSpace& space, NodeId first, NodeId last)> visit_level;
  ReductionOptions reduction;
  ExplorationTuning tuning;
};

/// What an exploration learnt once instead of computing it per marking, and where its memory went.
struct ExplorationStatistics {
  std::uint64_t tokens = 0;          ///< distinct colours, summed over places
  std::uint64_t place_markings = 0;  ///< distinct ones that got an id, summed over places
  std::uint64_t raw_places = 0;      ///< places stored as bit masks, without ids
  std::uint64_t trie_nodes = 0;
  std::uint64_t bindings = 0;        ///< compiled binding elements
  std::uint64_t learnt = 0;          ///< times that something was learnt
  std::uint64_t layout_changes = 0;  ///< times that all records were translated
  std::uint64_t record_bytes = 0;    ///< all records
  std::uint64_t bytes_per_record = 0;
  std::uint64_t index_bytes = 0;
  std::uint64_t table_bytes = 0;  ///< tokens, place markings, tries, memos, bindings
  std::uint64_t arc_bytes = 0;
  /// With a reduction: enabled binding elements, of which those of the arcs have fired. Else 0.
  std::uint64_t enabled_elements = 0;
};

/// What is known without storing arcs. Of a limited exploration: the markings within `depth` steps,
/// and the arcs and dead markings of those within depth - 1.
struct StateCount {
  std::uint64_t states = 0;
  std::uint64_t arcs = 0;
  std::uint64_t dead_markings = 0;
  std::uint64_t depth = 0;  ///< of the last level
  ExplorationEnd end = ExplorationEnd::kComplete;
  ExplorationStatistics statistics;
  Growth growth = {};  ///< no places unless a limit ended it
  /// What the orbits stand for; nothing when symmetry was not used.
  std::optional<symmetry::OrbitStatistics> orbits = {};
};

}  // namespace cpn
