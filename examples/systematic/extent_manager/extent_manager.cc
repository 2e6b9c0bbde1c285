#include "examples/systematic/extent_manager/extent_manager.h"

#include <algorithm>

namespace extent_manager {

ExtentManager::ExtentManager(const Options& options, Network& network, Clock& clock, Bug bug)
    : options_(options), network_(network), clock_(clock), bug_(bug) {}

void ExtentManager::Start(Timers& timers) {
  timers.Every(options_.expire_every, [this] { ExpireNodes(); });
  timers.Every(options_.repair_every, [this] { RepairExtents(); });
}

void ExtentManager::OnHeartbeat(NodeId node) { last_heartbeats_[node] = clock_.Now(); }

void ExtentManager::OnSyncReport(NodeId node, const std::vector<ExtentId>& extents) {
  // A report can be under way for longer than its sender lives.
  if (!last_heartbeats_.contains(node) && bug_ != Bug::kBelievesTheDead) return;
  center_.SetExtentsOf(node, extents);
}

void ExtentManager::ExpireNodes() {
  const Time now = clock_.Now();
  for (auto node = last_heartbeats_.begin(); node != last_heartbeats_.end();) {
    if (now - node->second > options_.dead_after) {
      center_.RemoveNode(node->first);
      node = last_heartbeats_.erase(node);
    } else {
      ++node;
    }
  }
}

void ExtentManager::RepairExtents() {
  for (const auto& [extent, holders] : center_.extents()) {
    if (holders.size() < options_.replicas) Repair(extent, holders);
  }
}

void ExtentManager::Repair(ExtentId extent, const std::set<NodeId>& holders) {
  const auto source = std::find_if(holders.begin(), holders.end(),
                                   [this](NodeId node) { return last_heartbeats_.contains(node); });
  if (source == holders.end()) return;
  for (const auto& [target, last_heartbeat] : last_heartbeats_) {
    if (holders.contains(target)) continue;
    network_.SendRepair(target, extent, *source);
    return;
  }
}

}  // namespace extent_manager
