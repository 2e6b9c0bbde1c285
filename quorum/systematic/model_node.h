// One node of a model: the real Node and its link, with a modelled network or handlers in this
// process, timer and interceptors.
//
// Invariants: what a link was given before Shutdown() is over when Shutdown() returns, which its
// judge checks; a link is given nothing twice. Thread safety: none.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "quorum/node.h"
#include "quorum/systematic/model_handlers.h"
#include "quorum/systematic/model_stream.h"
#include "quorum/systematic/model_timer.h"
#include "quorum/systematic/world.h"

namespace quorum::systematic {

struct NodeOptions {
  bool is_local = false;  ///< in this process, otherwise behind a stream
  bool has_interceptor = true;
  bool quick = false;  ///< fewer choices (model_stream.h)
};

class ModelNode {
 public:
  ModelNode(World& world, NodeId id, const NodeOptions& options, ModelHandlers::Arrived arrived);
  ModelNode(const ModelNode&) = delete;
  ModelNode& operator=(const ModelNode&) = delete;

  /// The caller's; whoever takes it holds it alone.
  std::shared_ptr<Node> TakeNode() { return std::move(node_); }
  MachineId machine() const { return machine_; }
  void Close(Node& node) { node.Close(); }
  void Shutdown(Node& node);
  /// The node is about to be destroyed, which ends its streams.
  void ExpectEnd();
  /// After the end: what should be gone and is not.
  std::optional<std::string> Leftover();

 private:
  class Probe;

  const MachineId machine_;
  const NodeId id_;
  const std::shared_ptr<ModelTimer> timer_;
  const std::shared_ptr<Probe> probe_;
  ModelHandlers handlers_;
  std::optional<ModelNetwork> network_;
  std::vector<std::shared_ptr<Interceptor>> interceptors_;  // may hold calls longer than the node
  std::shared_ptr<Node> node_;
};

}  // namespace quorum::systematic
