// Waits for an interrupt beside a run, and stops what runs when it comes.
//
// Not thread-safe, but `stop` is called from a thread of its own.
#pragma once

#include <functional>
#include <thread>

#include "base/file_descriptor.h"
#include "base/interrupt.h"

namespace adapter {

class StopOnInterrupt {
 public:
  /// The interrupt must outlive this.
  StopOnInterrupt(const base::Interrupt& interrupt, std::function<void()> stop);
  ~StopOnInterrupt();
  StopOnInterrupt(const StopOnInterrupt&) = delete;
  StopOnInterrupt& operator=(const StopOnInterrupt&) = delete;

 private:
  const std::function<void()> stop_;
  base::FileDescriptor over_;
  std::thread watching_;
};

}  // namespace adapter
