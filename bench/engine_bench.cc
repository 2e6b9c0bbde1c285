// Exploration and simulation by the engine alone:
//   ninja -C build/release engine_bench && build/release/bin/engine_bench
//
// Counters: states_per_s, arcs_per_s, steps_per_s, all per CPU second.
#include <benchmark/benchmark.h>

#include "cpn/engine/simulator.h"
#include "cpn/explore/state_space.h"
#include "cpn/testing/testing_nets.h"

namespace bench {
namespace {

using cpn::testing::ModelBuilder;
using cpn::testing::RunningNet;

void ExploreNet(benchmark::State& state, ModelBuilder& b) {
  std::size_t nodes = 0;
  std::size_t arcs = 0;
  for (auto _ : state) {
    RunningNet run(b);
    const cpn::StateSpace space = cpn::Explore(run.engine);
    nodes = space.nodes();
    arcs = space.arcs();
  }
  using benchmark::Counter;
  const auto rate = [&](std::size_t n) {
    return Counter(static_cast<double>(n), Counter::kIsIterationInvariantRate);
  };
  state.counters["states_per_s"] = rate(nodes);
  state.counters["arcs_per_s"] = rate(arcs);
  state.counters["states"] = static_cast<double>(nodes);
  state.counters["arcs"] = static_cast<double>(arcs);
}

void SimulateNet(benchmark::State& state, ModelBuilder& b) {
  RunningNet run(b);
  cpn::SimulationOptions options;
  options.max_steps = 10'000;
  std::uint64_t steps = 0;
  for (auto _ : state) {
    ++options.seed;
    steps += cpn::Simulate(run.engine, options).steps.size();
  }
  state.counters["steps_per_s"] =
      benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kIsRate);
}

void ExplorePhilosophers(benchmark::State& state) {
  ModelBuilder b;
  cpn::testing::BuildPhilosophers(b, state.range(0));
  ExploreNet(state, b);
}
BENCHMARK(ExplorePhilosophers)->Arg(12)->Arg(16)->Unit(benchmark::kMillisecond);

void ExploreProducersConsumers(benchmark::State& state) {
  ModelBuilder b;
  cpn::testing::BuildProducersConsumers(b, {state.range(0), state.range(0), 4, 6});
  ExploreNet(state, b);
}
BENCHMARK(ExploreProducersConsumers)->Arg(2)->Arg(3)->Unit(benchmark::kMillisecond);

void SimulatePhilosophers(benchmark::State& state) {
  ModelBuilder b;
  cpn::testing::BuildPhilosophers(b, state.range(0));
  SimulateNet(state, b);
}
BENCHMARK(SimulatePhilosophers)->Arg(5)->Arg(16)->Unit(benchmark::kMillisecond);

void SimulateProducersConsumers(benchmark::State& state) {
  ModelBuilder b;
  cpn::testing::BuildProducersConsumers(b, {state.range(0), state.range(0), 4, 6});
  SimulateNet(state, b);
}
BENCHMARK(SimulateProducersConsumers)->Arg(3)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace bench

BENCHMARK_MAIN();
