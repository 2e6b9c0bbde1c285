#include "adapter/proxy/tcp_connection.h"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "adapter/proxy/sockets.h"

namespace adapter {
namespace {

constexpr std::size_t kTarget = 1;

/// What one connection may pass on before others have their turn.
constexpr std::size_t kTurn = std::size_t{256} << 10;

}  // namespace

TcpConnection::TcpConnection(LinkState& link, std::vector<char>& scratch, std::uint64_t number,
                             base::FileDescriptor client)
    : link_(link), scratch_(scratch), number_(number) {
  sides_[0].socket = std::move(client);
  sides_[0].is_connected = true;
  SendWithoutDelay(sides_[0].socket.get());
}

bool TcpConnection::Begin() {
  if (link_.IsPartitioned()) ++link_.counters.held;
  // The first events say what the socket can do.
  if (!link_.reactor->Watch(sides_[0].socket.get(), link_.number, 2 * number_)) return false;
  return Connect();
}

bool TcpConnection::Connect() {
  if (has_begun_to_connect_ || link_.IsPartitioned()) return true;
  has_begun_to_connect_ = true;
  sides_[kTarget].socket = ConnectTcp(link_.spec.target_port);
  if (sides_[kTarget].socket &&
      link_.reactor->Watch(sides_[kTarget].socket.get(), link_.number, 2 * number_ + kTarget)) {
    return true;
  }
  ++link_.counters.refused_by_target;
  return false;
}

bool TcpConnection::FinishConnect() {
  int error = 0;
  socklen_t size = sizeof error;
  ::getsockopt(sides_[kTarget].socket.get(), SOL_SOCKET, SO_ERROR, &error, &size);
  if (error != 0) {
    ++link_.counters.refused_by_target;
    return false;
  }
  sides_[kTarget].is_connected = true;
  return true;
}

bool TcpConnection::OnEvents(std::size_t side_number, std::uint32_t events) {
  Side& side = sides_[side_number];
  if (!side.socket) return true;
  const bool has_failed = (events & EPOLLERR) != 0;
  if (is_half_open_) return !has_failed;
  if (side_number == kTarget && !side.is_connected) {
    if ((events & (EPOLLOUT | EPOLLERR | EPOLLHUP)) == 0) return true;
    if (!FinishConnect()) return false;
  }
  const bool has_something = (events & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
  const Way way = static_cast<Way>(side_number);
  side.can_read = side.can_read || has_something;
  side.is_ending = side.is_ending || (events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
  side.can_write = side.can_write || (events & (EPOLLOUT | EPOLLERR | EPOLLHUP)) != 0;
  if (has_something && link_.IsHeld(way)) ++link_.counters.held;
  // Nobody reads any more from a side that has said its end: an error comes this way only.
  if (has_failed && flow(way).end == End::kEnd) Fail(way, Reactor::Clock::now());
  return Advance();
}

bool TcpConnection::OnTimer() {
  timer_.reset();
  return is_half_open_ || Advance();
}

bool TcpConnection::Advance() {
  if (is_half_open_) return true;
  if (!Connect() || !Pump(Way::kForward) || !Pump(Way::kBackward) || is_broken_) return false;
  return !flows_[0].has_ended || !flows_[1].has_ended;
}

bool TcpConnection::Pump(Way way) {
  if (link_.IsHeld(way)) return true;
  Flow& its = flow(way);
  std::size_t passed = 0;
  while (passed < kTurn) {
    const Time now = Reactor::Clock::now();
    const std::size_t before = its.queue.size();
    const bool has_sent = Send(way, now);
    const bool has_read = Read(way, now);
    if (!has_sent && !has_read) break;
    passed += std::max<std::size_t>(before, scratch_.size());
  }
  if (passed >= kTurn) ScheduleAt(Reactor::Clock::now());
  return PassEnd(way, Reactor::Clock::now());
}

// Reads once; what cannot be passed on at once is queued. False: there is nothing, or no room.
bool TcpConnection::Read(Way way, Time now) {
  Side& source = from(way);
  Flow& its = flow(way);
  if (!source.is_connected || !source.can_read || its.end != End::kNone) return false;
  if (its.queue.size() >= kMostHeld) return false;
  const ssize_t count = ::recv(source.socket.get(), scratch_.data(), scratch_.size(), 0);
  if (count < 0 && errno == EINTR) return true;
  if (count < 0 && errno == EAGAIN) {
    source.can_read = false;
    return false;
  }
  if (count <= 0) {
    its.end = count == 0 ? End::kEnd : End::kReset;
    its.end_due = now + link_.delay;
    return false;
  }
  std::size_t size = static_cast<std::size_t>(count);
  // Less than asked for: there was no more, and what comes next is an event.
  if (size < scratch_.size() && !source.is_ending) source.can_read = false;
  std::size_t sent = 0;
  if (link_.delay.count() == 0 && its.queue.empty()) {
    sent = SendNow(way, scratch_.data(), size);
    size -= sent;
  }
  if (link_.delay.count() > 0) ++link_.counters.delayed;
  if (size > 0) its.queue.Push({scratch_.data() + sent, size}, now + link_.delay);
  return true;
}

// Sends what is queued and due. False: nothing was sent.
bool TcpConnection::Send(Way way, Time now) {
  ByteQueue& queue = flow(way).queue;
  bool has_sent = false;
  while (!queue.empty() && to(way).is_connected && to(way).can_write) {
    if (queue.due() > now) {
      ScheduleAt(queue.due());
      break;
    }
    const std::size_t size = queue.front().size();
    const std::size_t sent = SendNow(way, queue.front().data(), size);
    if (sent > 0) {
      queue.Pop(sent);
      has_sent = true;
    }
    if (sent < size) break;
  }
  return has_sent;
}

// Returns how much passed: the rate, or the socket, may not take all.
std::size_t TcpConnection::SendNow(Way way, const char* data, std::size_t size) {
  Side& target = to(way);
  if (!target.is_connected || !target.can_write) return 0;
  Rate& rate = link_.rate(way);
  const Time now = Reactor::Clock::now();
  const std::size_t allowed = rate.Take(size, now);
  if (allowed < size) {
    ++link_.counters.throttled;
    ScheduleAt(rate.Next(size - allowed, now));
  }
  if (allowed == 0) return 0;
  ssize_t count = -1;
  do {
    count = ::send(target.socket.get(), data, allowed, MSG_NOSIGNAL);
  } while (count < 0 && errno == EINTR);
  const std::size_t sent = count > 0 ? static_cast<std::size_t>(count) : 0;
  if (sent < allowed) {
    rate.Return(allowed - sent);
    target.can_write = false;
    if (count < 0 && errno != EAGAIN) Fail(Opposite(way), now);
  }
  link_.CountPassed(way, sent);
  return sent;
}

// The side from which that way comes is dead: the other one learns it in its turn.
void TcpConnection::Fail(Way way, Time now) {
  Flow& its = flow(way);
  if (its.end == End::kReset) return;
  its.end = End::kReset;
  its.end_due = now + link_.delay;
  its.has_ended = false;
  ScheduleAt(its.end_due);
}

bool TcpConnection::PassEnd(Way way, Time now) {
  Flow& its = flow(way);
  if (its.end == End::kNone || its.has_ended || !its.queue.empty()) return true;
  if (its.end_due > now) {
    ScheduleAt(its.end_due);
    return true;
  }
  if (its.end == End::kReset) {
    is_broken_ = true;
    return false;
  }
  if (!to(way).is_connected) return true;
  ::shutdown(to(way).socket.get(), SHUT_WR);
  its.has_ended = true;
  return true;
}

void TcpConnection::CountHeld() const {
  for (const Way way : {Way::kForward, Way::kBackward}) {
    const Flow& its = flows_[Index(way)];
    const bool has_something = !its.queue.empty() || (its.end != End::kNone && !its.has_ended);
    if (link_.IsHeld(way) && has_something) ++link_.counters.held;
  }
}

void TcpConnection::Reset() {
  for (Side& side : sides_) CloseWithReset(side.socket);
}

void TcpConnection::Finish() {
  const bool has_ended_in_order = flows_[0].has_ended && flows_[1].has_ended && !is_broken_;
  if (!has_ended_in_order) Reset();
}

void TcpConnection::HalfOpen(LinkSide closed) {
  is_half_open_ = true;
  CloseWithReset(sides_[closed == LinkSide::kClient ? 0 : kTarget].socket);
  for (Flow& its : flows_) its.queue.Clear();
}

void TcpConnection::ScheduleAt(Time time) {
  if (timer_ && *timer_ <= time) return;
  timer_ = time;
  link_.reactor->Schedule(time, link_.number, 2 * number_);
}

}  // namespace adapter
