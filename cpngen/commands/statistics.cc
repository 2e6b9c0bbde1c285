#include "cpngen/commands/statistics.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "cpngen/text.h"

namespace cpngen {
namespace {

struct Counter {
  const char* name;
  std::uint64_t count;
};
using Counters = std::vector<Counter>;

Counters CountersOf(const cpn::EngineStatistics& statistics) {
  return {{"evaluations", statistics.evaluations},
          {"purity checks", statistics.purity_checks},
          {"binding elements", statistics.binding_elements},
          {"transition memo hits", statistics.memo_hits},
          {"transition memo misses", statistics.memo_misses}};
}

Counters CountersOf(const cpn::ExplorationStatistics& statistics) {
  return {{"tokens", statistics.tokens},
          {"place markings", statistics.place_markings},
          {"places as bit masks", statistics.raw_places},
          {"trie nodes", statistics.trie_nodes},
          {"compiled bindings", statistics.bindings},
          {"times learnt", statistics.learnt},
          {"layout changes", statistics.layout_changes},
          {"bytes per record", statistics.bytes_per_record},
          {"record bytes", statistics.record_bytes},
          {"index bytes", statistics.index_bytes},
          {"table bytes", statistics.table_bytes},
          {"arc bytes", statistics.arc_bytes}};
}

Counters CountersOf(const cpn::ctl::CheckStatistics& statistics) {
  return {{"state function calls", statistics.state_function_calls},
          {"state function look-ups", statistics.state_function_lookups},
          {"state function checks", statistics.purity_checks}};
}

std::string Text(const Counters& counters) {
  std::string text;
  for (const Counter& counter : counters) {
    text += fmt::format("{:<26}{:>15}\n", counter.name, Grouped(counter.count));
  }
  return text;
}

}  // namespace

std::string StatisticsText(const cpn::EngineStatistics& statistics) {
  return Text(CountersOf(statistics));
}

std::string StatisticsText(const cpn::ExplorationStatistics& statistics) {
  return Text(CountersOf(statistics));
}

std::string CheckStatisticsText(const cpn::ctl::CheckStatistics& statistics) {
  return Text(CountersOf(statistics));
}

Json StatisticsJson(const cpn::EngineStatistics& engine,
                    const cpn::ExplorationStatistics& exploration) {
  Json json = Json::object();
  for (const Counters& counters : {CountersOf(engine), CountersOf(exploration)}) {
    for (const Counter& counter : counters) json[counter.name] = counter.count;
  }
  return json;
}

}  // namespace cpngen
