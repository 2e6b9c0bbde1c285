#include "adapter/systems/paxos/runs/configuration_case.h"

#include <gtest/gtest.h>

#include "adapter/systems/grpc/grpc_session.h"

namespace adapter {
namespace {

using cases::ConfigurationCase;
using enum cases::ConfigurationDefect;

ConfigurationCase Sound() {
  ConfigurationCase test;
  test.peers = {"0=unix:/nowhere/0", "1=unix:/nowhere/1", "2=unix:/nowhere/2"};
  test.prepare_quorum = test.accept_quorum = test.commit_quorum = 2;
  test.delay = test.delta = test.timeout = 1;
  return test;
}

class ConfigurationCaseTest : public testing::Test {
  const GrpcSession session_;
};

TEST_F(ConfigurationCaseTest, WhatIsSoundStarts) { EXPECT_EQ(RunCase(Sound()).detail, ""); }

TEST_F(ConfigurationCaseTest, EachStartLooksAtItsOwnDefects) {
  ConfigurationCase test = Sound();
  test.client_quorum = 4;
  test.accept_quorum = 1;
  test.defects = {kNoIntersection, kClientQuorum};
  EXPECT_EQ(RunCase(test).detail, "");
}

TEST_F(ConfigurationCaseTest, ADefectThatIsNotFoundFails) {
  ConfigurationCase test = Sound();
  test.defects = {kGap};
  EXPECT_EQ(RunCase(test).detail,
            "server: expected refused: gap, observed starts; client: expected refused: gap, "
            "observed starts; server without a list: expected refused: gap, observed starts");
}

TEST_F(ConfigurationCaseTest, ADefectThatIsNotExpectedFails) {
  ConfigurationCase test = Sound();
  test.place = cases::ListenPlace::kTaken;
  EXPECT_EQ(RunCase(test).detail, "server: expected starts, observed refused: address_taken");
}

TEST_F(ConfigurationCaseTest, ARefusalNamesADefect) {
  ConfigurationCase test = Sound();
  test.delay = 0;
  test.defects = {kDelta};
  EXPECT_EQ(RunCase(test).detail, "server: expected refused: delta, observed refused: delay");
}

TEST_F(ConfigurationCaseTest, SoundTlsFilesStart) {
  ConfigurationCase test = Sound();
  test.ca = test.certificate = test.key = cases::TlsFile::kGood;
  EXPECT_EQ(RunCase(test).detail, "");
}

// Of the TLS files each start looks at what it is given.
TEST_F(ConfigurationCaseTest, ACaAloneIsEnoughForAManager) {
  ConfigurationCase test = Sound();
  test.ca = cases::TlsFile::kGood;
  test.defects = {kIncompleteTls, kNoIdentity};
  EXPECT_EQ(RunCase(test).detail, "");
  test.defects.clear();
  EXPECT_EQ(RunCase(test).detail,
            "server: expected starts, observed refused: incomplete_tls; "
            "client: expected starts, observed refused: incomplete_tls; "
            "library's server: expected starts, observed refused: no_identity or half_identity");
}

TEST_F(ConfigurationCaseTest, ATlsFileThatIsNoGoodIsNamed) {
  using enum cases::TlsFile;
  ConfigurationCase test = Sound();
  test.ca = test.certificate = kGood;
  test.defects = {kUnreadableKey};
  for (const auto form : {kAbsent, kFolder, kEmpty}) {
    test.key = form;
    EXPECT_EQ(RunCase(test).detail, "");
  }
  test.key = kText;
  EXPECT_EQ(RunCase(test).detail,
            "server: expected refused: unreadable_key, observed refused: malformed_key; "
            "client: expected refused: unreadable_key, observed refused: malformed_key; "
            "library's server: expected refused: unreadable_key, observed refused: malformed_key; "
            "manager: expected refused: unreadable_key, observed refused: malformed_key");
}

TEST_F(ConfigurationCaseTest, NoReplicaIsAnEmptyEntryOfTheList) {
  ConfigurationCase test = Sound();
  test.peers.clear();
  test.defects = {kNoReplica, kMalformedPeer};
  EXPECT_EQ(RunCase(test).detail, "");
}

// A server of its own listens at its entry of the list when no other address is given.
TEST_F(ConfigurationCaseTest, AServerCanListenWhereTheListSays) {
  ConfigurationCase test = Sound();
  test.place = cases::ListenPlace::kListed;
  EXPECT_EQ(RunCase(test).detail, "");
}

TEST_F(ConfigurationCaseTest, TheLongestNameIsTakenAndOneByteMoreIsRefused) {
  ConfigurationCase test = Sound();
  test.place = cases::ListenPlace::kLongest;
  EXPECT_EQ(RunCase(test).detail, "");
  test.place = cases::ListenPlace::kTooLong;
  EXPECT_EQ(RunCase(test).detail, "server: expected starts, observed refused: long_address");
  test.defects = {kLongAddress};
  EXPECT_EQ(RunCase(test).detail, "");
}

TEST_F(ConfigurationCaseTest, AnAddressOfNoFormIsRefused) {
  for (const char* const address : {"localhost", ":4000", "unix:", "::1:4000", "127.0.0.1:0",
                                    "127.0.0.1:65536", "127.0.0.1:http"}) {
    ConfigurationCase test = Sound();
    test.peers[2] = std::string("2=") + address;
    test.defects = {kMalformedAddress};
    EXPECT_EQ(RunCase(test).detail, "") << address;
  }
}

TEST_F(ConfigurationCaseTest, AnAddressOfEachSortIsTaken) {
  for (const char* const address : {"127.0.0.1:4001", "ipv4:127.0.0.1:4001", "[::1]:4001",
                                    "dns:127.0.0.1:4001", "unix-abstract:/nowhere/2"}) {
    ConfigurationCase test = Sound();
    test.peers[2] = std::string("2=") + address;
    EXPECT_EQ(RunCase(test).detail, "") << address;
  }
}

// Of several wrong numbers the first one is named.
TEST_F(ConfigurationCaseTest, TheFirstOfTheWrongNumbersIsNamed) {
  ConfigurationCase test = Sound();
  test.accept_quorum = 4;
  test.timeout = 0;
  test.defects = {kAcceptQuorum, kTimeout};
  EXPECT_EQ(RunCase(test).detail, "");
  test.accept_quorum = 2;
  EXPECT_EQ(RunCase(test).detail,
            "server: expected refused: accept_quorum, observed refused: timeout");
}

}  // namespace
}  // namespace adapter
