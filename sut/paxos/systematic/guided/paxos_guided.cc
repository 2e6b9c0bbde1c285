// paxos_guided: runs of models/paxos lead the real replicas, and it is counted how far they follow.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <csignal>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "base/atomic_file.h"
#include "base/interrupt.h"
#include "base/message_text.h"
#include "command_line/simple_program.h"
#include "command_line/standard_streams.h"
#include "cpn/lua/lua_model.h"
#include "nets/net_harness.h"
#include "sut/paxos/systematic/guided/net_guided.h"
#include "sut/paxos/systematic/harnesses.h"
#include "systematic/report/recording.h"
#include "systematic/report/trace_of.h"
#include "systematic/runner.h"
#include "systematic/schedule_file.h"
#include "systematic/strategies/parse.h"
#include "trace/trace_file.h"

namespace paxos {
namespace {

constexpr const char* kName = "paxos_guided";
constexpr const char* kFooter = R"(
Before each schedule the model runs once, under --strategy; what its steps are in the world of the
replicas happens there next: a message arrives, a client asks, a leader fails, a replica suspects
another one. Where there is no such option, the replicas do not follow the model, which is counted by
transition. Behind the run of the model the rest is random.

What is judged, and how a schedule is replayed, is as with paxos_systematic:
  paxos_systematic --replay FILE.schedule

Examples:
  paxos_guided --schedules 10000
  paxos_guided --replicas 5 --strategy pct:3 --schedules 1000 --traces traces

Exit codes: 0 clean; 1 a violation, whose schedule is written; 2 the call is wrong; 3 interrupted.)";

struct Options {
  std::string model = "models/paxos";
  std::string strategy = "random";
  std::string traces;
  std::string output = ".";
  int replicas = 3;
  std::uint64_t schedules = 1000;
  std::uint64_t seed = 1;
  unsigned workers = 1;
};

void Declare(CLI::App& app, Options& options) {
  app.add_option("--model", options.model, "the model of the protocol")
      ->type_name("MODEL")
      ->capture_default_str();
  app.add_option("--strategy", options.strategy, "who picks the steps of the model")
      ->type_name("STRATEGY")
      ->capture_default_str();
  app.add_option("--replicas", options.replicas, "how many")
      ->type_name("N")
      ->check(CLI::Range(2, 5))
      ->capture_default_str();
  app.add_option("--schedules", options.schedules, "how many runs of model and replicas")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000'000))
      ->capture_default_str();
  app.add_option("--seed", options.seed, "where all random choices come from")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--workers", options.workers, "threads; no result depends on it")
      ->type_name("N")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app.add_option("--traces", options.traces,
                 "an existing folder, for the trace of each schedule: NUMBER.trace.json")
      ->type_name("DIR")
      ->check(CLI::ExistingDirectory);
  app.add_option("-o,--output", options.output, "the folder for the schedule of a violation")
      ->type_name("DIR")
      ->check(CLI::ExistingDirectory)
      ->capture_default_str();
  app.footer(kFooter);
}

systematic::HarnessInfo ModelOf(const Options& options) {
  cpn::lua::LoadOptions load;
  load.parameters["replicas"] = std::to_string(options.replicas);
  load.parameters["phase_one_failures"] = options.replicas > 2 ? "1" : "0";
  load.parameters["phase_two_failures"] = "1";
  load.parameters["reduce"] = "false";
  const auto benches = std::make_shared<nets::Benches>(nets::BenchOptions{
      [path = options.model, load] { return cpn::lua::LuaModel::Load(path, load); },
      {},
      {},
      nullptr});
  return nets::NetHarness(benches, {}, nets::BoundsOf(10'000, 0));
}

systematic::HarnessInfo WorldOf(const Options& options) {
  const std::vector<systematic::HarnessInfo> all = Harnesses();
  const std::string name = "replicas-" + std::to_string(options.replicas);
  systematic::HarnessInfo world = *std::ranges::find(all, name, &systematic::HarnessInfo::name);
  world.bounds.heal_after = 1000;  // behind what the model says
  return world;
}

class Program {
 public:
  explicit Program(const Options& options) : options_(options), world_(WorldOf(options)) {}

  int Run() {
    const base::Interrupt interrupt({SIGINT, SIGTERM, SIGHUP});
    systematic::RunOptions run;
    run.schedules = options_.schedules;
    run.seed = options_.seed;
    run.workers = options_.workers;
    run.build = kName;
    run.stop = [&interrupt] { return interrupt.requested(); };
    if (!options_.traces.empty()) {
      run.on_schedule = [this](const systematic::Schedule& schedule) { KeepTrace(schedule); };
    }
    const auto result = systematic::RunSchedules(
        world_,
        NetGuided({ModelOf(options_), systematic::ParseStrategy(options_.strategy),
                   options_.replicas, following_}),
        run);
    Print(result);
    if (result.nondeterminism) {
      std::cout << systematic::ToText(*result.nondeterminism);
      return 1;
    }
    if (result.failure) return Report(*result.failure);
    return result.interrupted ? 3 : 0;
  }

 private:
  void KeepTrace(const systematic::Schedule& schedule) const {
    const auto file =
        std::filesystem::path(options_.traces) / fmt::format("{}.trace.json", schedule.iteration);
    base::WriteFileAtomically(
        file, trace::Write({systematic::TraceOf(systematic::Record(world_, schedule), kName)}));
  }

  void Print(const systematic::RunResult& result) const {
    std::cout << fmt::format("{} schedules of {}, led by {} under {}; {} steps, {} cut off\n",
                             result.totals.executions, world_.name, options_.model,
                             options_.strategy, result.totals.steps, result.totals.cut_off);
    std::cout << fmt::format("{:>12} {:>12}  transition of the model\n", "followed", "not");
    Following::Count sum;
    for (const auto& [transition, count] : following_->counts()) {
      std::cout << fmt::format("{:12} {:12}  {}\n", count.followed, count.missed, transition);
      sum.followed += count.followed;
      sum.missed += count.missed;
    }
    std::cout << fmt::format("{:12} {:12}  in all\n", sum.followed, sum.missed);
  }

  int Report(const systematic::Failure& failure) const {
    const auto file = std::filesystem::path(options_.output) / (world_.name + ".schedule");
    base::WriteFileAtomically(file, systematic::WriteSchedule(failure.schedule));
    std::cout << fmt::format("schedule {}: {}: {}\nagain: paxos_systematic --replay {}\n",
                             failure.iteration, failure.violation.monitor,
                             failure.violation.message, file.string());
    return 1;
  }

  const Options& options_;
  const systematic::HarnessInfo world_;
  const std::shared_ptr<Following> following_ = std::make_shared<Following>();
};

}  // namespace
}  // namespace paxos

int main(int argc, char** argv) {
  command_line::PrepareStandardStreams();
  CLI::App app{"Runs of a model lead real replicas under one scheduler.", paxos::kName};
  app.set_version_flag("--version", std::string(paxos::kName));
  paxos::Options options;
  paxos::Declare(app, options);
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  if (const auto code = command_line::ParseOrAnswer(app, words)) return *code;
  int code = 2;
  try {
    code = paxos::Program(options).Run();
  } catch (const std::exception& error) {
    std::cerr << base::MessageText(std::string(paxos::kName) + ": " + error.what()) << '\n';
  }
  return command_line::EndOfOutput(paxos::kName, code, std::cout, std::cerr);
}
