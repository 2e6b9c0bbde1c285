// The network between a link and one node: its streams, whose events the scheduler lets happen one
// at a time, and the node's handlers behind them.
//
// Frames arrive in their order, each way, or never: a stream that breaks loses what is under way.
// Some events may come inside the calls that lead to them, as with real streams: a stream may be
// broken before it is open, a message may be written, or break its stream, inside Write().
// Invariants: those of Stream. What a link must never do is a violation: two open streams, two
// writes at a time, a message twice, messages of one link out of order.
// Thread safety: none.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "quorum/dispatcher.h"
#include "quorum/stream_link.h"
#include "quorum/systematic/model_timer.h"
#include "quorum/systematic/world.h"

namespace quorum::systematic {

class ModelNetwork {
 public:
  /// `quick`: fewer choices, for exhaustive search. Requests arrive as soon as they are written,
  /// which no call can tell: a node that never got a request is to it as one whose answer is lost.
  /// And OnWritten() never comes inside Write().
  ModelNetwork(World& world, MachineId machine, std::shared_ptr<ModelTimer> timer,
               std::shared_ptr<const Dispatcher> handlers, bool quick)
      : world_(world),
        machine_(machine),
        timer_(std::move(timer)),
        handlers_(std::move(handlers)),
        quick_(quick) {}

  /// Opens streams; they must be gone before the network is.
  OpenStream Opener();
  /// From now on a stream that is closed is gone inside Close(), since whoever closes it waits for
  /// that. A stream that is closed already is gone at once.
  void EndStreams();
  /// Streams that are not gone.
  std::size_t streams() const { return all_.size(); }

 private:
  class ModelStream;

  World& world_;
  const MachineId machine_;
  const std::shared_ptr<ModelTimer> timer_;
  const std::shared_ptr<const Dispatcher> handlers_;
  const bool quick_;
  std::uint16_t opened_ = 0;
  int open_ = 0;
  std::vector<std::shared_ptr<ModelStream>> all_;  // those that are not gone
  bool close_at_once_ = false;
  std::uint64_t last_number_ = 0;  // of the message that was written last, on any stream
};

}  // namespace quorum::systematic
