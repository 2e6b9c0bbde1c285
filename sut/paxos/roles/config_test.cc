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

TEST(CheckAddressTest, TakesWhatOneCanListenOn) {
  for (const char* const address :
       {"localhost:1", "127.0.0.1:65535", "[::1]:4000", "dns:h:80", "dns:///h:80", "ipv6:[::]:80",
        "unix:/tmp/a", "unix-abstract:a"}) {
    EXPECT_NO_THROW(CheckAddress("--listen", address, AnyPort::kNo)) << address;
  }
  EXPECT_NO_THROW(CheckAddress("--listen", "h:0", AnyPort::kYes));
}

TEST(CheckAddressTest, RefusesWhatIsNoAddress) {
  const auto error_of = [](const std::string& address) {
    return ErrorOf([&] { CheckAddress("peer 0", address, AnyPort::kNo); });
  };
  const std::string example = ", for example 127.0.0.1:4000";
  EXPECT_EQ(error_of("localhost"), "peer 0 'localhost': expected HOST:PORT or unix:PATH" + example);
  EXPECT_EQ(error_of(""), "peer 0 '': expected HOST:PORT or unix:PATH" + example);
  EXPECT_EQ(error_of("[::1]"), "peer 0 '[::1]': expected HOST:PORT or unix:PATH" + example);
  EXPECT_EQ(error_of("unix:"), "peer 0 'unix:': its port must be 1 to 65535" + example);
  EXPECT_EQ(error_of(":80"), "peer 0 ':80': it has no host" + example);
  EXPECT_EQ(error_of("::1:80"), "peer 0 '::1:80': an IPv6 address stands in brackets" + example);
  for (const char* const port : {"", "0", "65536", "99999", "-1", "+1", "1 ", "http"}) {
    const std::string address = std::string("h:") + port;
    EXPECT_EQ(error_of(address), "peer 0 '" + address + "': its port must be 1 to 65535" + example);
  }
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
