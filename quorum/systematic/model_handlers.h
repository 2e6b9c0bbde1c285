// A node as its peers see it: a method whose answer the scheduler chooses, and what is asked is
// noted.
//
// Invariants: an answer is the text that AnswerOf() makes of the request and the node, so that no
// reply can be taken for another's. Thread safety: none.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "quorum/dispatcher.h"
#include "quorum/systematic/world.h"
#include "quorum/test_service.pb.h"

namespace quorum::systematic {

/// A node's answer to a request.
std::string AnswerOf(NodeId node, const std::string& request);

class ModelHandlers {
 public:
  /// Is told of every request that arrives.
  using Arrived = std::function<void(NodeId, const std::string& request)>;

  static constexpr Method kAsk{"/quorum.systematic.Model/Ask"};
  static constexpr Method kTell{"/quorum.systematic.Model/Tell", true};

  ModelHandlers(World& world, MachineId machine, NodeId node, Arrived arrived);

  const std::shared_ptr<const Dispatcher>& dispatcher() const { return dispatcher_; }
  /// Lets go of the answers that never come.
  void DropAnswers();

 private:
  using Text = testing::Text;

  void Handle(const Text& request, Respond<Text> respond);

  World& world_;
  const MachineId machine_;
  const NodeId node_;
  const Arrived arrived_;
  std::uint32_t next_ = 0;
  std::map<std::uint32_t, Respond<Text>> parked_;
  std::shared_ptr<const Dispatcher> dispatcher_;
};

}  // namespace quorum::systematic
