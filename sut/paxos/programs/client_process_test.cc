// paxos_client and TLS as users call them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <future>
#include <string>
#include <vector>

#include "quorum/tls_testing.h"
#include "sut/paxos/testing/test_process.h"

namespace paxos {
namespace {

using testing::HasSubstr;

Ended RunClient(const std::string& peers, const std::string& words) {
  return RunCommand(kBin + "paxos_client --servers " + peers + " " + words);
}

TEST(ClientProcessTest, StatusSaysWhatEachReplicaKnows) {
  const std::string peers = PeersOn(ReservePorts(3));
  // Long enough that nobody is suspected at once, short enough to try again when a leader could not
  // reach the others at first.
  auto servers = StartServers(peers, 3, {"--delay", "5000"});
  const Ended before = RunClient(peers, "status");
  EXPECT_EQ(before.code, 1);
  EXPECT_EQ(before.output,
            "replica 0: leader 0, suspects nobody, promised none, voted in none, proposed in none, "
            "not decided\n"
            "replica 1: leader 0, suspects nobody, promised none, voted in none, proposed in none, "
            "not decided\n"
            "replica 2: leader 0, suspects nobody, promised none, voted in none, proposed in none, "
            "not decided\n");
  EXPECT_EQ(Propose(peers, "M1", 3), "M1");
  servers[1].End(SIGKILL);
  const Ended after = RunClient(peers, "status");
  EXPECT_EQ(after.code, 0);
  // Which round it took depends on when the replicas came up.
  EXPECT_THAT(after.output,
              testing::MatchesRegex(
                  "replica 0: leader [0-2], suspects [a-z0-2 ]+, promised [0-9]+, voted in [0-9]+, "
                  "proposed in [0-9a-z]+, decided M1\nreplica 1: unavailable.*\n"
                  "replica 2: leader .*, decided M1\n"));
}

TEST(ClientProcessTest, StatusAsJson) {
  const std::string peers = PeersOn(ReservePorts(1));
  const Server server(0, peers);
  EXPECT_EQ(Propose(peers, "M1"), "M1");
  const Ended status = RunClient(peers, "--json status");
  EXPECT_EQ(status.code, 0);
  EXPECT_EQ(status.output,
            "[{\"crnd\":0,\"decided\":\"M1\",\"leader\":0,\"promised\":0,\"replica\":0,"
            "\"suspected\":[],\"vrnd\":0}]\n");
}

TEST(ClientProcessTest, WaitPrintsTheDecidedValueAndProposesNothing) {
  const std::string peers = PeersOn(ReservePorts(3));
  const auto servers = StartServers(peers, 3);
  const Ended nothing = RunClient(peers, "--timeout 300 --json wait");
  EXPECT_EQ(nothing.code, 3);
  EXPECT_THAT(nothing.output, HasSubstr("\"decided\":null"));
  auto waiting = std::async(std::launch::async, [&] { return RunClient(peers, "wait"); });
  EXPECT_EQ(Propose(peers, "M1"), "M1");
  const Ended ended = waiting.get();
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.output, "M1\n");
}

class TlsProcessTest : public testing::Test {
 protected:
  void SetUp() override {
    certificates_.MakeAuthority("ca");
    certificates_.MakeAuthority("other");
  }
  static std::vector<std::string> Flags(const quorum::TlsFiles& files) {
    return {"--tls-cert", files.certificate, "--tls-key", files.key, "--tls-ca", files.ca};
  }
  static std::string Text(const quorum::TlsFiles& files) {
    return "--tls-cert " + files.certificate + " --tls-key " + files.key + " --tls-ca " + files.ca;
  }

  const quorum::TestCertificates certificates_;
  const std::string peers_ = PeersOn(ReservePorts(3));
};

TEST_F(TlsProcessTest, OnlyWhoShowsACertificateOfTheCaIsServed) {
  const quorum::TlsFiles files = certificates_.MakeIdentity("replica", "ca");
  std::vector<Server> servers;
  for (int id = 0; id < 3; ++id) servers.emplace_back(id, peers_, Flags(files));

  const std::string client = Text(certificates_.MakeIdentity("client", "ca"));
  const Ended good = RunClient(peers_, client + " propose M1");
  EXPECT_EQ(good.code, 0);
  EXPECT_EQ(good.output, "M1\n");

  quorum::TlsFiles stranger = certificates_.MakeIdentity("stranger", "other");
  stranger.ca = files.ca;
  for (const std::string& flags : {Text(stranger), std::string()}) {
    const Ended refused = RunClient(peers_, flags + " --timeout 5000 propose M2");
    EXPECT_EQ(refused.code, 1) << refused.output;
    // Of two nodes: when they have refused it, no quorum is possible.
    EXPECT_THAT(refused.output, ::testing::ContainsRegex("quorum call incomplete: 0 replies; "
                                                         "node [012]: unavailable"));
  }
  for (Server& server : servers) EXPECT_EQ(server.End(SIGTERM), 0);
}

TEST_F(TlsProcessTest, FlagsGoTogetherAndFilesAreChecked) {
  const std::string server = "timeout 20 " + kBin + "paxos_server --id 0 --peers " + peers_ + " ";
  const Ended partly = RunCommand(server + "--tls-ca " + certificates_.Path("ca.pem"));
  EXPECT_EQ(partly.code, 2);
  EXPECT_THAT(partly.output, HasSubstr("--tls-cert, --tls-key and --tls-ca go together: give all "
                                       "three, or none"));
  quorum::TlsFiles files = certificates_.MakeIdentity("replica", "ca");
  files.key = certificates_.Path("none.key");
  EXPECT_EQ(RunCommand(server + Text(files)).code, 2);
  const Ended client = RunClient(peers_, Text(files) + " status");
  EXPECT_EQ(client.code, 2);
  EXPECT_THAT(client.output, HasSubstr("none.key"));
}

}  // namespace
}  // namespace paxos
