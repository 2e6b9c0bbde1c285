// The search for executions in which something that must come to hold again and again does not, or
// in which something that must never happen does.
//
// How it works: for a depth of 0, then deeper and deeper, all beginnings of executions up to that
// depth are made (prefixes.h), and from the end of each one walk goes on (walk.h), by chance and
// with weights, until the condition has held once behind the beginning. Where a depth has many
// beginnings, every second execution begins by chance. An execution that is much longer than others
// needed is suspected; critical.h finds the step that put the condition out of reach.
//
// Invariants:
//  1. what is found depends on the systems, the options and the seed, never on the number of
//     workers;
//  2. a safety property is looked at after every step, of beginnings and of walks alike;
//  3. executions have their numbers and their random choices whatever shard does them. Of a search
//     for one property, or for liveness properties only, or whose violations end executions, the
//     finding of the lowest number among those of all shards is that of a search without shards. (A
//     violation of a net's that was found is walked past from then on, by the shard that found it.)
// Thread safety: used by one thread.
// Source: NSDI 2007, section 3.2; how the length of executions is calibrated is ours: eight times
// the longest time to life of walks that came to life.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "search/crew.h"
#include "search/critical.h"
#include "search/system.h"

namespace search {

struct SearchOptions {
  std::uint64_t seed = 1;
  Properties liveness = 0;  ///< the properties looked for, by bit
  Properties safety = 0;
  bool ends_with_liveness = false;  ///< with the last liveness property that is found
  /// A violation ends an execution of the systems, whoever watches: so it is watched for always,
  /// found or not, and executions are the same for all shards.
  bool violation_ends = false;
  std::uint64_t executions = 1'000;
  std::uint32_t first_depth = 0;
  std::uint32_t depth_step = 5;
  std::uint32_t last_depth = 30;
  std::uint64_t most_steps = 0;                 ///< d_max; 0: calibrated
  std::uint64_t longest_calibration = 100'000;  ///< steps of a walk that calibrates
  /// Executions go on behind where the properties hold, to twice d_max; one in which a property
  /// does not hold for d_max steps is suspected.
  bool by_temperature = false;
  /// Only executions whose number, less one, is `shard` modulo `shards`.
  std::uint32_t shard = 0;
  std::uint32_t shards = 1;
};

struct SearchProgress {
  std::uint32_t depth = 0;
  std::uint64_t executions = 0;   ///< of this shard
  std::uint64_t live = 0;         ///< of them
  std::uint64_t latest_life = 0;  ///< steps of the longest walk that came to life
  std::uint64_t steps = 0;        ///< of their beginnings and walks
};

struct Violation {
  std::size_t property = 0;
  Choices choices;
  std::uint64_t execution = 0;  ///< its number, from 1
};

enum class SearchEnd : std::uint8_t {
  kAllFound,    ///< a suspect or a violation of each property
  kExecutions,  ///< as many executions as were asked for
  kExhausted,   ///< nothing is left to begin with within the last depth
};

struct SearchResult {
  SearchEnd end = SearchEnd::kExhausted;
  std::uint64_t most_steps = 0;  ///< d_max, as given or calibrated
  SearchProgress progress;
  std::uint64_t number = 0;             ///< of the last execution, whatever shard it is of
  std::vector<Suspect> suspects;        ///< the first one of each property, by property
  std::vector<std::uint64_t> found_at;  ///< the number of its execution, from 1
  std::vector<Violation> violations;    ///< the first one of each safety property
};

/// Walks that show how long it takes to come to life: d_max. 10,000 when only safety is looked for,
/// and when none did, but not more than they could have.
std::uint64_t Calibrate(Crew& crew, const SearchOptions& options);

/// `tell` is called now and then; may be empty. Throws what the systems throw; `result` then has
/// what was found before.
void Search(Crew& crew, const SearchOptions& options, SearchResult& result,
            const std::function<void(const SearchProgress&)>& tell = {});

}  // namespace search
