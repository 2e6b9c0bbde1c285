// Generated suites with faults (the golden ones) pass, on the replicas as they are.
#include <gtest/gtest.h>

#include <filesystem>

#include "adapter/systems/grpc/grpc_session.h"
#include "adapter/systems/paxos/runs/system_case.h"
#include "adapter/systems/testing/typed_suite.h"
#include "testing/paths.h"

namespace adapter {
namespace {

using namespace std::chrono_literals;

class FaultSuitesTest : public ::testing::TestWithParam<const char*> {};

TEST_P(FaultSuitesTest, EveryGeneratedCasePasses) {
  const GrpcSession session;
  const cases::Suite suite = cases::ReadSuite(
      test::SourcePath("/tests/golden/expected/paxos-faults-") + GetParam() + ".xml");
  for (const cases::TestCase& test : suite.cases) {
    const auto& content = test.content.As<cases::SystemCase>();
    EXPECT_FALSE(content.faults.empty());
    const Verdict verdict = RunCase(content, suite.configuration, {Transport::kInProcess, 60s, 1});
    EXPECT_EQ(verdict.detail, "") << "case " << test.id;
  }
}

INSTANTIATE_TEST_SUITE_P(Golden, FaultSuitesTest,
                         ::testing::Values("drops", "crashes", "suspicions", "second-proposers"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace adapter
