// What only the real program can show: exit codes, streams, environment, leftovers.
#include "tests/golden/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/temporary_folder.h"
#include "testing/files.h"

namespace golden {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

const std::string kModel = "models/two_phase_commit";

TEST(ProgramTest, HelpGoesToStandardOutput) {
  const Outcome outcome = RunCpngen("--help");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("Examples:"));
  EXPECT_THAT(outcome.err, IsEmpty());
}

TEST(ProgramTest, WrongCallIsExitCodeTwo) {
  const Outcome outcome = RunCpngen("generat");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, StartsWith("cpngen: unknown command generat; did you mean generate?"));
}

TEST(ProgramTest, LimitIsExitCodeThreeAndNoFile) {
  const base::TemporaryFolder folder;
  const Outcome outcome = RunCpngen("generate " + kModel + " --spec system --state-space " +
                                    "--max-states 50 -o " + folder / "s.xml");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, StartsWith("cpngen: the state space has more than 50 states"));
  EXPECT_THAT(folder.Names(), IsEmpty());
}

TEST(ProgramTest, FailureKeepsAnOlderSuite) {
  const base::TemporaryFolder folder;
  const std::string file = folder.Write("s.xml", "old");
  EXPECT_EQ(
      RunCpngen("generate " + kModel + " --spec system --state-space --max-cases 1 -o " + file)
          .code,
      3);
  EXPECT_EQ(test::ReadFile(file), "old");
  EXPECT_THAT(folder.Names(), ElementsAre("s.xml"));
}

TEST(ProgramTest, UnwritableFolderLeavesNothing) {
  const base::TemporaryFolder folder;
  const Outcome outcome =
      RunCpngen("generate " + kModel + " --spec system --state-space -o " + folder / "no/s.xml");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(folder.Names(), IsEmpty());
}

TEST(ProgramTest, FullDiskIsAnError) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  const Outcome outcome = RunCpngen("simulate " + kModel + " >/dev/full");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "cpngen: cannot write to standard output\n");
}

TEST(ProgramTest, ProgressIsShownOnTerminalsOnly) {
  const Outcome outcome =
      RunCpngen("generate " + kModel + " --spec system --state-space -D W=8 -o -");
  EXPECT_THAT(outcome.err, ::testing::Not(HasSubstr("\r")));
}

TEST(ProgramTest, MissingGraphvizIsAnError) {
  const base::TemporaryFolder folder;
  const Outcome outcome = RunCpngen("draw " + kModel + " -o " + folder / "p.svg", "PATH=/nowhere");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err,
            "cpngen: the program 'dot' is not in PATH; it lays out pictures and comes with "
            "Graphviz: apt-get install graphviz\n");
  EXPECT_THAT(folder.Names(), IsEmpty());
}

TEST(ProgramTest, SuiteIsTheSameTwiceAndForAnyNumberOfWorkers) {
  const std::string call = "generate " + kModel + " --spec system -D W=6 -o - ";
  const std::string states = RunCpngen(call + "--state-space").out;
  EXPECT_EQ(RunCpngen(call + "--state-space --jobs 2").out, states);
  const std::string runs = RunCpngen(call + "--simulations 60 --seed 5").out;
  EXPECT_FALSE(runs.empty());
  for (const char* jobs : {"1", "2", "7"}) {
    EXPECT_EQ(RunCpngen(call + "--simulations 60 --seed 5 --jobs " + jobs).out, runs);
  }
}

TEST(ProgramTest, SystemThatGivesNoThreadsGetsTheSameSuiteFromOne) {
  // Stacks as large as all addresses: no thread but the first can start.
  const std::string no_threads = "ulimit -s 137438953472 2>/dev/null &&";
  if (RunCpngen("--version", no_threads).code != 0) GTEST_SKIP() << "ulimit -s is refused";
  const std::string call =
      "generate " + kModel + " --spec system -D W=6 -o - --simulations 60 --seed 5 --jobs ";
  const Outcome outcome = RunCpngen(call + "3", no_threads);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, RunCpngen(call + "1").out);
}

TEST(ProgramTest, PaxosSuitesAreTheSameForAnyNumberOfWorkers) {
  for (const char* spec : {"system", "prepare_qf", "accept_qf", "commit_qf"}) {
    const std::string call = std::string("generate models/paxos --spec ") + spec +
                             " --simulations 20 --seed 5 -D phase_one_failures=1 -o - --jobs ";
    const Outcome one = RunCpngen(call + "1");
    EXPECT_EQ(one.code, 0) << one.err;
    EXPECT_EQ(RunCpngen(call + "3").out, one.out) << spec;
  }
}

}  // namespace
}  // namespace golden
