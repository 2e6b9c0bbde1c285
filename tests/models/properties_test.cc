// The properties of the shipped models hold, as `cpngen check` sees it: in every configuration of
// models/paxos that a test can afford, reduced and not (bench/paxos_properties has larger ones).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "cpngen/testing.h"
#include "testing/paths.h"

namespace models {
namespace {

using cpngen::testing::Call;
using cpngen::testing::Outcome;
using ::testing::ElementsAre;
using ::testing::Pair;

struct Configuration {
  int replicas = 3;
  int phase_one_failures = 0;
  int phase_two_failures = 0;
  bool reduce = true;
  std::uint64_t states = 0;
  std::uint64_t arcs = 0;
};

void PrintTo(const Configuration& c, std::ostream* out) {
  *out << c.replicas << " replicas, failures " << c.phase_one_failures << " and "
       << c.phase_two_failures << (c.reduce ? "" : ", not reduced");
}

/// Property and whether it holds, in the order of the model.
std::vector<std::pair<std::string, bool>> Verdicts(const nlohmann::json& results) {
  std::vector<std::pair<std::string, bool>> verdicts;
  for (const auto& result : results) verdicts.emplace_back(result["property"], result["holds"]);
  return verdicts;
}

class PaxosPropertiesTest : public ::testing::TestWithParam<Configuration> {};

TEST_P(PaxosPropertiesTest, AllHold) {
  const Configuration& c = GetParam();
  const Outcome outcome = Call({"check", test::SourcePath("/models/paxos"), "--json", "-D",
                                "clients=2", "-D", "replicas=" + std::to_string(c.replicas), "-D",
                                "phase_one_failures=" + std::to_string(c.phase_one_failures), "-D",
                                "phase_two_failures=" + std::to_string(c.phase_two_failures), "-D",
                                std::string("reduce=") + (c.reduce ? "true" : "false")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto results = nlohmann::json::parse(outcome.out);
  EXPECT_THAT(Verdicts(results), ElementsAre(Pair("S1", true), Pair("S2", true), Pair("S3", true),
                                             Pair("L1", true), Pair("L2", true)));
  for (const auto& result : results) {
    EXPECT_EQ(result["states"], c.states);
    EXPECT_EQ(result["arcs"], c.arcs);
    EXPECT_EQ(result["complete"], true);
    EXPECT_EQ(result["notes"], nlohmann::json::array()) << "nothing vacuous, no note on semantics";
  }
}

INSTANTIATE_TEST_SUITE_P(Configurations, PaxosPropertiesTest,
                         ::testing::Values(Configuration{2, 0, 0, true, 118, 192},
                                           Configuration{2, 1, 0, true, 225, 359},
                                           Configuration{2, 0, 1, true, 252, 390},
                                           Configuration{2, 0, 0, false, 712, 2216},
                                           Configuration{2, 1, 0, false, 1432, 4454},
                                           Configuration{2, 0, 1, false, 1488, 4556},
                                           Configuration{3, 0, 0, true, 570, 1204},
                                           Configuration{3, 1, 0, true, 1581, 2961},
                                           Configuration{3, 0, 1, true, 3380, 5370},
                                           Configuration{3, 1, 1, true, 15889, 23185}));

TEST(TwoPhaseCommitPropertiesTest, AllHold) {
  const Outcome outcome = Call({"check", test::SourcePath("/models/two_phase_commit"), "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(Verdicts(nlohmann::json::parse(outcome.out)),
              ElementsAre(Pair("agreement", true), Pair("terminates", true),
                          Pair("can commit", true), Pair("can abort", true)));
}

TEST(PublishedModelsPropertiesTest, AllHoldAndNoneForWantOfCases) {
  for (const char* name :
       {"distributed_data_base", "dining_philosophers", "simple_protocol", "limit_protocol"}) {
    const Outcome outcome = Call({"check", test::SourcePath("/models/") + name + ".lua", "--json"});
    ASSERT_EQ(outcome.code, 0) << name << ": " << outcome.out << outcome.err;
    for (const auto& result : nlohmann::json::parse(outcome.out)) {
      EXPECT_EQ(result["notes"], nlohmann::json::array()) << name << ": " << result["property"];
    }
  }
}

}  // namespace
}  // namespace models
