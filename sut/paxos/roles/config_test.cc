#include "sut/paxos/roles/config.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace paxos {
namespace {

std::string ErrorOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "no error";
}

ReplicaConfig Good() {
  ReplicaConfig config;
  config.id = 1;
  config.replicas = 5;
  config.quorum_sizes = QuorumSizes::Majority(5);
  return config;
}

std::string ErrorWith(const std::function<void(ReplicaConfig&)>& change) {
  ReplicaConfig config = Good();
  change(config);
  return ErrorOf([&] { Validate(config); });
}

TEST(ValidateTest, TakesMajoritiesAndOtherQuorumsThatIntersect) {
  EXPECT_EQ(ErrorWith([](ReplicaConfig&) {}), "no error");
  EXPECT_EQ(ErrorWith([](ReplicaConfig& c) { c.quorum_sizes = {5, 1, 1}; }), "no error");
  EXPECT_EQ(ErrorWith([](ReplicaConfig& c) { c.quorum_sizes = {1, 5, 5}; }), "no error");
}

TEST(ValidateTest, RefusesQuorumsThatNeedNotIntersect) {
  EXPECT_EQ(ErrorWith([](ReplicaConfig& c) {
              c.quorum_sizes = {3, 2, 3};
            }),
            "prepare quorum 3 and accept quorum 2 of 5 replicas need not intersect: their sum must "
            "be above 5");
}

TEST(ValidateTest, RefusesQuorumSizesThatCannotBe) {
  EXPECT_EQ(ErrorWith([](ReplicaConfig& c) { c.quorum_sizes.prepare = 6; }),
            "prepare quorum of 6: it must be 1 to 5, the number of replicas");
  EXPECT_EQ(ErrorWith([](ReplicaConfig& c) { c.quorum_sizes.accept = 0; }),
            "accept quorum of 0: it must be 1 to 5, the number of replicas");
  EXPECT_EQ(ErrorWith([](ReplicaConfig& c) { c.quorum_sizes.commit = -1; }),
            "commit quorum of -1: it must be 1 to 5, the number of replicas");
}

TEST(ValidateTest, RefusesIdThatIsNotInTheList) {
  EXPECT_EQ(ErrorWith([](ReplicaConfig& c) { c.id = 5; }),
            "id 5 is not in the list of replicas: it must be 0 to 4");
  EXPECT_EQ(ErrorWith([](ReplicaConfig& c) { c.id = -1; }),
            "id -1 is not in the list of replicas: it must be 0 to 4");
}

TEST(ValidateTest, RefusesNoReplicas) {
  EXPECT_EQ(ErrorWith([](ReplicaConfig& c) { c.replicas = 0; }),
            "0 replicas: at least one is needed");
}

TEST(ValidateTest, RefusesTimeSpansThatCannotBe) {
  EXPECT_EQ(ErrorWith([](ReplicaConfig& c) { c.delay = Duration(0); }),
            "the failure detector's delay must be positive");
  EXPECT_EQ(ErrorWith([](ReplicaConfig& c) { c.delta = Duration(-1); }),
            "the failure detector's delta must not be negative");
  EXPECT_EQ(ErrorWith([](ReplicaConfig& c) { c.timeout = Duration(0); }),
            "the time-out of calls must be positive");
}

TEST(ParsePeersTest, ReadsPeersInAnyOrder) {
  const auto peers = ParsePeers("1=localhost:2,0=[::1]:1,2=unix:/tmp/a=b");
  ASSERT_EQ(peers.size(), 3u);
  EXPECT_EQ(peers[0].id, 0);
  EXPECT_EQ(peers[0].address, "[::1]:1");
  EXPECT_EQ(peers[1].address, "localhost:2");
  EXPECT_EQ(peers[2].address, "unix:/tmp/a=b");
}

TEST(ParsePeersTest, RefusesMalformedEntries) {
  const std::string expected = ": expected ID=ADDRESS, for example 0=127.0.0.1:4000";
  const auto error_of = [](const std::string& text) { return ErrorOf([&] { ParsePeers(text); }); };
  EXPECT_EQ(error_of(""), "peer ''" + expected);
  EXPECT_EQ(error_of("0=a:1,"), "peer ''" + expected);
  EXPECT_EQ(error_of("0"), "peer '0'" + expected);
  EXPECT_EQ(error_of("0="), "peer '0='" + expected);
  EXPECT_EQ(error_of("=a:1"), "peer '=a:1'" + expected);
  EXPECT_EQ(error_of("x=a:1"), "peer 'x=a:1'" + expected);
  EXPECT_EQ(error_of("0x=a:1"), "peer '0x=a:1'" + expected);
  EXPECT_EQ(error_of("99999999999=a:1"), "peer '99999999999=a:1'" + expected);
}

TEST(ParsePeersTest, RefusesDoubleIdsAndAddressesAndGaps) {
  EXPECT_EQ(ErrorOf([] { ParsePeers("0=a:1,0=b:1"); }),
            "id 0 is there twice: ids must be distinct");
  EXPECT_EQ(ErrorOf([] { ParsePeers("0=a:1,1=a:1"); }),
            "address a:1 is there twice: addresses must be distinct");
  EXPECT_EQ(ErrorOf([] { ParsePeers("0=a:1,2=b:1"); }),
            "ids of 2 replicas must be 0 to 1 without a gap");
  EXPECT_EQ(ErrorOf([] { ParsePeers("1=a:1,-1=b:1"); }),
            "ids of 2 replicas must be 0 to 1 without a gap");
}

}  // namespace
}  // namespace paxos
