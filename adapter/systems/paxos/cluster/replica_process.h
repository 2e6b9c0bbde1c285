// One replica's process, from the adapter's side: starts it, commands it, waits for it, and passes
// its reports to the monitor.
//
// Invariants: reports are answered one at a time, on a thread of this object; a replica that the
// plan has for crashed is told so with its next report that waits for an answer, and kills itself;
// when the process has ended, the monitor is told how; the destructor ends the process and waits
// for it. Not thread-safe.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "adapter/systems/paxos/cluster/control.h"
#include "adapter/systems/paxos/cluster/fork_server.h"
#include "adapter/systems/paxos/cluster/monitor.h"
#include "adapter/systems/paxos/cluster/replica_messages.h"

namespace adapter {

class ReplicaProcess {
 public:
  /// Sends `start`, the description of the replica, to a process that was forked for it. The
  /// process reports that it is done when it listens.
  ReplicaProcess(paxos::ReplicaId id, ForkedProcess forked, const ReplicaStart& start,
                 Monitor& monitor);
  ~ReplicaProcess();
  ReplicaProcess(const ReplicaProcess&) = delete;
  ReplicaProcess& operator=(const ReplicaProcess&) = delete;

  pid_t process() const { return process_; }
  /// Sends a command.
  void Tell(const ReplicaCommand& command) { commands_.Send(ToJson(command)); }
  /// Sends a command after which the process reports that it is done.
  void Ask(const ReplicaCommand& command);
  /// Has the replica begin its roles, and then report that it is done. From then on its crash is
  /// part of the case.
  void AskToBegin();
  /// Waits until the process has reported that it is done with everything that it was asked. False:
  /// the process ended instead.
  bool WaitUntilDone();
  /// Waits until the process has crashed. Throws SystemFailure when it ends in another way than by
  /// SIGKILL.
  void WaitForCrash();
  /// The process has ended though it should not: throws SystemFailure, which says how.
  [[noreturn]] void FailWithEnd();

 private:
  int WaitForEnd();
  void AnswerReports();
  void OnDone();
  nlohmann::json Answer(const ReplicaReport& report);

  const paxos::ReplicaId id_;
  int incarnation_ = 0;  // of the replica, as the monitor counts; this process is one
  Monitor& monitor_;
  const pid_t process_;
  const ControlSocket reports_;
  const ControlSocket commands_;
  std::atomic<bool> begins_{false};  // it was told to
  std::mutex mutex_;
  std::condition_variable changed_;
  int asked_ = 1;
  int done_ = 0;
  bool gone_ = false;
  bool reaped_ = false;
  std::thread thread_;
};

}  // namespace adapter
