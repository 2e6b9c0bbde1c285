// The warden: a process of one thread between the adapter and the processes of one instance of a
// system under test. It is their parent, and the one to whom the kernel gives those of their
// descendants that lose their own parents (PR_SET_CHILD_SUBREAPER): nothing that is started below
// it gets away from it.
//
// Invariants:
//  1. it ends when its socket to the adapter is closed, however the adapter ended, or when it is
//     told to by SIGTERM, SIGINT or SIGHUP;
//  2. before it ends, it has killed all its descendants, seen them end, and removed its folder;
//  3. when it is killed itself, the kernel kills those that it started (PR_SET_PDEATHSIG).
// Not thread-safe; one object in a process, which does nothing else.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>

#include "adapter/process/warden/log_pump.h"
#include "adapter/process/warden/messages.h"
#include "base/file_descriptor.h"

namespace adapter {

class Warden {
 public:
  /// `socket` leads to the adapter. Makes its folder from `folder_template` (of mkdtemp) and says
  /// so.
  Warden(base::FileDescriptor socket, const std::string& folder_template);

  /// Serves until it has to end, and cleans up. Returns the exit code of the program.
  int Run();

 private:
  struct Child {
    pid_t pid = 0;
    std::string mark;
    LogPump log;
    bool has_ended = false;
  };

  void Watch(int descriptor, std::uint64_t id) const;
  /// False when the adapter has gone.
  bool ServeRequest();
  void Start(const Request& request, const std::vector<base::FileDescriptor>& pipes);
  void Signal(const Request& request);
  /// False when a signal asks for the end.
  bool ReadSignals();
  void PumpLog(std::uint32_t process);
  void PumpLogs();
  /// Learns what has become of its children. False when there are none.
  bool Reap();
  void Ended(std::uint32_t process, Child& child, int status);
  void KillAll();
  void Send(const Report& report) const;

  base::FileDescriptor socket_;
  base::FileDescriptor signals_;
  base::FileDescriptor events_;
  std::string folder_;
  int folder_error_ = 0;
  std::map<std::uint32_t, Child> children_;
};

}  // namespace adapter
