// Keeps gRPC's threads and completion queue alive between test cases.
//
// Without it every case starts and ends gRPC as a whole: its threads, its poller, the completion
// queue that all callbacks of the process share. That costs more than a case, and gRPC 1.51 aborts
// once in some hundred times when the last user of that queue and the next first one meet
// (ref_counted.h: "prior > 0"). Ignores cycles of locks, too, logs nothing (unless
// GRPC_VERBOSITY asks for it), and has servers that are made later answer health checks.
// Thread-safe; hold one for as long as cases run.
#pragma once

#include <memory>

namespace adapter {

/// Turns off Abseil's search for deadlocks, which Debian's build makes at every lock of gRPC: it
/// takes a tenth of a case.
void IgnoreLockCycles();

class GrpcSession {
 public:
  GrpcSession();
  ~GrpcSession();
  GrpcSession(const GrpcSession&) = delete;
  GrpcSession& operator=(const GrpcSession&) = delete;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace adapter
