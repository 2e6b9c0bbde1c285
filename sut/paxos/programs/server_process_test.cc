// A server with a data folder: it continues where it ended, and refuses what it cannot trust.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <fstream>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "sut/paxos/storage/file_storage.h"
#include "sut/paxos/testing/test_process.h"

namespace paxos {
namespace {

using testing::HasSubstr;

class ServerProcessTest : public testing::Test {
 protected:
  std::string Folder(int id) const { return folder_ / std::to_string(id); }
  Server Start(int id) const { return Server(id, peers_, {"--data-dir", Folder(id)}); }
  std::vector<Server> StartAll() const {
    std::vector<Server> servers;
    for (int id = 0; id < 3; ++id) servers.push_back(Start(id));
    return servers;
  }
  // A call that must be refused.
  Ended Call(const std::string& flags) const {
    return RunCommand("timeout 20 " + kBin + "paxos_server --peers " + peers_ + " " + flags);
  }

  base::TemporaryFolder folder_;
  const std::string peers_ = PeersOn(ReservePorts(3));
};

TEST_F(ServerProcessTest, KilledSystemKeepsTheDecidedValue) {
  for (const char* value : {"M1", "M2", "M3"}) {
    auto servers = StartAll();
    EXPECT_EQ(Propose(peers_, value), "M1");
    for (Server& server : servers) server.End(SIGKILL);
  }
}

TEST_F(ServerProcessTest, KilledReplicaComesBackWhileTheOthersGoOn) {
  auto servers = StartAll();
  EXPECT_EQ(Propose(peers_, "M1"), "M1");
  for (const std::size_t id : {0, 1, 2}) {
    servers[id].End(SIGKILL);
    servers[id] = Start(static_cast<int>(id));
    EXPECT_EQ(Propose(peers_, "M2"), "M1");
  }
}

TEST_F(ServerProcessTest, AcceptorsRememberTheirVotesAfterAKill) {
  // Both acceptors voted for M1 in round 5, and nobody learned: it is chosen, and must stay so.
  for (int id = 0; id < 3; ++id) {
    FileStorage storage(Folder(id), {id, 3, 2, 2});
    if (id > 0) storage.Save({Record::Kind::kVote, 5, "M1"});
  }
  auto servers = StartAll();
  EXPECT_EQ(Propose(peers_, "M2"), "M1");
}

TEST_F(ServerProcessTest, RefusesAFolderInUse) {
  const Server server = Start(0);
  const Ended second = Call("--id 0 --listen 127.0.0.1:0 --data-dir " + Folder(0));
  EXPECT_EQ(second.code, 2);
  EXPECT_THAT(second.output, HasSubstr(Folder(0) + ": another process uses this data folder"));
}

TEST_F(ServerProcessTest, RefusesAFolderOfAnotherReplicaOrConfiguration) {
  Start(0).End(SIGTERM);
  const Ended other = Call("--id 1 --data-dir " + Folder(0));
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.output,
              HasSubstr(Folder(0) + ": it belongs to replica 0 of 3 with prepare quorum 2 and "
                                    "accept quorum 2; this is replica 1 of 3"));
  const Ended quorums = Call("--id 0 --prepare-quorum 3 --data-dir " + Folder(0));
  EXPECT_EQ(quorums.code, 2);
  EXPECT_THAT(quorums.output, HasSubstr("this is replica 0 of 3 with prepare quorum 3"));
}

TEST_F(ServerProcessTest, RefusesADamagedFolder) {
  Start(0).End(SIGTERM);
  std::ofstream(Folder(0) + "/log", std::ios::binary | std::ios::app) << std::string(100, 'x');
  std::fstream(Folder(0) + "/log", std::ios::binary | std::ios::in | std::ios::out).put('x');
  const Ended damaged = Call("--id 0 --data-dir " + Folder(0));
  EXPECT_EQ(damaged.code, 2);
  EXPECT_THAT(damaged.output, HasSubstr(Folder(0) + "/log: not a log of paxos_server"));
}

TEST_F(ServerProcessTest, WithoutAFolderItWarns) {
  const Ended ended = Call("--id 0 --listen nowhere.invalid:0");
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.output,
              HasSubstr("replica 0 has no --data-dir: once it ends, it must never come back"));
}

TEST_F(ServerProcessTest, FullDiskEndsItBeforeItAnswers) {
  const std::string peers = PeersOn(ReservePorts(1));
  rlimit unlimited;
  getrlimit(RLIMIT_FSIZE, &unlimited);
  // Room for the log's head and for no record; the server inherits it.
  const rlimit head_only = {kFirstRecordOffset, unlimited.rlim_max};
  setrlimit(RLIMIT_FSIZE, &head_only);
  Server server(0, peers, {"--data-dir", Folder(0)});
  setrlimit(RLIMIT_FSIZE, &unlimited);
  EXPECT_EQ(Propose(peers, "M1"),
            "quorum call incomplete: 0 replies; node 0: unavailable (the replica does not answer)");
  EXPECT_EQ(server.End(0), 1);
  // With room again it starts, and has nothing promised.
  const Server restarted(0, peers, {"--data-dir", Folder(0)});
  EXPECT_EQ(Propose(peers, "M2"), "M2");
}

}  // namespace
}  // namespace paxos
