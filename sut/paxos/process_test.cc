// The programs as users run them: real processes, their exit codes and messages, and what must not
// be in the released server.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "sut/paxos/client.h"
#include "sut/paxos/config.h"
#include "sut/paxos/instrumentation.h"

namespace paxos {
namespace {

const std::string kBin = std::string(CPNGEN_BINARY_DIR) + "/bin/";

struct Ended {
  int code = -1;
  std::string output;  // stdout and stderr
};

// Runs a command line to its end.
Ended RunCommand(const std::string& command) {
  Ended ended;
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  std::array<char, 4096> buffer;
  for (std::size_t n; (n = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    ended.output.append(buffer.data(), n);
  }
  ended.code = WEXITSTATUS(pclose(pipe));
  return ended;
}

// Ports of this machine that are free now.
std::vector<int> FreePorts(int count) {
  std::vector<int> sockets, ports;
  for (int i = 0; i < count; ++i) {
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    EXPECT_EQ(bind(fd, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size), 0);
    sockets.push_back(fd);
    ports.push_back(ntohs(address.sin_port));
  }
  for (const int fd : sockets) close(fd);
  return ports;
}

std::string PeersOn(const std::vector<int>& ports) {
  std::string peers;
  for (std::size_t id = 0; id < ports.size(); ++id) {
    if (id > 0) peers.append(",");
    peers.append(std::to_string(id)).append("=127.0.0.1:").append(std::to_string(ports[id]));
  }
  return peers;
}

// A paxos_server process, which serves when the constructor returns. Killed at the end if it still
// runs.
class Server {
 public:
  Server(int id, const std::string& peers) {
    const std::string program = kBin + "paxos_server";
    const std::string id_text = std::to_string(id);
    std::array<int, 2> log;
    EXPECT_EQ(pipe2(log.data(), O_CLOEXEC), 0);
    pid_ = fork();
    if (pid_ == 0) {
      dup2(log[1], STDERR_FILENO);
      execl(program.c_str(), program.c_str(), "--id", id_text.c_str(), "--peers", peers.c_str(),
            "--delay", "200", nullptr);
      _exit(127);
    }
    close(log[1]);
    log_ = fdopen(log[0], "r");
    std::array<char, 1000> line;
    bool serves = false;
    while (!serves && fgets(line.data(), line.size(), log_) != nullptr) {
      serves = std::strstr(line.data(), " serves on ") != nullptr;
    }
    EXPECT_TRUE(serves);
  }
  Server(Server&& other) noexcept
      : pid_(std::exchange(other.pid_, 0)), log_(std::exchange(other.log_, nullptr)) {}
  ~Server() {
    End(SIGKILL);
    if (log_ != nullptr) fclose(log_);
  }

  /// Sends the signal and returns the exit code, -1 if a signal ended the process.
  int End(int signal) {
    if (pid_ == 0) return -1;
    kill(pid_, signal);
    int status = 0;
    waitpid(std::exchange(pid_, 0), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t pid_ = 0;
  FILE* log_ = nullptr;
};

// The decided value, or what went wrong.
std::string Propose(const std::string& peers, const std::string& value) {
  Client client(ParsePeers(peers), {0, std::chrono::seconds(60)});
  const Client::Result result = client.Propose(value);
  return result.ok() ? result.value().value : ToString(result.error());
}

std::vector<Server> StartServers(const std::string& peers, int count) {
  std::vector<Server> servers;
  for (int id = 0; id < count; ++id) servers.emplace_back(id, peers);
  return servers;
}

TEST(ProcessTest, ServersDecideOneValueForConcurrentClients) {
  for (const int count : {3, 5}) {
    const std::string peers = PeersOn(FreePorts(count));
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
  const std::string peers = PeersOn(FreePorts(3));
  auto servers = StartServers(peers, 3);
  servers[0].End(SIGKILL);
  EXPECT_EQ(Propose(peers, "M1"), "M1");
  EXPECT_EQ(servers[1].End(SIGTERM), 0);
  EXPECT_EQ(servers[2].End(SIGINT), 0);
}

TEST(ProcessTest, ClientSaysWhatIsWrong) {
  const std::string one_dead = PeersOn(FreePorts(1));
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
  const std::string peers = PeersOn(FreePorts(2));
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

std::string Contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

TEST(ProcessTest, NoInstrumentationPointIsInTheReleasedServer) {
  const std::string server = Contents(kBin + "paxos_server");
  const std::string test = Contents("/proc/self/exe");
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
