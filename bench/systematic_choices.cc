// What the scheduler of systematic/ costs: choices a second of processor time, of a harness that
// does nothing, by strategy and by how many options are enabled.
//
//   build/release/bin/systematic_choices
//
// Machines send each other a message each time they get one, so that the number of options stays
// the same. One thread; each execution takes 200 steps, started anew.
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "systematic/runner.h"
#include "systematic/strategies/parse.h"

namespace {

using systematic::Key;
using systematic::MachineId;
using systematic::OptionKind;
using systematic::Scheduler;

constexpr std::uint64_t kSteps = 200;

/// A message goes round among the machines for each of them.
class Ring : public systematic::Harness {
 public:
  explicit Ring(std::size_t machines) : machines_(machines) {}
  void Start(Scheduler& scheduler) override {
    scheduler_ = &scheduler;
    deliver_ = scheduler.Intern("deliver");
    for (std::size_t i = 0; i < machines_; ++i) {
      ids_.push_back(scheduler.AddMachine("machine" + std::to_string(i)));
    }
    for (std::size_t i = 0; i < machines_; ++i) Send(i);
  }

 private:
  void Send(std::size_t from) {
    const std::size_t to = from + 1 == machines_ ? 0 : from + 1;
    const Key key{.kind = deliver_,
                  .from = scheduler_->MachineName(ids_[from]),
                  .to = scheduler_->MachineName(ids_[to]),
                  .ordinal = scheduler_->NextOrdinal(scheduler_->MachineName(ids_[from]),
                                                     scheduler_->MachineName(ids_[to]), 0)};
    scheduler_->Enable(key, ids_[to], OptionKind::kMessage, [this, to] {
      scheduler_->Observe(to);
      Send(to);
    });
  }

  std::size_t machines_;
  std::vector<MachineId> ids_;
  Scheduler* scheduler_ = nullptr;
  systematic::Word deliver_ = 0;
};

double ChoicesPerSecond(const std::string& strategy, std::size_t machines,
                        std::uint64_t executions) {
  systematic::HarnessInfo harness;
  harness.name = "ring";
  harness.bounds = {.choices = kSteps, .fair_factor = 1, .heal_after = kSteps};
  harness.make = [machines] { return std::make_unique<Ring>(machines); };
  const std::clock_t begin = std::clock();
  const auto result = RunSchedules(harness, systematic::ParseStrategy(strategy),
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
