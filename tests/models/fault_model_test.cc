// The suites of models/paxos/faults_model.lua: pinned sizes, each kind of fault in one of them, and
// what must hold of every case.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "adapter/systems/paxos/cases/cases.h"
#include "adapter/systems/testing/typed_suite.h"
#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "testing/paths.h"

namespace models {
namespace {

using Parameters = std::vector<std::string>;

cases::Suite Generate(const Parameters& parameters) {
  const base::TemporaryFolder folder;
  const std::string file = folder / "suite.xml";
  std::vector<std::string> arguments = {
      "generate",     test::SourcePath("/models/paxos/faults_model.lua"),
      "--spec",       "system",
      "-o",           file,
      "--state-space"};
  for (const std::string& parameter : parameters) {
    arguments.insert(arguments.end(), {"-D", parameter});
  }
  const auto outcome = cpngen::testing::Call(arguments);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return cases::ReadSuite(file);
}

std::vector<cases::SystemCase> Cases(const Parameters& parameters) {
  std::vector<cases::SystemCase> cases;
  for (const cases::TestCase& test : Generate(parameters).cases) {
    cases.push_back(test.content.As<cases::SystemCase>());
  }
  return cases;
}

TEST(FaultModelTest, WithoutFaultsThereIsNoCase) {
  const base::TemporaryFolder folder;
  const auto outcome =
      cpngen::testing::Call({"generate", test::SourcePath("/models/paxos/faults_model.lua"),
                             "--spec", "system", "-o", folder / "suite.xml", "--state-space"});
  EXPECT_EQ(outcome.code, 2);
}

struct Size {
  const char* parameter;
  std::size_t of_three;
  std::size_t of_five;
};

TEST(FaultModelTest, SuitesOfOneFaultHavePinnedSizes) {
  for (const auto& [parameter, of_three, of_five] : {Size{"drops=1", 18, 30},
                                                     {"delays=1", 36, 60},
                                                     {"duplicates=1", 18, 30},
                                                     {"reorders=1", 12, 20},
                                                     {"crashes=1", 25, 41},
                                                     {"partitions=1", 9, 45},
                                                     {"suspicions=1", 6, 6},
                                                     {"second_proposers=1", 4, 8},
                                                     {"slow_disks=1", 3, 5},
                                                     {"failed_writes=1", 3, 5}}) {
    EXPECT_EQ(Cases({parameter}).size(), of_three) << parameter;
    EXPECT_EQ(Cases({parameter, "replicas=5"}).size(), of_five) << parameter;
  }
}

TEST(FaultModelTest, EveryKindOfFaultIsInTheSuiteOfItsParameter) {
  std::set<cases::FaultKind> kinds;
  for (const char* parameter :
       {"drops=1", "delays=1", "duplicates=1", "reorders=1", "crashes=1", "partitions=1",
        "suspicions=1", "second_proposers=1", "slow_disks=1", "failed_writes=1"}) {
    std::set<cases::FaultKind> of_suite;
    for (const cases::SystemCase& test : Cases({parameter})) {
      EXPECT_EQ(test.faults.size(), 1u);
      for (const cases::Fault& fault : test.faults) of_suite.insert(fault.kind);
    }
    EXPECT_EQ(of_suite.size(), 1u) << parameter;
    kinds.merge(of_suite);
  }
  EXPECT_EQ(kinds.size(), cases::FaultForms().size());
}

TEST(FaultModelTest, NoTwoCasesHaveTheSameInputs) {
  for (const Parameters& parameters :
       {Parameters{"drops=2"}, {"drops=1", "crashes=1"}, {"drops=1", "phase_one_failures=1"}}) {
    std::vector<cases::SystemCase> cases = Cases(parameters);
    for (cases::SystemCase& test : cases) {
      test.leaders.clear();
      test.responses.clear();
      test.any_response = false;
      test.failed_phases.reset();
    }
    for (std::size_t i = 0; i < cases.size(); ++i) {
      EXPECT_EQ(std::count(cases.begin(), cases.end(), cases[i]), 1) << "case " << i + 1;
    }
  }
}

cases::SystemCase Find(const std::vector<cases::SystemCase>& cases,
                       const std::vector<cases::Fault>& faults) {
  const auto found = std::ranges::find(cases, faults, &cases::SystemCase::faults);
  EXPECT_NE(found, cases.end());
  return found == cases.end() ? cases::SystemCase() : *found;
}

cases::Fault Drop(cases::MessageKind message, cases::ServerId to) {
  return {.kind = cases::FaultKind::kDrop, .servers = {8080, to}, .message = message};
}

TEST(FaultModelTest, APhaseFailsWhenAQuorumIsOutOfReach) {
  const auto cases = Cases({"drops=2", "clients=1"});
  using cases::MessageKind;
  EXPECT_EQ(Find(cases, {Drop(MessageKind::kPrepare, 8081)}).failed_phases, 0);
  EXPECT_EQ(Find(cases, {Drop(MessageKind::kPrepare, 8081), Drop(MessageKind::kPrepare, 8082)})
                .failed_phases,
            1);
  EXPECT_EQ(Find(cases, {Drop(MessageKind::kPrepare, 8081), Drop(MessageKind::kAccept, 8082)})
                .failed_phases,
            0);
}

TEST(FaultModelTest, ACrashAfterPhaseTwoLocksTheValueIn) {
  const auto cases = Cases({"crashes=1"});
  cases::Fault crash{.kind = cases::FaultKind::kCrash,
                     .servers = {8080},
                     .at = cases::FailurePoint::kPhaseTwoQuorum};
  EXPECT_THAT(Find(cases, {crash}).responses, ::testing::ElementsAre("M1"));
  crash.at = cases::FailurePoint::kPhaseOneQuorum;
  EXPECT_THAT(Find(cases, {crash}).responses, ::testing::ElementsAre("M2"));
  crash.restart = cases::Restart::kDecided;
  EXPECT_THAT(Find(cases, {crash}).leaders, ::testing::ElementsAre(8080, 8081, 8080));
}

TEST(FaultModelTest, WhereTheQuorumDecidesTheResponseIsOpen) {
  // One acceptor has voted when the leader of the next round fails: who it is, the next one may or
  // may not hear.
  const auto cases = Cases({"drops=2", "phase_one_failures=1"});
  EXPECT_TRUE(std::ranges::any_of(cases, &cases::SystemCase::any_response));
  EXPECT_FALSE(std::ranges::any_of(Cases({"drops=1", "phase_one_failures=1"}),
                                   &cases::SystemCase::any_response));
}

}  // namespace
}  // namespace models
