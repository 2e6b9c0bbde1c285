// Reads and writes the register. Source: Attiya, Bar-Noy, Dolev, "Sharing Memory Robustly in
// Message-Passing Systems" (1995).
//
// Thread-safe. Blocks: never use it on a gRPC thread.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "quorum/example/register_node.h"

namespace example {

/// Majorities of `nodes` nodes.
class Majority : public RegisterQuorumSpec {
 public:
  explicit Majority(int nodes) : size_(nodes / 2 + 1) {}

  // The newest state of a majority.
  quorum::Combined<State> ReadQF(const ReadRequest&,
                                 const quorum::Replies<State>& replies) const override {
    State newest;
    for (const auto& [node, state] : replies) {
      if (IsNewer(state, newest)) newest = state;
    }
    const int missing = size_ - static_cast<int>(replies.size());
    return {newest, missing <= 0, missing};
  }

  quorum::Combined<WriteReply> WriteQF(const State&,
                                       const quorum::Replies<WriteReply>& replies) const override {
    const int missing = size_ - static_cast<int>(replies.size());
    return {WriteReply(), missing <= 0, missing};
  }

  // The level is the number of nodes that have replied.
  quorum::Combined<State> PeekQF(const ReadRequest& request,
                                 const quorum::Replies<State>& replies) const override {
    auto combined = ReadQF(request, replies);
    combined.level = static_cast<int>(replies.size());
    return combined;
  }

 private:
  const int size_;
};

class RegisterClient {
 public:
  RegisterClient(int writer, const quorum::Configuration& nodes)
      : writer_(writer),
        register_(RegisterNodes(nodes), std::make_shared<Majority>(nodes.size())) {}

  /// The state that is written now. No majority: the outcome says why.
  quorum::Outcome<WriteReply> Write(const std::string& value) const {
    const auto newest = register_.ReadAsync({}).Get();
    if (!newest.ok()) return quorum::Outcome<WriteReply>::Failed(newest.error(), {});
    State state;
    state.set_timestamp(newest.value().timestamp() + 1);
    state.set_writer(writer_);
    state.set_value(value);
    return register_.WriteAsync(state).Get();
  }

  /// The newest state of a majority, which a majority has from then on: no later read is older.
  quorum::Outcome<State> Read() const {
    const auto newest = register_.ReadAsync({}).Get();
    if (!newest.ok()) return newest;
    const auto written = register_.WriteAsync(newest.value()).Get();
    if (!written.ok()) return quorum::Outcome<State>::Failed(written.error(), {});
    return newest;
  }

  /// The first state that any node tells.
  State Glance() const {
    const auto peek = register_.Peek({});
    return peek.Await(1).reply.value_or(State());
  }

  /// Empties the register of all nodes but one.
  void EmptyAllBut(quorum::NodeId kept) const {
    register_.Restore(State(), [kept](const State& empty, quorum::NodeId node) {
      return node == kept ? std::nullopt : std::optional(empty);
    });
  }

 private:
  const int writer_;
  const RegisterConfiguration register_;
};

}  // namespace example
