#include "cpn/explore/level_queue.h"

#include <algorithm>

namespace cpn::explore {

LevelQueue::LevelQueue(unsigned workers) {
  for (unsigned i = 0; i < workers; ++i) {
    workers_.push_back(std::make_unique<Worker>());
    workers_.back()->noted.resize(workers);
  }
}

void LevelQueue::Note(unsigned owner, unsigned finder, NodeRange found) {
  if (found.count > 0) workers_[owner]->noted[finder].push_back(found);
}

NodeId LevelQueue::taken() const {
  NodeId sum = 0;
  for (const auto& worker : workers_) sum += worker->taken.load(std::memory_order_relaxed);
  return sum;
}

void LevelQueue::Begin(NodeId first, NodeId last) {
  std::vector<NodeRange> all;
  for (std::size_t finder = 0; finder < workers_.size(); ++finder) {
    std::vector<NodeRange>& ranges = workers_[finder]->ranges;
    ranges.clear();
    workers_[finder]->next = 0;
    workers_[finder]->taken = 0;
    for (const auto& owner : workers_) {
      for (const NodeRange& range : owner->noted[finder]) {
        if (range.first >= first && range.first < last) ranges.push_back(range);
      }
      owner->noted[finder].clear();
    }
    std::ranges::sort(ranges, {}, &NodeRange::first);
    all.insert(all.end(), ranges.begin(), ranges.end());
  }
  std::ranges::sort(all, {}, &NodeRange::first);
  for (const NodeRange& range : all) {
    DealOut({first, range.first - first});
    first = range.first + range.count;
  }
  DealOut({first, last - first});
  for (const auto& worker : workers_) worker->left = worker->ranges.size();
}

void LevelQueue::DealOut(NodeRange nodes) {
  const auto count = static_cast<NodeId>(workers_.size());
  for (NodeId i = 0; i < count; ++i) {
    const NodeId share = nodes.count / (count - i);
    if (share > 0) workers_[i]->ranges.push_back({nodes.first, share});
    nodes = {nodes.first + share, nodes.count - share};
  }
}

NodeRange LevelQueue::Take(unsigned worker, NodeId most) {
  NodeRange range = TakeFirst(*workers_[worker], most);
  while (range.count == 0) {
    const auto richest = std::ranges::max_element(workers_, {}, [](const auto& other) {
      return other->left.load(std::memory_order_relaxed);
    });
    if ((*richest)->left.load(std::memory_order_relaxed) == 0) return {};
    range = TakeLast(**richest, most);
  }
  std::atomic<NodeId>& taken = workers_[worker]->taken;
  taken.store(taken.load(std::memory_order_relaxed) + range.count, std::memory_order_relaxed);
  return range;
}

NodeRange LevelQueue::TakeFirst(Worker& worker, NodeId most) {
  const std::lock_guard lock(worker.mutex);
  if (worker.next == worker.ranges.size()) return {};
  NodeRange& range = worker.ranges[worker.next];
  const NodeRange taken{range.first, std::min(range.count, most)};
  range = {range.first + taken.count, range.count - taken.count};
  if (range.count == 0) ++worker.next;
  worker.left.store(worker.ranges.size() - worker.next, std::memory_order_relaxed);
  return taken;
}

NodeRange LevelQueue::TakeLast(Worker& worker, NodeId most) {
  const std::lock_guard lock(worker.mutex);
  if (worker.next == worker.ranges.size()) return {};
  NodeRange& range = worker.ranges.back();
  const NodeId count = std::min(range.count, most);
  range.count -= count;
  const NodeRange taken{range.first + range.count, count};
  if (range.count == 0) worker.ranges.pop_back();
  worker.left.store(worker.ranges.size() - worker.next, std::memory_order_relaxed);
  return taken;
}

}  // namespace cpn::explore
