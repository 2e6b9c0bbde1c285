// Measures what it takes to find the bugs of the case studies, and that without them nothing is
// found; prints tables in Markdown, as docs/systematic_results.md has them.

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "examples/systematic/extent_manager/harness/harness.h"
#include "examples/systematic/migrating_table/harness/harness.h"
#include "examples/systematic/migrating_table/harness/test_cases.h"
#include "examples/systematic/primary_secondary/harness/harness.h"
#include "examples/systematic/replicating_server/harness/harness.h"
#include "systematic/runner.h"
#include "systematic/strategies/parse.h"

namespace {

using Clock = std::chrono::steady_clock;

struct Subject {
  std::string name;  // of the bug, or of the harness
  systematic::HarnessInfo harness;
  std::uint64_t schedules = 0;
};

systematic::HarnessInfo ServerWith(replicating_server::Bug bug) {
  using namespace replicating_server;
  return ReplicatingServerHarness([bug](std::vector<NodeId> nodes, Network& network) {
    return std::make_unique<Server>(std::move(nodes), network, bug);
  });
}

systematic::HarnessInfo ManagerWith(extent_manager::Bug bug) {
  using namespace extent_manager;
  return ExtentManagerHarness([bug](Network& network, extent_manager::Clock& clock) {
    Options options;
    options.dead_after = options.expire_every;
    return std::make_unique<ExtentManager>(options, network, clock, bug);
  });
}

systematic::HarnessInfo TableWith(migrating_table::Bug bug,
                                  const migrating_table::TestCase& test_case = {}) {
  using namespace migrating_table;
  return MigratingTableHarness(
      test_case,
      [bug](ChainTable& old_table, ChainTable& new_table, LinearizationObserver& observer) {
        return std::make_unique<MigratingTable>(old_table, new_table, observer, bug);
      },
      [bug](ChainTable& old_table, ChainTable& new_table, PhasePublisher& publisher) {
        return std::make_unique<Migrator>(old_table, new_table, publisher, bug);
      });
}

systematic::HarnessInfo FailoverWith(primary_secondary::Bug bug) {
  using namespace primary_secondary;
  return PrimarySecondaryHarness(
      [bug](ManagerNetwork& network) { return std::make_unique<FailoverManager>(network, bug); });
}

std::vector<Subject> Bugs(std::uint64_t most) {
  using Table = migrating_table::Bug;
  using namespace migrating_table;
  return {
      {"CountsNodesTwice", ServerWith(replicating_server::Bug::kCountsNodesTwice), most / 10},
      {"CountNotReset", ServerWith(replicating_server::Bug::kCountNotReset), most / 100},
      {"BelievesTheDead", ManagerWith(extent_manager::Bug::kBelievesTheDead), most / 100},
      {"QueryAtomicFilterShadowing", TableWith(Table::kQueryAtomicFilterShadowing), most},
      {"QueryStreamedLock", TableWith(Table::kQueryStreamedLock), most},
      {"QueryStreamedBackUpNewStream", TableWith(Table::kQueryStreamedBackUpNewStream), most},
      {"DeleteNoLeaveTombstonesEtag", TableWith(Table::kDeleteNoLeaveTombstonesEtag), most},
      {"DeletePrimaryKey", TableWith(Table::kDeletePrimaryKey), most},
      {"EnsurePartitionSwitchedFromPopulated",
       TableWith(Table::kEnsurePartitionSwitchedFromPopulated), most},
      {"TombstoneOutputETag", TableWith(Table::kTombstoneOutputETag), most},
      {"QueryStreamedFilterShadowing ◇",
       TableWith(Table::kQueryStreamedFilterShadowing, FilteredStreamCase()), most / 10},
      {"MigrateSkipPreferOld ◇", TableWith(Table::kMigrateSkipPreferOld, TwoWritersCase()),
       most / 10},
      {"MigrateSkipUseNewWithTombstones ◇",
       TableWith(Table::kMigrateSkipUseNewWithTombstones, DeletedRowCase()), most / 10},
      {"InsertBehindMigrator ◇", TableWith(Table::kInsertBehindMigrator, InsertedRowCase()),
       most / 10},
      {"Promotion", FailoverWith(primary_secondary::Bug::kPromotion), most / 10},
  };
}

std::vector<Subject> WithoutBugs(std::uint64_t most) {
  return {
      {"replicating_server", ServerWith(replicating_server::Bug::kNone), most},
      {"extent_manager", ManagerWith(extent_manager::Bug::kNone), most},
      {"migrating_table", TableWith(migrating_table::Bug::kNone), most},
      {"primary_secondary", FailoverWith(primary_secondary::Bug::kNone), most},
  };
}

// The first execution that failed, and how many did.
struct Measured {
  std::optional<std::uint64_t> schedules;
  std::uint64_t choices = 0;
  double seconds = 0;
  systematic::RunResult result;
};

Measured Measure(const Subject& subject, const std::string& strategy, std::uint64_t seed) {
  Measured measured;
  systematic::RunOptions options;
  options.schedules = subject.schedules;
  options.seed = seed;
  options.stop_at_first = false;
  const auto begin = Clock::now();
  options.on_execution = [&](std::uint64_t iteration, const systematic::Outcome& outcome,
                             const systematic::Scheduler&) {
    if (!outcome.violation || measured.schedules) return;
    measured.schedules = iteration + 1;
    measured.choices = outcome.choices;
    measured.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  };
  measured.result =
      systematic::RunSchedules(subject.harness, systematic::ParseStrategy(strategy), options);
  return measured;
}

void PrintBugs(const std::vector<std::string>& strategies, std::uint64_t most, std::uint64_t seed) {
  std::printf("| bug | strategy | schedules | choices | seconds | %% buggy | of | monitor |\n");
  std::printf("|-|-|-|-|-|-|-|-|\n");
  for (const Subject& subject : Bugs(most)) {
    for (const std::string& strategy : strategies) {
      const Measured measured = Measure(subject, strategy, seed);
      const auto& totals = measured.result.totals;
      std::printf("| %s | %s | ", subject.name.c_str(), strategy.c_str());
      if (measured.schedules) {
        std::printf("%llu | %llu | %.2f | %.3f",
                    static_cast<unsigned long long>(*measured.schedules),
                    static_cast<unsigned long long>(measured.choices), measured.seconds,
                    100.0 * static_cast<double>(totals.violations) /
                        static_cast<double>(totals.executions));
      } else {
        std::printf("not found | - | - | -");
      }
      std::printf(" | %llu | %s |\n", static_cast<unsigned long long>(totals.executions),
                  measured.schedules ? measured.result.failure->violation.monitor.c_str() : "-");
      std::fflush(stdout);
    }
  }
}

int PrintClean(const std::vector<std::string>& strategies, std::uint64_t most, std::uint64_t seed) {
  int violations = 0;
  std::printf("| harness | strategy | schedules | violations | cut off | choices each |\n");
  std::printf("|-|-|-|-|-|-|\n");
  for (const Subject& subject : WithoutBugs(most)) {
    for (const std::string& strategy : strategies) {
      const auto totals = Measure(subject, strategy, seed).result.totals;
      violations += totals.violations > 0 ? 1 : 0;
      std::printf("| %s | %s | %llu | %llu | %llu | %.1f |\n", subject.name.c_str(),
                  strategy.c_str(), static_cast<unsigned long long>(totals.executions),
                  static_cast<unsigned long long>(totals.violations),
                  static_cast<unsigned long long>(totals.cut_off),
                  static_cast<double>(totals.choices) / static_cast<double>(totals.executions));
      std::fflush(stdout);
    }
  }
  return violations == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("What it takes to find the bugs of the case studies, as tables in Markdown.");
  std::vector<std::string> strategies = {"random", "pct:3", "fair-pct:3"};
  std::uint64_t schedules = 100'000;
  std::uint64_t seed = 1;
  bool clean = false;
  app.add_option("--strategy", strategies, "strategies to measure")->capture_default_str();
  app.add_option("--schedules", schedules, "executions of the table; the others have fewer")
      ->capture_default_str()
      ->check(CLI::Range(std::uint64_t{100}, std::uint64_t{1'000'000'000}));
  app.add_option("--seed", seed, "of all strategies")->capture_default_str();
  app.add_flag("--clean", clean, "without bugs: nothing is to be found");
  CLI11_PARSE(app, argc, argv);
  try {
    if (clean) return PrintClean(strategies, schedules, seed);
    PrintBugs(strategies, schedules, seed);
    return 0;
  } catch (const systematic::StrategyError& error) {
    std::fprintf(stderr, "systematic_examples_table: %s\n", error.what());
    return 2;
  }
}
