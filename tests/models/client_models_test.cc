// The models of clients that reach some of the replicas, and of connections to a replica: their
// suites hold what can be told from their parameters by counting.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "adapter/systems/paxos/cases/cases.h"
#include "tests/models/generated_suite.h"

namespace models {
namespace {

// A client asks one of three replicas (quorums 0 and 1), two (0 to 2), or all (0 to 3).
constexpr std::size_t kClients = 3 * 2 + 3 * 3 + 1 * 4;

TEST(ClientsModelTest, SuiteHasEveryClientOfThreeReplicas) {
  const cases::Suite suite = Generate("clients_model.lua", "clients", {"clients=1"});
  EXPECT_EQ(suite.kind, "system");
  EXPECT_EQ(suite.cases.size(), kClients);
  for (const cases::TestCase& test_case : suite.cases) {
    const auto& test = test_case.content.As<cases::SystemCase>();
    const std::vector<cases::ServerId>& servers = test.reaches.at(0).servers;
    // Nothing fails, so that who asks the leader is answered, and nobody else asks.
    const bool asks_leader = std::ranges::count(servers, 8080) > 0;
    EXPECT_EQ(test.unanswered.empty(), asks_leader) << "case " << test_case.id;
  }
}

TEST(ClientsModelTest, SuiteHasEveryPairOfClientsOnce) {
  const cases::Suite suite = Generate("clients_model.lua", "clients", {});
  EXPECT_EQ(suite.cases.size(), kClients * (kClients + 1) / 2);
}

TEST(ClientsModelTest, AClientIsAnsweredByAsManyLiveReplicasAsItNeeds) {
  const cases::Suite suite = Generate("clients_model.lua", "clients", {"crashes=1"});
  int partly = 0;
  for (const cases::TestCase& test_case : suite.cases) {
    const auto& test = test_case.content.As<cases::SystemCase>();
    partly += test.unanswered.size() == 1 ? 1 : 0;
    for (const cases::ClientReach& reach : test.reaches) {
      const bool answered = std::ranges::count(test.unanswered, reach.value) == 0;
      const int needed =
          reach.quorum == 0 ? static_cast<int>(reach.servers.size()) / 2 + 1 : reach.quorum;
      const auto live = std::ranges::count_if(reach.servers, [&](cases::ServerId server) {
        return test.faults.empty() || test.faults.front().servers.front() != server;
      });
      EXPECT_EQ(answered, !test.responses.empty() && live >= needed) << "case " << test_case.id;
    }
  }
  EXPECT_GT(partly, 100);
}

TEST(ClientsModelTest, WhatALeaderVotedForIsDecidedThoughNobodyAsksTheNextOne) {
  const cases::Suite suite =
      Generate("clients_model.lua", "clients", {"clients=1", "phase_two_failures=1"});
  int failures = 0;
  for (const cases::TestCase& test_case : suite.cases) {
    const auto& test = test_case.content.As<cases::SystemCase>();
    if (test.failures.empty()) continue;
    ++failures;
    EXPECT_EQ(test.responses, std::vector<std::string>{"M1"}) << "case " << test_case.id;
  }
  EXPECT_GT(failures, 0);
}

TEST(ConnectionsModelTest, SuiteHasEveryVisitor) {
  const cases::Suite suite = Generate("connections_model.lua", "connections", {});
  EXPECT_EQ(suite.kind, "connectiontest");
  EXPECT_EQ(suite.cases.size(),
            2 * std::size(cases::kIdentityWords) * std::size(cases::kSendsWords) * 2);
  int answered = 0;
  for (const cases::TestCase& test_case : suite.cases) {
    const auto& test = test_case.content.As<cases::ConnectionCase>();
    answered += test.visitor_outcomes.at(0) == cases::VisitorOutcome::kAnswered ? 1 : 0;
  }
  EXPECT_EQ(answered, 2 * 3) << "without TLS, and with two certificates; who stays and who goes";
}

TEST(ConnectionsModelTest, SuiteHasEveryPairOfHosts) {
  const cases::Suite suite =
      Generate("connections_model.lua", "connections", {"visits=0", "hosts=2"});
  EXPECT_EQ(suite.cases.size(), 2u * 7 * 7);
}

}  // namespace
}  // namespace models
