// What the scheduler of systematic/ costs: choices a second of processor time, of a harness that
// does nothing, by strategy and by how many options are enabled.
//
//   build/release/bin/systematic_choices
//
// One thread; each execution takes 200 steps, started anew.
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <string>

#include "bench/ring.h"
#include "systematic/runner.h"
#include "systematic/strategies/parse.h"

namespace {

constexpr std::uint64_t kSteps = 200;

double ChoicesPerSecond(const std::string& strategy, std::size_t machines,
                        std::uint64_t executions) {
  const std::clock_t begin = std::clock();
  const auto result =
      RunSchedules(bench::RingOf(machines, kSteps), systematic::ParseStrategy(strategy),
                   {.schedules = executions, .length = kSteps});
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  return static_cast<double>(result.totals.choices) / seconds;
}

}  // namespace

/// systematic_choices [EXECUTIONS]
int main(int argc, char** argv) {
  const std::uint64_t executions = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 50'000;
  fmt::print("{:<17} {:>12} {:>12} {:>12}\n", "million choices/s", "5 options", "20 options",
             "100 options");
  for (const char* strategy :
       {"random", "probabilistic:3", "pct:3", "fair-pct:3", "pctcp:3", "pos", "delay:2"}) {
    fmt::print("{:<17}", strategy);
    for (const std::size_t machines : {5, 20, 100}) {
      fmt::print(" {:>12.1f}", ChoicesPerSecond(strategy, machines, executions) / 1'000'000);
    }
    fmt::print("\n");
  }
  return 0;
}
