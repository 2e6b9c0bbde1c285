// The handlers of a node in this process: they answer at once, later on another thread, on both,
// with an error, by letting go, or never.
//
// Thread safety: none of their own; the threads are fibers.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "quorum/dispatcher.h"
#include "quorum/systematic/threads/scene.h"
#include "quorum/test_service.pb.h"

namespace quorum::systematic {

class LocalHandlers {
 public:
  /// Starts the thread that answers later. Must live as long as the threads.
  LocalHandlers(Scene& scene, NodeId node);

  const std::shared_ptr<const Dispatcher>& dispatcher() const { return dispatcher_; }
  /// Lets go of the answers that never come.
  void DropAnswers() { parked_.clear(); }

 private:
  using Text = testing::Text;

  void Handle(const Text& request, Respond<Text> respond);
  void AnswerLater();

  Scene& scene_;
  const NodeId node_;
  std::vector<std::pair<Respond<Text>, NodeResult<Text>>> later_;
  std::vector<Respond<Text>> parked_;
  std::shared_ptr<const Dispatcher> dispatcher_;
};

}  // namespace quorum::systematic
