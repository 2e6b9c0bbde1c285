// The network between a link and one node, with the threads that a network has: one delivers a
// stream's frames and its end, one says that a message is written. The node behind it answers each
// request at once, refuses it, or never says a word.
//
// As with gRPC's streams OnFrame(), OnClosed() and OnGone() come one after the other, OnWritten()
// maybe at the same time as a frame, but before the end.
// What a link must never do is a violation of "stream": two open streams, two writes at a time, a
// message twice.
// Thread safety: as OpenStream, among the threads of an execution.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "quorum/stream_link.h"
#include "quorum/systematic/threads/scene.h"
#include "quorum/systematic/threads/thread_timer_model.h"

namespace quorum::systematic {

class Wire {
 public:
  /// All must live as long as the threads.
  Wire(Scene& scene, ThreadTimerModel& timer, NodeId node)
      : scene_(scene), timer_(timer), node_(node) {}

  OpenStream Opener();
  /// Breaks the stream that is open, if one is.
  void Break();

 private:
  class WireStream;

  Scene& scene_;
  ThreadTimerModel& timer_;
  const NodeId node_;
  int opened_ = 0;
  std::weak_ptr<WireStream> open_;
  std::set<std::uint64_t> written_;  // the numbers of messages
};

/// A node's answer to a request.
std::string AnswerOf(NodeId node, const std::string& request);

}  // namespace quorum::systematic
