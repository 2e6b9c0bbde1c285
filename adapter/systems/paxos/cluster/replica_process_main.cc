// paxos_server_instrumented: one replica with instrumentation in a process of its own, for
// `adapter run --processes`. What the adapter starts is the fork server (fork_server.h): it waits
// for pairs of sockets, and forks a replica for each. Not for use by hand.
#include <fmt/format.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <utility>

#include "adapter/systems/grpc/grpc_session.h"
#include "adapter/systems/paxos/cluster/control.h"
#include "adapter/systems/paxos/cluster/replica_messages.h"
#include "adapter/systems/paxos/cluster/serve_replica.h"

#ifdef CPNGEN_COVERAGE
extern "C" void __gcov_reset();
#endif

namespace adapter {
namespace {

constexpr int kWrongCall = 2;

bool IsSocket(int descriptor) {
  int type = 0;
  socklen_t size = sizeof(type);
  return ::getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_SEQPACKET;
}

// A fork of this process that is a child of the adapter, which waits for it. What fork() does
// beyond this is for programs with threads.
pid_t ForkForAdapter() {
  return static_cast<pid_t>(
      ::syscall(SYS_clone, CLONE_PARENT | SIGCHLD, nullptr, nullptr, nullptr, nullptr));
}

// Runs in the new process.
[[noreturn]] void BecomeReplica(std::array<ControlSocket, 2> sockets) {
#ifdef CPNGEN_COVERAGE
  __gcov_reset();  // what the fork server did is its own to report
#endif
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // also when it hangs; else it sees the end of its sockets
  try {
    ServeReplica(std::move(sockets[0]), sockets[1]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "paxos_server_instrumented: {}\n", error.what());
    ::_exit(1);
  }
}

// Forks a process for each request, until the adapter is gone or wants no more.
void ServeForks(ControlSocket requests) {
  while (auto sockets = requests.ReceiveSockets()) {
    const pid_t process = ForkForAdapter();
    if (process == 0) {
      requests.Close();
      BecomeReplica(std::move(*sockets));
    }
    const std::string error = process > 0 ? "" : std::strerror(errno);
    sockets.reset();  // before the next one inherits them
    requests.Send(ToJson(ForkAnswer{.process = process, .error = error}));
  }
}

}  // namespace
}  // namespace adapter

int main(int argc, char**) {
  if (argc != 1 || !adapter::IsSocket(adapter::kForkRequests)) {
    fmt::print(stderr, "paxos_server_instrumented: only `adapter run --processes` starts this\n");
    return adapter::kWrongCall;
  }
  setenv("GRPC_VERBOSITY", "NONE", 0);
  adapter::IgnoreLockCycles();
  adapter::ServeForks(adapter::ControlSocket(adapter::kForkRequests));
}
