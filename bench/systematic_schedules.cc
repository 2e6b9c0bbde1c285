// Many schedules of a small harness: what a second worker brings, and whether memory grows.
//
//   build/release/bin/systematic_schedules [SCHEDULES]
//
// Prints the ratio of schedules per second with 2 workers and with 1 (seven pairs, one after the
// other, and their median), and the most memory that was used after 10,000 schedules and after
// SCHEDULES (1,000,000).
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "bench/ring.h"
#include "systematic/runner.h"
#include "systematic/strategies/parse.h"

namespace {

constexpr std::size_t kMachines = 5;
constexpr std::uint64_t kSteps = 50;
constexpr int kPairs = 7;

/// Schedules a second of time.
double Speed(std::uint64_t schedules, unsigned workers) {
  const auto begin = std::chrono::steady_clock::now();
  const auto result = RunSchedules(
      bench::RingOf(kMachines, kSteps), systematic::ParseStrategy("portfolio"),
      {.schedules = schedules, .workers = workers, .length = kSteps, .stop_at_first = false});
  const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin);
  return static_cast<double>(result.totals.executions) / seconds.count();
}

/// The most memory so far, in KiB.
long PeakMemory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

void CompareWorkers(std::uint64_t schedules) {
  std::vector<double> ratios;
  for (int i = 0; i < kPairs; ++i) {
    const double one = Speed(schedules, 1);
    const double two = Speed(schedules, 2);
    ratios.push_back(two / one);
    fmt::print("1 worker: {:.0f} schedules/s, 2 workers: {:.0f}, ratio {:.2f}\n", one, two,
               ratios.back());
  }
  std::ranges::sort(ratios);
  fmt::print("median of the ratios: {:.2f}\n", ratios[kPairs / 2]);
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t most = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
  const std::uint64_t few = std::max<std::uint64_t>(most / 100, 1);
  Speed(few, 2);
  fmt::print("{} KiB at most after {} schedules\n", PeakMemory(), few);
  Speed(most, 2);
  fmt::print("{} KiB at most after {} more\n", PeakMemory(), most);
  CompareWorkers(std::max<std::uint64_t>(most / 10, 1));
  return 0;
}
