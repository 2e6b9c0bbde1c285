#include "base/budget.h"

#include <algorithm>
#include <utility>

#include "base/process_memory.h"

namespace base {
namespace {

const char* TextOf(StopReason reason) {
  switch (reason) {
    case StopReason::kNone:
      break;
    case StopReason::kInterrupted:
      return "stopped by a signal";
    case StopReason::kMaxSeconds:
      return "stopped at the limit on time";
    case StopReason::kMaxMemory:
      return "stopped at the limit on memory";
  }
  return "stopped";
}

/// Above what is full for a computation, and below what ends the process.
std::uint64_t SoftMemoryForReport(std::uint64_t limit) { return limit + limit / 25; }

}  // namespace

StopError::StopError(StopReason reason, std::vector<std::string> hints)
    : std::runtime_error(TextOf(reason)), reason_(reason), hints_(std::move(hints)) {}

bool Budget::Allows(std::size_t bytes) const {
  const std::uint64_t limit = max_memory_bytes();
  if (limit == kNoLimit) return true;
  const std::uint64_t resident = ResidentMemory();
  const bool allowed = resident <= limit && bytes <= limit - resident;
  if (!allowed) refused_ = true;
  return allowed;
}

bool Budget::HasRoomFor(std::uint64_t bytes) const {
  const std::uint64_t soft = soft_memory_.load(std::memory_order_relaxed);
  const std::uint64_t resident = resident_bytes();
  return resident <= soft && bytes <= soft - resident;
}

void Budget::Enter(std::string phase) {
  const std::lock_guard lock(mutex_);
  phase_ = std::move(phase);
}

std::string Budget::phase() const {
  const std::lock_guard lock(mutex_);
  return phase_;
}

void Budget::Stop(StopReason reason) {
  const std::lock_guard lock(mutex_);
  if (stopped()) return;
  reason_ = reason;
  stopped_at_ = Clock::now();
  flag_.store(true);
}

void Budget::AllowReport() {
  const std::lock_guard lock(mutex_);
  if (!stopped()) return;
  const Clock::time_point now = Clock::now();
  deadline_ = now + std::max<Clock::duration>(now - start_, kLeastForReport);
  stopped_at_ = Clock::time_point::max();
  if (max_memory_bytes() != kNoLimit) soft_memory_ = SoftMemoryForReport(max_memory_bytes());
  flag_.store(false);
}

}  // namespace base
