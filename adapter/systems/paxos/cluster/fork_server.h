// The fork server: one paxos_server_instrumented, started and linked once, of which every replica's
// process is a fork. To execute and link that program anew for each replica takes longer than a
// whole case.
//
// Invariants:
//  1. it has one thread and has not begun gRPC: a fork of it is like a program just started;
//  2. what it forks is a child of the adapter (CLONE_PARENT): the adapter waits for it, and sees
//     how it ended;
//  3. a replica's process has its own two sockets, and no other replica's;
//  4. it ends when this object or the adapter does, however that ends.
// Thread-safe. Make it before gRPC has begun and on a thread that lives as long as all replicas:
// they die with that thread. Source of the idea: M. Zalewski, "Fuzzing random programs without
// execve()" (2014); Android's zygote.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <mutex>
#include <stdexcept>

#include "adapter/input_error.h"
#include "adapter/systems/paxos/cluster/control.h"

namespace adapter {

/// No process can be had; says why.
class ForkServerError : public InputError {
 public:
  using InputError::InputError;
};

/// A replica's process; the sockets are the adapter's ends (control.h).
struct ForkedProcess {
  pid_t process = -1;
  ControlSocket reports;
  ControlSocket commands;
};

class ForkServer {
 public:
  /// Starts it: the program beside the one that runs. Throws ForkServerError.
  ForkServer();
  ~ForkServer();
  ForkServer(const ForkServer&) = delete;
  ForkServer& operator=(const ForkServer&) = delete;

  /// A new process, which has to be waited for. Throws ForkServerError.
  ForkedProcess Fork();

  pid_t process() const { return process_; }

 private:
  std::mutex mutex_;  // one request at a time
  ControlSocket requests_;
  pid_t process_ = -1;
};

}  // namespace adapter
