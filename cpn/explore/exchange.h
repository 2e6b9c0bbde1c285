// Where workers of an exploration hand over records that belong to another worker's part of the
// store, in batches, and get the records' numbers back where they need them.
//
// A batch belongs to the worker that fills it, for good: it goes to the owner of its records, which
// looks them up, and comes back empty. So two workers touch each other's memory once for hundreds
// of records, in order, and a worker has no more batches than it was given.
//
// Thread safety: the members that name a worker from that worker's thread, or from one thread while
// no worker runs.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "cpn/explore/exploration.h"
#include "cpn/explore/private_array.h"

namespace cpn::explore {

/// Records that one worker found and another one owns.
struct RecordBatch {
  unsigned from = 0;
  std::size_t count = 0;
  /// By record: its hash, then its words. May be longer than `count` needs.
  std::vector<std::uint64_t> entries;
  /// When arcs are kept, by record: the arc of the sender that leads to it, and the answer.
  std::vector<std::size_t> arcs;
  std::vector<NodeId> numbers;

  /// Where the next `more` records of `words` words each go; `count` is for the caller to raise.
  std::uint64_t* MakeRoom(std::size_t more, std::size_t words) {
    const std::size_t needed = (count + more) * (words + 1);
    if (needed > entries.size()) entries.resize(needed + needed / 2);
    return entries.data() + count * (words + 1);
  }
  void Clear() {
    count = 0;
    arcs.clear();
  }
};

class Exchange {
 public:
  /// `batches`: how many a worker may have under way.
  Exchange(unsigned workers, std::size_t batches);

  /// An empty batch for `worker` to fill; null when all of its batches are under way.
  RecordBatch* Take(unsigned worker);
  /// Hands over a batch of Take() to the owner of its records.
  void Send(RecordBatch* batch, unsigned owner);
  /// What others have sent to `worker`: the next one, which stays; null when there is none.
  RecordBatch* Next(unsigned worker) { return workers_[worker]->received.Peek(); }
  /// The same, and takes it away.
  RecordBatch* Receive(unsigned worker);
  /// Gives a received batch back to its sender.
  void Return(RecordBatch* batch);
  /// A batch of `worker` that came back; null when there is none. It goes to PutBack() next.
  RecordBatch* Returned(unsigned worker);
  void PutBack(RecordBatch* batch);
  /// Batches of `worker` that have been sent and have not come back.
  std::size_t UnderWay(unsigned worker) const { return workers_[worker]->under_way; }

 private:
  /// A list that one thread takes from and others add to.
  class Mailbox {
   public:
    void Put(RecordBatch* batch);
    RecordBatch* Peek();
    RecordBatch* Take();

   private:
    std::atomic<std::size_t> waiting_ = 0;
    std::mutex mutex_;  // of `put_`
    std::vector<RecordBatch*> put_;
    std::vector<RecordBatch*> taken_;  // the reader's
    std::size_t next_ = 0;             // in `taken_`
  };
  struct alignas(kCacheLine) Worker {
    std::vector<std::unique_ptr<RecordBatch>> batches;
    std::vector<RecordBatch*> empty;
    std::size_t under_way = 0;
    alignas(kCacheLine) Mailbox received;
    alignas(kCacheLine) Mailbox returned;
  };

  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace cpn::explore
