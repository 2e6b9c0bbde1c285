// The Link that keeps the order of a sender's messages to a node: one bidirectional stream carries
// them all. Without gRPC, which is behind Stream (grpc_stream.h).
//
// Invariants:
//  1. messages are written one at a time, in the order of Start(); a call whose deadline has passed
//     before its turn is left out;
//  2. when the stream breaks, all calls that wait fail with kUnavailable. Calls that come within
//     the back-off (5 ms, doubled up to 50 ms) fail with the same error at once, and the next call
//     opens a new stream. A reply resets the back-off;
//  3. a one-way call ends when its message is written;
//  4. at most one stream is open; after Shutdown() none is left.
// Thread-safe. Shutdown() blocks: never call it on a thread that delivers results.
// Source: Gorums' ordered calls (one NodeStream per node).
#pragma once

#include <functional>
#include <memory>

#include "quorum/link.h"
#include "quorum/ordering.pb.h"
#include "quorum/pending_calls.h"

namespace quorum {

/// A bidirectional stream of frames to one node.
class Stream {
 public:
  /// What happens to a stream. Events of one stream come one at a time, but for OnWritten().
  class Events {
   public:
    virtual ~Events() = default;
    virtual void OnFrame(const Frame& frame) = 0;
    /// The last Write() is done.
    virtual void OnWritten() = 0;
    /// The stream is broken or closed; only OnGone() follows.
    virtual void OnClosed(const NodeError& error) = 0;
    /// The stream holds no resources any more.
    virtual void OnGone() = 0;
  };

  virtual ~Stream() = default;
  /// Begins to write; once at a time. `frame` is taken. Does nothing when closed.
  virtual void Write(Frame frame) = 0;
  /// Closes it: OnClosed() will come.
  virtual void Close() = 0;
};

/// Opens a stream; its events may come before this returns.
using OpenStream = std::function<std::shared_ptr<Stream>(std::shared_ptr<Stream::Events>)>;

class StreamLink : public Link {
 public:
  StreamLink(OpenStream open, std::shared_ptr<Timer> timer);
  ~StreamLink() override;

  void Start(std::shared_ptr<NodeCall> call) override;
  void Close() override;
  void Shutdown() override;

 private:
  class Core;
  const std::shared_ptr<Core> core_;
};

}  // namespace quorum
