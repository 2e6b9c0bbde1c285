// What is true of a replicating server, seen from outside.
//
// Thread safety: none; a monitor is one execution's.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "examples/systematic/replicating_server/server.h"
#include "systematic/scheduler.h"

namespace replicating_server {

/// Safety: who is told that its request is stored can rely on all nodes to have it.
class ReplicatedMonitor : public systematic::Monitor {
 public:
  ReplicatedMonitor(systematic::Scheduler& scheduler, std::size_t nodes)
      : scheduler_(scheduler), nodes_(nodes) {}
  std::string_view name() const override { return "replicated"; }

  void OnRequest() { stored_by_.clear(); }
  void OnStored(NodeId node) { stored_by_.insert(node); }
  void OnAck(std::uint64_t number) {
    if (stored_by_.size() == nodes_) return;
    scheduler_.Fail(*this, "request " + std::to_string(number) + " is acknowledged, and " +
                               std::to_string(stored_by_.size()) + " of " + std::to_string(nodes_) +
                               " nodes have it");
  }

 private:
  systematic::Scheduler& scheduler_;
  const std::size_t nodes_;
  std::set<NodeId> stored_by_;  // the request that is open
};

/// Liveness: each request is answered.
class AnsweredMonitor : public systematic::Monitor {
 public:
  std::string_view name() const override { return "answered"; }
  systematic::Heat heat() const override {
    return open_ ? systematic::Heat::kHot : systematic::Heat::kCold;
  }
  std::string owed() const override { return "the client's request is not acknowledged"; }

  void OnRequest() { open_ = true; }
  void OnAck() { open_ = false; }

 private:
  bool open_ = false;
};

}  // namespace replicating_server
