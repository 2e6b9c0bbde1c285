// Which worker of an exploration expands which markings of a level: those that its own expansions
// have found, or that were noted as its own, in the order of their numbers; when it has none left,
// another's.
//
// Why: markings that lie side by side have successors in common, which a worker looks up once when
// it meets them twice within a short while (recent_records.h). A worker that follows what it has
// found itself meets its own again; one that takes whatever comes next shares all of them with the
// others.
// Thread safety: Note() from the owner's thread, Take() from any; Begin() while no worker runs.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "cpn/explore/exploration.h"
#include "cpn/explore/private_array.h"

namespace cpn::explore {

/// Nodes [first, first + count).
struct NodeRange {
  NodeId first = 0;
  NodeId count = 0;
};

class LevelQueue {
 public:
  explicit LevelQueue(unsigned workers);

  /// `owner` has given numbers to markings that the worker `finder` has found.
  void Note(unsigned owner, unsigned finder, NodeRange found);
  /// Deals out the level [first, last): what was noted since the last call to its finders, what
  /// nobody has noted in equal pieces.
  void Begin(NodeId first, NodeId last);
  /// At most `most` nodes for `worker` to expand; an empty range when the level has none left.
  NodeRange Take(unsigned worker, NodeId most);
  /// How many nodes of the level were taken.
  NodeId taken() const;

 private:
  struct alignas(kCacheLine) Worker {
    std::vector<std::vector<NodeRange>> noted;  // by finder; written by this owner
    alignas(kCacheLine) std::mutex mutex;       // of what follows
    std::vector<NodeRange> ranges;
    std::size_t next = 0;  // in `ranges`
    std::atomic<std::size_t> left = 0;
    alignas(kCacheLine) std::atomic<NodeId> taken = 0;  // by this worker, from anyone
  };

  void DealOut(NodeRange nodes);
  NodeRange TakeFirst(Worker& worker, NodeId most);
  NodeRange TakeLast(Worker& worker, NodeId most);

  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace cpn::explore
