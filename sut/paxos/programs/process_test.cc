// The programs as users run them: real processes, their exit codes and messages, and what must not
// be in the released server.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "sut/paxos/roles/instrumentation.h"
#include "sut/paxos/testing/test_process.h"
#include "testing/files.h"

namespace paxos {
namespace {

TEST(ReservePortsTest, AReservedPortIsLeftToServersAlone) {
  const int port = ReservePorts(1).front();
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int other = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  EXPECT_NE(bind(other, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  close(other);
  for (int incarnation = 0; incarnation < 2; ++incarnation) {
    EXPECT_EQ(Server(0, PeersOn({port})).End(SIGTERM), 0);
  }
}

TEST(ProcessTest, ServersDecideOneValueForConcurrentClients) {
  for (const int count : {3, 5}) {
    const std::string peers = PeersOn(ReservePorts(count));
    auto servers = StartServers(peers, count);
    std::vector<std::string> decided(4);
    std::vector<std::thread> clients;
    for (std::size_t i = 0; i < decided.size(); ++i) {
      clients.emplace_back(
          [&, i] { decided[i] = Propose(peers, std::string(1, static_cast<char>('A' + i))); });
    }
    for (std::thread& client : clients) client.join();
    EXPECT_EQ(std::set<std::string>(decided.begin(), decided.end()).size(), 1u);
    EXPECT_TRUE((std::set<std::string>{"A", "B", "C", "D"}.contains(decided[0]))) << decided[0];
    const Ended late =
        RunCommand(kBin + "paxos_client --json --servers " + peers + " propose late");
    EXPECT_EQ(late.code, 0);
    EXPECT_EQ(late.output,
              "{\"decided\":\"" + decided[0] + "\",\"error\":null,\"proposed\":\"late\"}\n");
    for (Server& server : servers) EXPECT_EQ(server.End(SIGTERM), 0);
  }
}

TEST(ProcessTest, KilledLeaderIsReplaced) {
  const std::string peers = PeersOn(ReservePorts(3));
  auto servers = StartServers(peers, 3);
  servers[0].End(SIGKILL);
  EXPECT_EQ(Propose(peers, "M1"), "M1");
  EXPECT_EQ(servers[1].End(SIGTERM), 0);
  EXPECT_EQ(servers[2].End(SIGINT), 0);
}

TEST(ProcessTest, ClientSaysWhatIsWrong) {
  const std::string one_dead = PeersOn(ReservePorts(1));
  const Ended unreachable = RunCommand(kBin + "paxos_client --servers " + one_dead + " propose M1");
  EXPECT_EQ(unreachable.code, 1);
  EXPECT_NE(unreachable.output.find("quorum call incomplete: 0 replies; node 0: unavailable"),
            std::string::npos)
      << unreachable.output;
  EXPECT_EQ(RunCommand(kBin + "paxos_client --servers " + one_dead).code, 2);
  EXPECT_EQ(RunCommand(kBin + "paxos_client --servers nonsense propose M1").code, 2);
  EXPECT_EQ(RunCommand(kBin + "paxos_client --servers " + one_dead + " --quorum 2 propose M1").code,
            2);
  EXPECT_EQ(
      RunCommand(kBin + "paxos_client --servers " + one_dead + " --timeout 0 propose M1").code, 2);
}

TEST(ProcessTest, ClientsDeadlineHasItsOwnExitCode) {
  // One server of two: it parks the client for ever, and the client asks for no other answer.
  const std::string peers = PeersOn(ReservePorts(2));
  const Server server(1, peers);
  const Ended ended =
      RunCommand(kBin + "paxos_client --servers " + peers + " --quorum 1 --timeout 300 propose M1");
  EXPECT_EQ(ended.code, 3) << ended.output;
}

TEST(ProcessTest, ServerRefusesWrongConfigurations) {
  const std::string server = "timeout 20 " + kBin + "paxos_server ";
  const std::vector<std::pair<std::string, std::string>> calls = {
      {"--id 3 --peers 0=a:1,1=b:1", "id 3 is not in the list of replicas: it must be 0 to 1"},
      {"--id 0 --peers 0=a:1,0=b:1", "id 0 is there twice: ids must be distinct"},
      {"--id 0 --peers 0=a:1,1=a:1", "address a:1 is there twice: addresses must be distinct"},
      {"--id 0 --peers 0=a:1,1=b:1,2=c:1 --prepare-quorum 1",
       "prepare quorum 1 and accept quorum 2 of 3 replicas need not intersect"},
      {"--id 0 --peers 0=a:1 --delay 0", "the failure detector's delay must be positive"},
      {"--id 0", "--peers is required"},
      {"--id zero --peers 0=a:1", "--id"}};
  for (const auto& [call, message] : calls) {
    const Ended ended = RunCommand(server + call);
    EXPECT_EQ(ended.code, 2) << call;
    EXPECT_NE(ended.output.find(message), std::string::npos) << ended.output;
  }
}

TEST(ProcessTest, ProgramsExplainThemselves) {
  for (const std::string program : {"paxos_server", "paxos_client"}) {
    const Ended help = RunCommand(kBin + program + " --help");
    EXPECT_EQ(help.code, 0);
    EXPECT_NE(help.output.find("Example"), std::string::npos);
    EXPECT_NE(help.output.find("Exit code"), std::string::npos);
    const Ended version = RunCommand(kBin + program + " --version");
    EXPECT_EQ(version.code, 0);
    EXPECT_EQ(version.output.rfind(program + " ", 0), 0u);
  }
}

TEST(ProcessTest, NoInstrumentationPointIsInTheReleasedServer) {
  const std::string server = test::ReadFile(kBin + "paxos_server");
  const std::string test = test::ReadFile("/proc/self/exe");
  ASSERT_GT(server.size(), 10'000u);
  int points = 0;
#define PAXOS_POINT(constant, name)                                    \
  EXPECT_EQ(server.find(name), std::string::npos) << name;             \
  EXPECT_NE(test.find(PointName(Point::constant)), std::string::npos); \
  ++points;
  PAXOS_INSTRUMENTATION_POINTS(PAXOS_POINT)
#undef PAXOS_POINT
  EXPECT_GE(points, 20);
  // Nor is any of its code.
  const std::string vtable = "_ZTVN5paxos15Instrumentation";
  EXPECT_EQ(server.find(vtable), std::string::npos);
  EXPECT_NE(test.find(vtable), std::string::npos);
}

}  // namespace
}  // namespace paxos
