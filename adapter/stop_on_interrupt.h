// Waits for an interrupt beside a run, and stops the cases that run when it comes.
//
// Not thread-safe, but the sessions are stopped from a thread of its own.
#pragma once

#include <thread>

#include "adapter/sessions.h"
#include "base/file_descriptor.h"
#include "base/interrupt.h"

namespace adapter {

class StopOnInterrupt {
 public:
  /// Both must outlive this.
  StopOnInterrupt(const base::Interrupt& interrupt, const Sessions& sessions);
  ~StopOnInterrupt();
  StopOnInterrupt(const StopOnInterrupt&) = delete;
  StopOnInterrupt& operator=(const StopOnInterrupt&) = delete;

 private:
  base::FileDescriptor over_;
  std::thread watching_;
};

}  // namespace adapter
