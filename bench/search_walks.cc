// Walks of `cpngen search` through the full Paxos model (three replicas, a failure in each phase,
// not reduced): steps a second of one worker and of two, walks begun anew each time.
//
//   build/release/bin/search_walks [WALKS [RUNS]]
//
// One worker and two take turns; medians, and the ratio of the medians. A worker meets its markings
// for the first time in the walks themselves, some 0.4 s of each run that two workers do not halve:
// nothing is warmed up.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <vector>

#include "search/crew.h"
#include "search/nets/net_system.h"
#include "search/walk.h"

namespace {

using search::nets::NetSystem;

search::Crew CrewOf(unsigned workers) {
  std::vector<std::unique_ptr<search::System>> systems;
  for (unsigned w = 0; w < workers; ++w) {
    cpn::lua::LoadOptions options;
    options.parameters = {
        {"phase_one_failures", "1"}, {"phase_two_failures", "1"}, {"reduce", "false"}};
    // Property 0, S1, is a safety property: a walk goes on to the end of its run.
    systems.push_back(std::make_unique<NetSystem>(
        cpn::lua::LuaModel::Load(CPNGEN_SOURCE_DIR "/models/paxos", options),
        std::vector<std::size_t>{0}, search::nets::NetOptions{}));
  }
  return search::Crew(std::move(systems));
}

struct Speed {
  double steps_per_second = 0;
  std::uint64_t steps = 0;
};

Speed Measure(unsigned workers, std::size_t walks) {
  search::Crew crew = CrewOf(workers);
  std::vector<std::uint64_t> steps(walks);
  const auto begin = std::chrono::steady_clock::now();
  crew.Do(walks, [&](search::System& system, std::size_t i) {
    system.Restart();
    steps[i] = WalkOn(system, search::RandomOf({1, search::Purpose::kWalk, 0, i}),
                      {.unmet = search::kNever, .watched = 1}, 10'000)
                   .steps;
  });
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  const std::uint64_t all = std::accumulate(steps.begin(), steps.end(), std::uint64_t{0});
  return {static_cast<double>(all) / seconds.count(), all};
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t walks = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 8'000'000;
  const int runs = argc > 2 ? std::atoi(argv[2]) : 3;
  std::vector<double> one, two;
  std::uint64_t steps = 0;
  for (int run = 0; run < runs; ++run) {
    const Speed alone = Measure(1, walks), both = Measure(2, walks);
    if (alone.steps != both.steps) {
      fmt::print(stderr, "one worker took {} steps, two {}\n", alone.steps, both.steps);
      return 1;
    }
    steps = alone.steps;
    one.push_back(alone.steps_per_second);
    two.push_back(both.steps_per_second);
  }
  fmt::print("{} walks, {:.1f} steps each\n", walks,
             static_cast<double>(steps) / static_cast<double>(walks));
  fmt::print("one worker:  {:.2f} million steps/s\n", Median(one) / 1e6);
  fmt::print("two workers: {:.2f} million steps/s, {:.2f} times one\n", Median(two) / 1e6,
             Median(two) / Median(one));
  return 0;
}
