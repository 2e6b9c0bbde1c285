#include "adapter/proxy/reactor.h"

#include <fmt/format.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "adapter/proxy/link.h"
#include "base/poll_timeout.h"

namespace adapter {
namespace {

constexpr int kTokenBits = 48;
constexpr std::uint64_t kWake = ~std::uint64_t{0};

}  // namespace

Reactor::Reactor()
    : epoll_(::epoll_create1(EPOLL_CLOEXEC)), wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = kWake;
  if (!epoll_ || !wake_ || ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, wake_.get(), &event) != 0) {
    throw ProxyError(fmt::format("no proxy: {}", std::strerror(errno)));
  }
}

bool Reactor::Watch(int socket, std::uint64_t link, std::uint64_t token) const {
  epoll_event event{};
  event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
  event.data.u64 = link << kTokenBits | token;
  return ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, socket, &event) == 0;
}

void Reactor::Schedule(Clock::time_point time, std::uint64_t link, std::uint64_t token) {
  timers_.push({time, timer_count_++, link, token});
}

int Reactor::Patience() const {
  return timers_.empty() ? -1 : base::PollTimeout(timers_.top().time);
}

void Reactor::Wait(int milliseconds) {
  std::array<epoll_event, 64> events;
  const int count =
      ::epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()), milliseconds);
  seen_.clear();
  for (int i = 0; i < count; ++i) {
    const epoll_event& event = events[static_cast<std::size_t>(i)];
    seen_.push_back({event.data.u64, event.events});
  }
}

void Reactor::Wake() const {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t ignored = ::write(wake_.get(), &one, sizeof one);
}

void Reactor::Dispatch() {
  for (const Event& event : seen_) {
    if (event.data == kWake) {
      std::uint64_t ignored = 0;
      [[maybe_unused]] const ssize_t size = ::read(wake_.get(), &ignored, sizeof ignored);
      continue;
    }
    constexpr std::uint64_t kTokens = (std::uint64_t{1} << kTokenBits) - 1;
    links_[event.data >> kTokenBits]->OnEvents(event.data & kTokens, event.events);
  }
  seen_.clear();
  // Those that are added meanwhile wait for the next round: sockets come first.
  const auto now = Clock::now();
  const std::uint64_t before = timer_count_;
  while (!timers_.empty() && timers_.top().time <= now && timers_.top().order < before) {
    const Timer timer = timers_.top();
    timers_.pop();
    links_[timer.link]->OnTimer(timer.token);
  }
}

}  // namespace adapter
