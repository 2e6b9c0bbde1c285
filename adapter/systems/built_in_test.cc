// The systems in the box, as the adapter's core sees them.
#include "adapter/systems/built_in.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

namespace adapter {
namespace {

std::vector<CoverageRule> AllRules() {
  std::vector<CoverageRule> rules;
  for (const auto& driver : BuiltInSystems()) {
    for (CoverageRule& rule : driver->coverage_rules()) rules.push_back(std::move(rule));
  }
  return rules;
}

TEST(BuiltInSystemsTest, EverySourceOfTheSystemsHasARow) {
  const std::vector<CoverageRule> rules = AllRules();
  const std::map<std::string, std::string> rows = {
      {"quorum/manager.cc", "quorum library"},
      {"sut/paxos/roles/proposer.cc", "proposer"},
      {"sut/paxos/roles/acceptor.cc", "acceptor"},
      {"sut/paxos/roles/learner.cc", "learner"},
      {"sut/paxos/roles/failure_detector.cc", "failure detector"},
      {"sut/paxos/roles/leader_detector.cc", "leader detector"},
      {"sut/paxos/replica/replica.cc", "replica"},
      {"sut/paxos/replica/serial_executor.cc", "replica"},
      {"sut/paxos/rpc/replica_server.cc", "replica"},
      {"sut/paxos/roles/quorum_calls.cc", "quorum calls"},
      {"sut/paxos/roles/quorum_functions.cc", "quorum functions"},
      {"sut/paxos/rpc/client.cc", "client, transport, clock"}};
  for (const auto& [path, name] : rows) {
    const std::size_t rule = RuleOf(path, rules);
    ASSERT_LT(rule, rules.size()) << path;
    EXPECT_EQ(rules[rule].name, name) << path;
  }
  EXPECT_EQ(RuleOf("adapter/runner.cc", rules), rules.size());
}

TEST(BuiltInSystemsTest, NoTwoKindsHaveOneName) {
  std::set<std::string> names;
  std::size_t count = 0;
  for (const auto& driver : BuiltInSystems()) {
    for (const CaseForm& form : driver->forms()) {
      names.insert(form.name);
      ++count;
    }
  }
  EXPECT_EQ(names.size(), count);
  EXPECT_TRUE(names.contains("system") && names.contains("quorumcalltest"));
}

}  // namespace
}  // namespace adapter
