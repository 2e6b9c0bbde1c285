#include "base/interrupt.h"

#include <cassert>

namespace base {
namespace {

/// All that a signal handler can reach is static; nothing else in the program sees it.
std::atomic<bool> g_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");

void Request(int) { g_requested.store(true); }

}  // namespace

Interrupt::Interrupt() {
  g_requested.store(false);
  struct sigaction action {};
  action.sa_handler = Request;
  sigemptyset(&action.sa_mask);
  // RESETHAND: a second Ctrl-C ends a program that is too slow to stop.
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  [[maybe_unused]] const int failed = sigaction(SIGINT, &action, &before_);
  assert(failed == 0);
}

Interrupt::~Interrupt() { sigaction(SIGINT, &before_, nullptr); }

const std::atomic<bool>* Interrupt::flag() const { return &g_requested; }

}  // namespace base
