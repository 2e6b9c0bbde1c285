// For tests: the programs as real processes.
//
// Not thread-safe.
#pragma once

#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sut/paxos/roles/config.h"
#include "sut/paxos/rpc/client.h"
#include "testing/paths.h"

namespace paxos {

inline const std::string kBin = test::BuildPath("/bin/");

struct Ended {
  int code = -1;
  std::string output;  // stdout and stderr
};

/// Runs a command line to its end.
inline Ended RunCommand(const std::string& command) {
  Ended ended;
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  std::array<char, 4096> buffer;
  for (std::size_t n; (n = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    ended.output.append(buffer.data(), n);
  }
  ended.code = WEXITSTATUS(pclose(pipe));
  return ended;
}

/// Ports of 127.0.0.1 on which only the caller's servers can listen, one after the other. A socket
/// of this process is bound to each until the process ends: else the kernel could give the port to
/// any connection on the machine while no server listens there. SO_REUSEADDR, which gRPC sets, too,
/// lets a server have the port all the same.
inline std::vector<int> ReservePorts(int count) {
  std::vector<int> ports;
  for (int i = 0; i < count; ++i) {
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int yes = 1;
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes)) != 0 ||
        bind(fd, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
      throw std::runtime_error("no free port");
    }
    ports.push_back(ntohs(address.sin_port));
  }
  return ports;
}

inline std::string PeersOn(const std::vector<int>& ports) {
  std::string peers;
  for (std::size_t id = 0; id < ports.size(); ++id) {
    if (id > 0) peers.append(",");
    peers.append(std::to_string(id)).append("=127.0.0.1:").append(std::to_string(ports[id]));
  }
  return peers;
}

/// A paxos_server process, which serves when the constructor returns. Killed at the end if it still
/// runs. Its first period lasts 200 ms, unless a --delay is among the flags.
class Server {
 public:
  Server(int id, const std::string& peers, const std::vector<std::string>& flags = {},
         const std::string& program = "paxos_server") {
    std::vector<std::string> words = {kBin + program, "--id", std::to_string(id), "--peers", peers};
    words.insert(words.end(), flags.begin(), flags.end());
    if (std::ranges::find(flags, "--delay") == flags.end()) {
      words.insert(words.end(), {"--delay", "200"});
    }
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::array<int, 2> log;
    if (pipe2(log.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    pid_ = fork();
    if (pid_ == 0) {
      dup2(log[1], STDERR_FILENO);
      execv(arguments[0], arguments.data());
      _exit(127);
    }
    close(log[1]);
    log_ = fdopen(log[0], "r");
    if (!Logs(" serves on ")) throw std::runtime_error(program + " does not serve");
  }
  Server(Server&& other) noexcept
      : pid_(std::exchange(other.pid_, 0)), log_(std::exchange(other.log_, nullptr)) {}
  Server& operator=(Server&& other) noexcept {
    std::swap(pid_, other.pid_);
    std::swap(log_, other.log_);
    return *this;
  }
  ~Server() {
    End(SIGKILL);
    if (log_ != nullptr) fclose(log_);
  }

  /// Reads the log up to a line with that text; false: it ends before.
  bool Logs(const char* text) {
    std::array<char, 1000> line;
    while (fgets(line.data(), line.size(), log_) != nullptr) {
      if (std::strstr(line.data(), text) != nullptr) return true;
    }
    return false;
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

/// Proposes a value, and waits until `quorum_size` replicas (0: a majority) have learned the
/// decided one. Returns it, or what went wrong.
inline std::string Propose(const std::string& peers, const std::string& value,
                           int quorum_size = 0) {
  Client client(ParsePeers(peers), {quorum_size, std::chrono::seconds(60)});
  const Client::Result result = client.Propose(value);
  return result.ok() ? result.value().value : ToString(result.error());
}

inline std::vector<Server> StartServers(const std::string& peers, int count,
                                        const std::vector<std::string>& flags = {}) {
  std::vector<Server> servers;
  for (int id = 0; id < count; ++id) servers.emplace_back(id, peers, flags);
  return servers;
}

}  // namespace paxos
