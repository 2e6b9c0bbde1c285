// One replica's process as the adapter holds it: it is started, told what to do, and waited for;
// what it reports goes to the monitor.
//
// Invariants: reports are answered one at a time, on a thread of this object; a replica that the
// plan has for crashed is told so with its next report, and kills itself; the destructor ends the
// process and waits for it. Not thread-safe.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "adapter/control.h"
#include "adapter/monitor.h"

namespace adapter {

class ReplicaProcess {
 public:
  /// Starts it; `start` says who it is (replica_process_main.cc). Throws std::runtime_error.
  ReplicaProcess(paxos::NodeId id, const nlohmann::json& start, Monitor& monitor);
  ~ReplicaProcess();
  ReplicaProcess(const ReplicaProcess&) = delete;
  ReplicaProcess& operator=(const ReplicaProcess&) = delete;

  /// Waits until it listens, and says where. Throws std::runtime_error when it ended instead. Once.
  std::string WaitForAddress();
  /// Has it begin its roles.
  void Connect(const std::vector<std::string>& addresses);
  /// Waits until it has. False: it ended instead. Once after Connect.
  bool WaitForConnected();
  void Tell(const nlohmann::json& command) { commands_.Send(command); }
  /// Waits for its end, which somebody has brought about. Idempotent.
  void WaitForEnd();

 private:
  void AnswerReports();
  nlohmann::json Answer(const std::string& what, const nlohmann::json& argument);

  const paxos::NodeId id_;
  Monitor& monitor_;
  ControlSocket reports_;
  ControlSocket commands_;
  std::promise<std::string> address_;
  std::promise<bool> connected_;
  std::atomic<bool> connects_{false};  // it was told to: what happens from then on is the case
  pid_t process_ = -1;
  std::thread thread_;
};

}  // namespace adapter
