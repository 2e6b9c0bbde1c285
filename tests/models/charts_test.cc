// The message sequence charts of the shipped models: of a good run, and of one that goes wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "testing/files.h"
#include "testing/paths.h"
#include "tests/models/variant.h"

namespace models {
namespace {

using base::TemporaryFolder;
using cpngen::testing::Call;
using test::ReadFile;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

/// The chart of a check of one property, without its title.
std::string Chart(const std::string& path, const std::string& property,
                  const std::string& parameter, int code) {
  const TemporaryFolder folder;
  const auto outcome =
      Call({"check", path, "--property", property, "-D", parameter, "--msc", folder / "chart.mmd"});
  EXPECT_EQ(outcome.code, code) << outcome.err;
  const std::string chart = ReadFile(folder / "chart.mmd");
  return chart.substr(chart.find("  participant"));
}

TEST(ChartsTest, TwoPhaseCommitShowsVotesDecisionsAndAcknowledgements) {
  EXPECT_EQ(Chart(test::SourcePath("/models/two_phase_commit"), "can abort", "W=2", 0),
            R"(  participant p1 as coordinator
  participant p2 as worker 1
  participant p3 as worker 2
  p1->>p2: 2. can commit?
  p2->>p2: 2. votes no
  p2->>p1: 3. no
  p1->>p3: 4. can commit?
  p3->>p3: 4. votes no
  p3->>p1: 5. no
  p1->>p1: 6. decides abort
  p1->>p2: 7. abort
  p1->>p3: 8. abort
  p2->>p1: 9. ack
  p3->>p1: 9. ack
  Note over p1,p3: AF of #34;can abort#34; holds
)");
}

TEST(ChartsTest, PaxosShowsThatOneVoteMustNotBeAQuorum) {
  const Variant variant("paxos", "quorum_calls.lua", "count(replies, \"Learn\") >= quorum",
                        "count(replies, \"Learn\") >= 1");
  EXPECT_EQ(Chart(variant.path(), "S3", "replicas=3", 1), R"(  participant p1 as client 1
  participant p2 as client 2
  participant p3 as replica 1
  participant p4 as replica 2
  participant p5 as replica 3
  p1->>p3: 1. M1
  p1->>p4: 1. M1
  p1->>p5: 1. M1
  p2->>p3: 2. M2
  p2->>p4: 2. M2
  p2->>p5: 2. M2
  p3->>p3: 6. leads round 1 with M1
  p3->>p3: 9. Prepare(1)
  p3->>p3: 10. Promise(1, None)
  p3->>p4: 11. Prepare(1)
  p4->>p3: 12. Promise(1, None)
  p3->>p3: 16. Accept(1, M1)
  p3->>p3: 17. Learn(1, M1)
  Note over p1,p5: AND of #34;S3#34; does not hold
)");
}

TEST(ChartsTest, PaxosShowsAllThreePhasesAndTheAnswers) {
  const Variant variant("paxos", "learner.lua", "Response { a, all, v }", "Response { a, 1, v }");
  const std::string chart = Chart(variant.path(), "L2", "replicas=2", 1);
  for (const char* message : {"Prepare(1)\n", "Promise(1, None)\n", "Accept(1, M1)\n",
                              "Learn(1, M1)\n", "Commit(1, M1)\n", "Committed(1)\n"}) {
    EXPECT_THAT(chart, HasSubstr(message));
  }
  EXPECT_THAT(chart, ContainsRegex("p3->>p1: [0-9]+\\. M1\n"));  // a replica answers client 1
  EXPECT_THAT(chart, Not(HasSubstr("->>p2:")));                  // and none client 2
}

}  // namespace
}  // namespace models
