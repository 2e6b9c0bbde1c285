// A link for tests: keeps the calls it is given, and the test finishes them. Without gRPC.
//
// Test-only. Thread-safe.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "quorum/configuration.h"
#include "quorum/link.h"
#include "quorum/test_service.pb.h"
#include "quorum/thread_timer.h"

namespace quorum {

/// The calls that links were given, in their order.
class CallLog {
 public:
  void Add(std::shared_ptr<NodeCall> call) {
    std::lock_guard lock(mutex_);
    calls_.push_back(std::move(call));
  }
  std::vector<std::shared_ptr<NodeCall>> TakeAll() {
    std::lock_guard lock(mutex_);
    return std::exchange(calls_, {});
  }
  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return calls_.size();
  }
  const std::shared_ptr<NodeCall>& at(std::size_t index) const { return calls_.at(index); }

 private:
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<NodeCall>> calls_;
};

class FakeLink : public Link {
 public:
  explicit FakeLink(std::shared_ptr<CallLog> log) : log_(std::move(log)) {}
  void Start(std::shared_ptr<NodeCall> call) override { log_->Add(std::move(call)); }
  void Shutdown() override {}

 private:
  const std::shared_ptr<CallLog> log_;
};

inline std::shared_ptr<Node> FakeNode(NodeId id, const std::shared_ptr<CallLog>& log) {
  return std::make_shared<Node>(id, "fake" + std::to_string(id), std::make_unique<FakeLink>(log),
                                std::make_shared<ThreadTimer>());
}

/// Nodes with these ids; their calls go to `log`.
inline Configuration FakeNodes(const std::vector<NodeId>& ids,
                               const std::shared_ptr<CallLog>& log) {
  Configuration::Nodes nodes;
  for (const NodeId id : ids) nodes.push_back(FakeNode(id, log));
  return Configuration(std::move(nodes));
}

/// Answers a call of the test service with a text.
inline void Reply(NodeCall& call, const std::string& text) {
  static_cast<testing::Text&>(call.reply()).set_text(text);
  call.Finish(std::nullopt);
}

/// What a call of the test service asks.
inline std::string Asked(const NodeCall& call) {
  return static_cast<const testing::Text&>(call.request()).text();
}

}  // namespace quorum
