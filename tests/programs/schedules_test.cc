// Schedules of the real replicas leave the scheduler: as cases they pass in real processes, since
// the replicas are right; and runs of the model lead them (docs/paxos_suites.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "base/temporary_folder.h"
#include "testing/files.h"
#include "testing/paths.h"
#include "tests/programs/run_script.h"

namespace {

using test::Ended;
using test::RunScript;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class SchedulesTest : public ::testing::Test {
 protected:
  Ended Run(const std::string& script) const { return RunScript(script, folder_.path().string()); }

  base::TemporaryFolder folder_;
};

TEST_F(SchedulesTest, PassAsCasesInRealProcesses) {
  const Ended made = Run(
      "for world in replicas-2 replicas-3 replicas-5 long partitions; do for i in 0 1 2 3 4; do\n"
      "  paxos_systematic --test $world --strategy random --iteration $i > log || exit\n"
      "  paxos_schedule_case $world.schedule -o $world-$i.xml || exit\n"
      "done; done");
  EXPECT_EQ(made.code, 0) << made.output;
  EXPECT_THAT(made.output, HasSubstr("left out: "));
  const Ended run = Run("adapter run *.xml --processes --jobs 4 --json > run.json");
  EXPECT_EQ(run.code, 0) << run.output;
  const auto cases = nlohmann::json::parse(test::ReadFile(folder_.path() / "run.json")).at("cases");
  EXPECT_GE(cases.size(), 25u);
  for (const auto& one : cases) EXPECT_EQ(one.at("verdict"), "pass") << one;
}

TEST_F(SchedulesTest, OfOthersHaveNoCase) {
  const Ended hostile = Run(
      "paxos_systematic --test hostile --iteration 0 > log; paxos_schedule_case hostile.schedule");
  EXPECT_EQ(hostile.code, 2);
  EXPECT_THAT(hostile.output, StartsWith("paxos_schedule_case: hostile.schedule: "));
  const Ended missing = Run("paxos_schedule_case no.schedule");
  EXPECT_EQ(missing.code, 2);
  EXPECT_THAT(missing.output, StartsWith("paxos_schedule_case: no.schedule: "));
}

TEST_F(SchedulesTest, AreLedByRunsOfTheModel) {
  const std::string call =
      "paxos_guided --model " + test::SourcePath("/models/paxos") + " --schedules 40";
  const Ended one = Run(call + " --traces .");
  EXPECT_EQ(one.code, 0) << one.output;
  EXPECT_THAT(one.output, StartsWith("40 schedules of replicas-3, led by "));
  EXPECT_THAT(one.output, HasSubstr(" 0  in all\n"));  // where the replicas do not follow
  for (int i = 0; i < 40; ++i) {
    EXPECT_TRUE(std::filesystem::exists(folder_.path() / (std::to_string(i) + ".trace.json"))) << i;
  }
  EXPECT_EQ(Run(call + " --workers 2").output, one.output);
}

TEST_F(SchedulesTest, CallsThatAreWrongAreRefused) {
  const Ended strategy = Run("paxos_guided --strategy radnom");
  EXPECT_EQ(strategy.code, 2);
  EXPECT_THAT(strategy.output, HasSubstr("there is no strategy 'radnom'; did you mean random?"));
  const Ended model = Run("paxos_guided --model nowhere");
  EXPECT_EQ(model.code, 2);
  EXPECT_THAT(model.output, HasSubstr("nowhere"));
}

}  // namespace
