// What is seen of one quorum call of a case: whom it asked, what its quorum function was given, how
// it ended.
//
// Invariants: requests are in the order of Asked(); of the ends the first one is kept, a second one
// is a misuse. Misuse(), Count() and Ended() are thread-safe; Asked() and Take() are called when
// nothing else is.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "adapter/systems/quorum/call_case.h"
#include "adapter/systems/quorum/call_oracle.h"
#include "adapter/systems/quorum/call_trace.h"
#include "quorum/types.h"

namespace adapter {

class CallObserver {
 public:
  /// Of call `call`, from 1. `configuration` must outlive it; `trace` is told when the call ends.
  CallObserver(const cases::Configuration& configuration, std::size_t call,
               std::shared_ptr<CallTrace> trace)
      : configuration_(configuration), call_(call), trace_(std::move(trace)) {}

  cases::ServerId Server(quorum::NodeId node) const {
    return configuration_.server_ids.at(static_cast<std::size_t>(node));
  }

  void Asked(quorum::NodeId node) { outcome_.requests.push_back(Server(node)); }

  /// What no call may do, in words; the same one is kept once.
  void Misuse(const std::string& what);

  /// The quorum function: counts the replies and wants the configuration's quorum. `is_genuine`
  /// says whether a reply is one of that node to this call.
  template <class Reply>
  quorum::Combined<int> Count(const quorum::Replies<Reply>& replies,
                              const std::function<bool(quorum::NodeId, const Reply&)>& is_genuine) {
    Enter();
    for (const auto& [node, reply] : replies) {
      if (!is_genuine(node, reply)) Forged(node);
    }
    return Leave(static_cast<int>(replies.size()));
  }

  /// `events` of the case have happened. `combined` is the last combined reply.
  void Ended(std::int64_t events, const quorum::QuorumCallError* error,
             std::optional<int> combined);

  bool has_ended() {
    const std::lock_guard lock(mutex_);
    return outcome_.end.has_value();
  }
  /// After how many events it ended; nothing: it has not.
  std::optional<std::int64_t> ended_after() {
    const std::lock_guard lock(mutex_);
    return outcome_.end ? std::optional(outcome_.end->after) : std::nullopt;
  }
  oracles::QuorumCallOutcome::Call Take() { return std::move(outcome_); }

 private:
  void Enter();
  quorum::Combined<int> Leave(int replies);
  void Forged(quorum::NodeId node);

  const cases::Configuration& configuration_;
  const std::size_t call_;
  const std::shared_ptr<CallTrace> trace_;
  std::atomic<bool> counting_ = false;
  std::mutex mutex_;
  oracles::QuorumCallOutcome::Call outcome_;
};

}  // namespace adapter
