#include "adapter/process/warden_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "adapter/process/process_spec.h"
#include "adapter/process/warden/messages.h"
#include "adapter/process/warden/process_table.h"
#include "adapter/process/warden/remove_tree.h"
#include "base/helper_program.h"

extern char** environ;

namespace adapter {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void Fail(const std::string& what, int error) {
  throw ProcessError(fmt::format("cannot start processes: {}: {}", what, std::strerror(error)));
}

// A session of its own, so that Ctrl-C of a terminal does not reach it; it has no use for the
// dispositions and the mask of this program.
pid_t Spawn(const std::string& program, std::string folder_template, int socket) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, socket, kWardenSocket);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK);
  std::array<char*, 3> argv = {const_cast<char*>(program.c_str()), folder_template.data(), nullptr};
  pid_t pid = -1;
  const int error =
      ::posix_spawn(&pid, program.c_str(), &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) Fail(program, error);
  return pid;
}

}  // namespace

WardenProcess StartWarden() {
  const std::string program = base::HelperProgram("adapter_warden");
  std::array<int, 2> ends = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    Fail("socketpair", errno);
  }
  WardenProcess warden;
  warden.socket = base::FileDescriptor(ends[0]);
  base::FileDescriptor low(ends[1]);
  // Above the standard ones and the warden's own, which the file actions overwrite.
  base::FileDescriptor theirs(::fcntl(ends[1], F_DUPFD_CLOEXEC, 10));
  std::error_code no_folder;
  const fs::path temporary = fs::temp_directory_path(no_folder);
  if (no_folder) {
    throw ProcessError(fmt::format("cannot start processes: there is no temporary folder: {}",
                                   no_folder.message()));
  }
  warden.pid = Spawn(program, (temporary / "cpngen-instance-XXXXXX").string(), theirs.get());
  theirs.Close();
  low.Close();
  const auto packet = ReceivePacket(warden.socket.get());
  const auto hello = packet ? DecodeReport(packet->bytes) : std::nullopt;
  if (hello && hello->error == 0) {
    warden.folder = hello->folder;
    return warden;
  }
  WaitAtMost(warden.pid, -1);
  if (hello) Fail(fmt::format("folder {}", hello->folder), hello->error);
  throw ProcessError(fmt::format("cannot start processes: {} ended at once", program));
}

int WaitAtMost(pid_t child, int milliseconds) {
  const base::FileDescriptor end(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
  pollfd ended = {end.get(), POLLIN, 0};
  int ready = 1;
  do {
    ready = end ? ::poll(&ended, 1, milliseconds) : 1;
  } while (ready < 0 && errno == EINTR);
  if (ready == 0) return -1;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

void CleanUpAfterWarden(const fs::path& folder) {
  const std::string mark = std::string(kInstanceVariable) + "=" + folder.string();
  // Until a round finds none: one may have forked while it was looked for.
  while (SignalProcesses(ListProcesses(), SIGKILL, [&](const ListedProcess& process) {
           return HasInEnvironment(process.pid, mark);
         }) > 0) {
  }
  RemoveTree(folder.string());
}

}  // namespace adapter
