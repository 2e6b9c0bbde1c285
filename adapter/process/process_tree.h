// The processes of one running instance of a system under test.
//
// All of them are below one process of ours, the warden (process/warden/warden.h): whatever becomes
// of this program, nothing of the instance stays behind, be it processes, their descendants (also
// those that leave their process group or ignore SIGTERM) or files in the instance's folder.
//
// Invariants:
//  1. a process is known to have ended only after its last output is in its log;
//  2. when Kill, Terminate or KillAll has returned, those processes have ended, and so have, or are
//     about to, those of their descendants that could be found (warden/family.h); the destructor
//     leaves none at all;
//  3. no call waits for ever: each has a deadline of the caller's or, for what the kernel must do,
//     thirty seconds.
// Thread-safe: all members but the destructor may be called from any thread at the same time.
// KillAll() from another thread makes those that wait for an exit return.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "adapter/process/process_spec.h"

namespace adapter {

class ProcessTree {
 public:
  using Clock = std::chrono::steady_clock;
  /// Called for each exit, on a thread of the tree, one at a time; must return soon, and call no
  /// member but the const ones.
  using OnExit = std::function<void(const ProcessExit&)>;

  /// Starts the warden, which lies beside this program (`adapter_warden`). Throws ProcessError.
  explicit ProcessTree(OnExit on_exit = {});
  /// Kills everything that is left and removes the folder.
  ~ProcessTree();
  ProcessTree(const ProcessTree&) = delete;
  ProcessTree& operator=(const ProcessTree&) = delete;

  /// A new folder in the system's temporary one ($TMPDIR), "cpngen-instance-XXXXXX": for data,
  /// logs and sockets of the instance.
  const std::filesystem::path& folder() const;
  pid_t warden() const;

  /// Starts a process; when it returns, the program runs. Throws ProcessError, which names the
  /// command and what is wrong with it, and when a process of that name has not ended.
  StartedProcess Start(const ProcessSpec& spec);
  /// Kills the process, if it runs, and starts it again as it was started last.
  StartedProcess Restart(const std::string& name);

  /// SIGKILL to the process and its family; returns how it ended. One that ended before is left as
  /// it is, but its family is killed. Throws ProcessError when the name was never started.
  ProcessExit Kill(const std::string& name);
  /// SIGTERM to the process and its family, and SIGKILL to what is left when it has ended or after
  /// `grace`.
  ProcessExit Terminate(const std::string& name, std::chrono::milliseconds grace);
  /// SIGKILL to all processes and all their descendants. The tree can start others afterwards.
  void KillAll();

  /// When it returns, the logs have what the processes had printed when it was called, but for more
  /// than a megabyte of one.
  void PumpLogs();

  /// SIGSTOP to the process and its family; returns when the process stands still. False when it
  /// has ended.
  bool Pause(const std::string& name);
  /// SIGCONT; returns when the process goes on. False when it has ended.
  bool Resume(const std::string& name);
  /// It was stopped: by Pause() or by itself.
  bool IsPaused(const std::string& name) const;

  /// How the last start of the process ended; nothing while it runs. Throws ProcessError when the
  /// name was never started.
  std::optional<ProcessExit> Exited(const std::string& name) const;
  /// Waits until the process has ended or the time has come; the answer is that of Exited().
  std::optional<ProcessExit> WaitForExit(const std::string& name, Clock::time_point deadline) const;

  /// The last start of the process: its number and its log, without the pipes. Throws ProcessError
  /// when the name was never started.
  StartedProcess Started(const std::string& name) const;

  /// Why no process can be started any more: the warden was killed, and the processes with it.
  /// Empty: all is well.
  std::string Lost() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace adapter
