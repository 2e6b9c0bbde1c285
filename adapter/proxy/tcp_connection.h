// One connection through a link: a socket to the client, one to the target, and what is on its way
// between them.
//
// Invariants:
//  1. each way holds at most kMostHeld bytes; who sends more waits;
//  2. an end or a reset of one side reaches the other after all data before it, unless a partition
//     holds it;
//  3. a connection that is over is destroyed by the link, at once.
// Not thread-safe: the proxy holds a lock around it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "adapter/proxy/byte_queue.h"
#include "adapter/proxy/link_state.h"
#include "base/file_descriptor.h"

namespace adapter {

class TcpConnection {
 public:
  using Time = Reactor::Clock::time_point;
  static constexpr std::size_t kMostHeld = std::size_t{512} << 10;

  /// `link` and `scratch` (some tens of kilobytes) outlive it. Tokens of its sockets and timers:
  /// 2 * number and the next.
  TcpConnection(LinkState& link, std::vector<char>& scratch, std::uint64_t number,
                base::FileDescriptor client);

  /// Each of these passes on what can be; false: the connection is over.
  bool Begin();
  bool OnEvents(std::size_t side, std::uint32_t events);
  bool OnTimer();
  bool Advance();

  /// Counts what a partition that has just begun holds back.
  void CountHeld() const;
  /// Resets both sides.
  void Reset();
  /// Closes what is over: as it ended if it did on both sides, else by a reset.
  void Finish();
  void HalfOpen(LinkSide closed);
  bool is_half_open() const { return is_half_open_; }

 private:
  /// 0: the client; 1: the target. Data of a side go the way of its number.
  struct Side {
    base::FileDescriptor socket;
    bool is_connected = false;
    bool can_read = false;
    bool can_write = false;
    bool is_ending = false;  ///< it has said its end, or failed: there is that to read
  };
  enum class End { kNone, kEnd, kReset };
  struct Flow {
    ByteQueue queue;
    End end = End::kNone;
    Time end_due{};
    bool has_ended = false;  ///< the other side has been told
  };

  Side& from(Way way) { return sides_[Index(way)]; }
  Side& to(Way way) { return sides_[1 - Index(way)]; }
  Flow& flow(Way way) { return flows_[Index(way)]; }

  bool Connect();
  bool FinishConnect();
  bool Pump(Way way);
  bool Read(Way way, Time now);
  bool Send(Way way, Time now);
  std::size_t SendNow(Way way, const char* data, std::size_t size);
  bool PassEnd(Way way, Time now);
  void Fail(Way way, Time now);
  void ScheduleAt(Time time);

  LinkState& link_;
  std::vector<char>& scratch_;
  std::uint64_t number_;
  std::array<Side, 2> sides_;
  std::array<Flow, 2> flows_;
  bool has_begun_to_connect_ = false;
  bool is_half_open_ = false;
  bool is_broken_ = false;
  std::optional<Time> timer_;
};

}  // namespace adapter
