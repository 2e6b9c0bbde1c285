// Records a case of quorum calls for its trace: what the script makes happen, and how calls end.
//
// Servers, callers and calls are its nodes. Thread-safe: calls end on any thread.
#pragma once

#include <cstddef>
#include <vector>

#include "adapter/systems/quorum/call_case.h"
#include "trace/recorder.h"

namespace adapter {

class CallTrace {
 public:
  /// An event of the script is about to happen.
  void Happens(const cases::QuorumCallEvent& event);
  /// Call `call`, from 1, was sent to the server.
  void Asked(std::size_t call, cases::ServerId server);
  /// Call `call` has ended.
  void Ended(std::size_t call, const cases::QuorumCallEnd& end);

  /// What happened so far; the recorder has nothing afterwards.
  std::vector<trace::Step> Take() { return recorder_.Take(); }

 private:
  trace::Recorder recorder_;
};

}  // namespace adapter
