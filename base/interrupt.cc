#include "base/interrupt.h"

#include <sys/eventfd.h>

#include <cassert>
#include <cerrno>
#include <cstdint>

namespace base {
namespace {

/// All that a signal handler can reach is static; nothing else in the program sees it.
std::atomic<bool> g_requested{false};
std::atomic<int> g_descriptor{-1};
std::atomic<int> g_signal{0};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler reads it");

void Request(int signal) {
  const int error = errno;
  g_signal.store(signal);
  g_requested.store(true);
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t ignored = ::write(g_descriptor.load(), &one, sizeof one);
  errno = error;
}

}  // namespace

Interrupt::Interrupt(std::initializer_list<int> signals)
    : descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  g_requested.store(false);
  g_signal.store(0);
  g_descriptor.store(descriptor_.get());
  struct sigaction action {};
  action.sa_handler = Request;
  sigemptyset(&action.sa_mask);
  // RESETHAND: a second Ctrl-C ends a program that is too slow to stop.
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (const int signal : signals) {
    struct sigaction before {};
    [[maybe_unused]] const int failed = sigaction(signal, &action, &before);
    assert(failed == 0);
    before_.emplace_back(signal, before);
    const bool keeps_running = signal == SIGHUP && before.sa_handler == SIG_IGN;  // nohup
    if (keeps_running) sigaction(signal, &before, nullptr);
  }
}

Interrupt::~Interrupt() {
  for (const auto& [signal, before] : before_) sigaction(signal, &before, nullptr);
  g_descriptor.store(-1);
}

const std::atomic<bool>* Interrupt::flag() const { return &g_requested; }

int Interrupt::signal() const { return g_signal.load(); }

}  // namespace base
