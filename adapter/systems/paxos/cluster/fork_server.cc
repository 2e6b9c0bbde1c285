#include "adapter/systems/paxos/cluster/fork_server.h"

#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <string>
#include <utility>

#include "adapter/process/process.h"
#include "adapter/systems/paxos/cluster/replica_messages.h"
#include "base/helper_program.h"

extern char** environ;

namespace adapter {
namespace {

// The environment of this process, and the wish that every function is linked at the start: else
// each fork would link those that it uses.
std::vector<char*> Environment() {
  static constexpr const char* kLinkAtOnce = "LD_BIND_NOW=1";
  std::vector<char*> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) variables.push_back(*variable);
  variables.push_back(const_cast<char*>(kLinkAtOnce));
  variables.push_back(nullptr);
  return variables;
}

pid_t Spawn(const ControlSocket& requests) {
  const std::string program = base::HelperProgram("paxos_server_instrumented");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, requests.descriptor(), kForkRequests);
  std::array<char*, 2> argv = {const_cast<char*>(program.c_str()), nullptr};
  pid_t process = -1;
  const int error = ::posix_spawn(&process, program.c_str(), &actions, nullptr, argv.data(),
                                  Environment().data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw ForkServerError(fmt::format("{}: {}", program, std::strerror(error)));
  return process;
}

}  // namespace

ForkServer::ForkServer() {
  auto requests = ConnectedSockets();
  requests_ = std::move(requests.first);
  process_ = Spawn(requests.second);
}

ForkServer::~ForkServer() {
  requests_.Close();
  WaitOrKill(process_);
}

ForkedProcess ForkServer::Fork() {
  auto reports = ConnectedSockets();
  auto commands = ConnectedSockets();
  std::optional<nlohmann::json> reply;
  {
    const std::lock_guard lock(mutex_);
    if (requests_.SendSockets({&reports.second, &commands.second})) reply = requests_.Receive();
  }
  if (!reply) {
    throw ForkServerError(
        fmt::format("the fork server of the replicas' processes (process {}) has ended", process_));
  }
  const ForkAnswer answer = ForkAnswerFrom(*reply);
  if (answer.process < 0) {
    throw ForkServerError(fmt::format("no process for a replica: {}", answer.error));
  }
  return {answer.process, std::move(reports.first), std::move(commands.first)};
}

}  // namespace adapter
