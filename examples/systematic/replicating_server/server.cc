#include "examples/systematic/replicating_server/server.h"

#include <algorithm>
#include <utility>

namespace replicating_server {

Server::Server(std::vector<NodeId> nodes, Network& network, Bug bug)
    : nodes_(std::move(nodes)), network_(network), bug_(bug) {}

void Server::OnClientRequest(const std::string& data) {
  if (busy_) return;
  busy_ = true;
  latest_ = {latest_.number + 1, data};
  for (const NodeId node : nodes_) network_.SendReplicate(node, latest_);
}

void Server::OnSync(NodeId node, const std::vector<Entry>& log) {
  if (!busy_) return;
  if (HasLatest(log)) {
    Count(node);
  } else {
    network_.SendReplicate(node, latest_);
  }
}

bool Server::HasLatest(const std::vector<Entry>& log) const {
  return std::find(log.begin(), log.end(), latest_) != log.end();
}

void Server::Count(NodeId node) {
  const bool is_new = stored_by_.insert(node).second;
  if (is_new || bug_ == Bug::kCountsNodesTwice) ++replicas_;
  if (replicas_ == nodes_.size()) Acknowledge();
}

void Server::Acknowledge() {
  busy_ = false;
  stored_by_.clear();
  if (bug_ != Bug::kCountNotReset) replicas_ = 0;
  network_.SendAck(latest_.number);
}

}  // namespace replicating_server
