// Liveness: an extent that has fewer replicas on live nodes than it should have gets more.
//
// Thread safety: none; a monitor is one execution's.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

#include "examples/systematic/extent_manager/extent_center.h"
#include "systematic/monitor.h"

namespace extent_manager {

class RepairMonitor : public systematic::Monitor {
 public:
  explicit RepairMonitor(std::size_t replicas) : replicas_(replicas) {}
  std::string_view name() const override { return "repair"; }
  systematic::Heat heat() const override {
    return Complete() ? systematic::Heat::kCold : systematic::Heat::kHot;
  }
  std::string owed() const override {
    return std::to_string(holders_.size()) + " of " + std::to_string(replicas_) +
           " replicas of the extent exist";
  }

  /// `node` has the extent from now on; a dead one does not count.
  void OnStored(NodeId node) { holders_.insert(node); }
  void OnDied(NodeId node) { holders_.erase(node); }
  bool Complete() const { return holders_.size() >= replicas_; }

 private:
  const std::size_t replicas_;
  std::set<NodeId> holders_;
};

}  // namespace extent_manager
