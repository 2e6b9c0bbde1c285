#include "base/budget_watch.h"

#include <poll.h>
#include <sys/eventfd.h>

#include <cerrno>
#include <csignal>
#include <initializer_list>
#include <system_error>
#include <utility>

#include "base/process_memory.h"

namespace base {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kFar = std::uint64_t{64} << 20;  // no process grows so much in a long pause
constexpr std::chrono::milliseconds kLongPause{10};
constexpr std::chrono::milliseconds kShortPause{2};
constexpr double kMostSeconds = 1e9;  // more than a clock can count on from now

std::uint64_t PerCent(std::uint64_t bytes, unsigned per_cent) {
  return bytes / 100 * per_cent + bytes % 100 * per_cent / 100;
}

/// Without a limit of the caller's: the rest is a reserve for the machine, and for what the process
/// takes between two looks.
std::uint64_t DefaultLimit() {
  const std::uint64_t obtainable = ObtainableMemory();
  return obtainable == Budget::kNoLimit ? obtainable : PerCent(obtainable, 88);
}

}  // namespace

BudgetWatch::BudgetWatch(Budget* budget, WatchOptions options)
    : budget_(budget),
      options_(std::move(options)),
      interrupt_(std::in_place, std::initializer_list<int>{SIGINT, SIGTERM, SIGHUP}),
      done_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  const std::uint64_t limit = options_.max_memory_bytes.value_or(DefaultLimit());
  {
    const std::lock_guard lock(budget_->mutex_);
    budget_->start_ = Clock::now();
    if (options_.max_seconds && *options_.max_seconds < kMostSeconds) {
      budget_->deadline_ =
          budget_->start_ + std::chrono::duration_cast<Clock::duration>(
                                std::chrono::duration<double>(*options_.max_seconds));
    }
  }
  if (limit != Budget::kNoLimit) {
    budget_->max_memory_ = limit;
    budget_->soft_memory_ = PerCent(limit, kSoftMemory);
  }
  Look();
  try {
    // Without it the thread could not be told to end.
    if (!done_) throw std::system_error(EMFILE, std::generic_category(), "nothing can be watched");
    thread_ = std::thread([this] { Run(); });
  } catch (const std::system_error&) {
    if (options_.max_seconds || options_.max_memory_bytes) throw;
    interrupt_.reset();
  }
}

BudgetWatch::~BudgetWatch() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t ignored = ::write(done_.get(), &one, sizeof one);
  if (thread_.joinable()) thread_.join();
}

void BudgetWatch::Run() {
  bool signalled = false;
  while (true) {
    // Once a signal has come its descriptor stays readable, and would wake this up all the time.
    pollfd events[] = {{done_.get(), POLLIN, 0},
                       {signalled ? -1 : interrupt_->descriptor(), POLLIN, 0}};
    ::poll(events, 2, static_cast<int>(Pause().count()));
    if (events[0].revents != 0) return;
    if (events[1].revents != 0) {
      signalled = true;
      budget_->signal_ = interrupt_->signal();
      budget_->Stop(StopReason::kInterrupted);
    }
    if (Look() && options_.end_process) options_.end_process();
  }
}

bool BudgetWatch::Look() {
  const std::uint64_t resident = ResidentMemory();
  budget_->resident_.store(resident, std::memory_order_relaxed);
  const Clock::time_point now = Clock::now();
  Clock::time_point deadline;
  Clock::time_point stopped_at;
  {
    const std::lock_guard lock(budget_->mutex_);
    deadline = budget_->deadline_;
    stopped_at = budget_->stopped_at_;
  }
  const std::uint64_t limit = budget_->max_memory_bytes();
  if (resident > budget_->soft_memory_.load(std::memory_order_relaxed)) {
    budget_->Stop(StopReason::kMaxMemory);
  } else if (now >= deadline) {
    // When the time for a report is over, the reason is still why there is only a report.
    const StopReason before = budget_->reason();
    budget_->Stop(before == StopReason::kNone ? StopReason::kMaxSeconds : before);
  }
  const bool full = limit != Budget::kNoLimit && resident / kHardMemory >= limit / 100;
  if (full) {
    budget_->Stop(StopReason::kMaxMemory);
    budget_->reason_ = StopReason::kMaxMemory;  // it is what ends the process
  }
  return full || (stopped_at != Clock::time_point::max() && now - stopped_at >= kGrace);
}

std::chrono::milliseconds BudgetWatch::Pause() const {
  return budget_->stopped() || !budget_->HasRoomFor(kFar) ? kShortPause : kLongPause;
}

}  // namespace base
