#include "quorum/systematic/model_node.h"

#include <utility>

#include "quorum/local_link.h"
#include "quorum/stream_link.h"
#include "quorum/systematic/model_interceptor.h"

namespace quorum::systematic {

// Sees what the link is given, and when that is over.
class ModelNode::Probe : public Interceptor {
 public:
  Probe(World& world, NodeId id) : world_(world), id_(id) {}

  void Intercept(std::shared_ptr<NodeCall> call, const Next& next) override {
    if (!is_shut_) ++under_way_;
    call->OnFinish([this, counted = is_shut_ ? 0 : 1, held = Counted(world_.alive().calls)](
                       const NodeCall&, const std::optional<NodeError>&) {
      if (counted == 0) return;
      --under_way_;
      if (is_shut_) Fail("has a result after Shutdown() has returned");
    });
    next(std::move(call));
  }

  void OnShut() {
    is_shut_ = true;
    if (under_way_ != 0) {
      Fail("has " + std::to_string(under_way_) + " calls under way after Shutdown()");
    }
  }

 private:
  void Fail(const std::string& message) {
    world_.Fail("shutdown", "node " + std::to_string(id_) + " " + message);
  }

  World& world_;
  const NodeId id_;
  bool is_shut_ = false;
  int under_way_ = 0;
};

ModelNode::ModelNode(World& world, NodeId id, const NodeOptions& options,
                     ModelHandlers::Arrived arrived)
    : machine_(world.scheduler().AddMachine("node" + std::to_string(id))),
      id_(id),
      timer_(std::make_shared<ModelTimer>(world, machine_)),
      probe_(std::make_shared<Probe>(world, id)),
      handlers_(world, machine_, id, std::move(arrived)) {
  std::unique_ptr<Link> link;
  if (options.is_local) {
    link = std::make_unique<LocalLink>(handlers_.dispatcher(), timer_);
  } else {
    network_.emplace(world, machine_, timer_, handlers_.dispatcher(), options.quick);
    link = std::make_unique<StreamLink>(network_->Opener(), timer_);
  }
  if (options.has_interceptor) {
    interceptors_.push_back(std::make_shared<ModelInterceptor>(world, machine_));
  }
  interceptors_.push_back(probe_);
  node_ = std::make_shared<Node>(id, "model", std::move(link), timer_, interceptors_);
}

void ModelNode::Shutdown(Node& node) {
  ExpectEnd();
  node.Shutdown();
  probe_->OnShut();
}

void ModelNode::ExpectEnd() {
  if (network_) network_->EndStreams();
}

std::optional<std::string> ModelNode::Leftover() {
  handlers_.DropAnswers();
  const std::string name = "node " + std::to_string(id_) + " has left ";
  if (timer_->waiting() > 0) return name + std::to_string(timer_->waiting()) + " timers";
  if (network_ && network_->streams() > 0) {
    return name + std::to_string(network_->streams()) + " streams";
  }
  return std::nullopt;
}

}  // namespace quorum::systematic
