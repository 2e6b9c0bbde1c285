// What a computation may use: a flag that asks it to stop, and questions about memory that come
// before large allocations.
//
// Whoever computes for long looks at the flag (one relaxed load) and ends what it does: an
// exploration with what it has, everything else with a StopError. base/budget_watch.h raises the
// flag when time or memory are used up, or when a signal comes. A null pointer to a Budget means no
// limits.
//
// Invariants:
//  1. The flag rises once, with one reason. Only AllowReport() lowers it.
//  2. Without a watch nothing raises the flag but Stop(), and there is no limit on memory.
// Thread safety: all members, from any thread.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

namespace base {

enum class StopReason : std::uint8_t {
  kNone,
  kInterrupted,  ///< a signal asked for it
  kMaxSeconds,
  kMaxMemory,
};

/// The computation was asked to stop. It goes up to the command, which ends with what is to be said
/// about it.
class StopError : public std::runtime_error {
 public:
  explicit StopError(StopReason reason, std::vector<std::string> hints = {});
  StopReason reason() const { return reason_; }
  /// What else there is to know, as "place Count grows: ..."; often nothing.
  const std::vector<std::string>& hints() const { return hints_; }

 private:
  StopReason reason_;
  std::vector<std::string> hints_;
};

class Budget {
 public:
  static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

  Budget() = default;
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  bool stopped() const noexcept { return flag_.load(std::memory_order_relaxed); }
  /// Throws StopError when stopped.
  void Check() const {
    if (stopped()) throw StopError(reason());
  }
  /// Valid as long as the object.
  const std::atomic<bool>* flag() const { return &flag_; }
  /// Of the last stop, also after AllowReport().
  StopReason reason() const { return reason_.load(); }
  /// The signal that stopped it; 0: none did.
  int signal() const { return signal_.load(); }

  /// False: with so many bytes more, the process would hold more than the limit on memory. Looks at
  /// the process, which takes some microseconds: for allocations of a megabyte and more.
  bool Allows(std::size_t bytes) const;
  /// Whether Allows() has said no.
  bool refused() const { return refused_.load(); }
  /// False: with so many bytes more, memory would come so near to its limit that the flag rises. By
  /// the last look at the process, so that it costs nothing.
  bool HasRoomFor(std::uint64_t bytes) const;
  /// What the process held at the last look: resident pages. 0 when nobody watches.
  std::uint64_t resident_bytes() const { return resident_.load(std::memory_order_relaxed); }
  /// kNoLimit when there is none.
  std::uint64_t max_memory_bytes() const { return max_memory_.load(std::memory_order_relaxed); }

  /// What the program does now, for messages: "loading m.lua".
  void Enter(std::string phase);
  std::string phase() const;

  /// Raises the flag; the first reason counts.
  void Stop(StopReason reason);
  /// What was asked to stop has stopped, with a result to report. Lowers the flag, and gives the
  /// report as much time as was used up to now, but kLeastForReport at least. Memory may come a
  /// little nearer to its limit. Has no effect when nothing was stopped.
  void AllowReport();
  static constexpr std::chrono::seconds kLeastForReport{2};

 private:
  friend class BudgetWatch;
  using Clock = std::chrono::steady_clock;

  std::atomic<bool> flag_ = false;
  std::atomic<StopReason> reason_ = StopReason::kNone;
  std::atomic<int> signal_ = 0;
  mutable std::atomic<bool> refused_ = false;
  std::atomic<std::uint64_t> resident_ = 0;
  std::atomic<std::uint64_t> max_memory_ = kNoLimit;
  std::atomic<std::uint64_t> soft_memory_ = kNoLimit;  // from here on the flag rises

  mutable std::mutex mutex_;  // of what follows
  std::string phase_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point deadline_ = Clock::time_point::max();
  Clock::time_point stopped_at_ = Clock::time_point::max();
};

}  // namespace base
