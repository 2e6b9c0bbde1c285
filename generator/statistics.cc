#include "generator/statistics.h"

#include <fmt/format.h>

#include "generator/text.h"

namespace generator {
namespace {

std::string Line(const char* name, std::uint64_t count) {
  return fmt::format("{:<26}{:>15}\n", name, Grouped(count));
}

}  // namespace

std::string StatisticsText(const cpn::EngineStatistics& statistics) {
  return Line("evaluations", statistics.evaluations) +
         Line("purity checks", statistics.purity_checks) +
         Line("binding elements", statistics.binding_elements) +
         Line("transition memo hits", statistics.memo_hits) +
         Line("transition memo misses", statistics.memo_misses);
}

std::string CheckStatisticsText(const cpn::ctl::CheckStatistics& statistics) {
  return Line("state function calls", statistics.state_function_calls) +
         Line("state function look-ups", statistics.state_function_lookups) +
         Line("state function checks", statistics.purity_checks);
}

}  // namespace generator
