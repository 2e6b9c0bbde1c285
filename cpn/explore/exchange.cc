#include "cpn/explore/exchange.h"

namespace cpn::explore {

void Exchange::Mailbox::Put(RecordBatch* batch) {
  const std::lock_guard lock(mutex_);
  put_.push_back(batch);
  waiting_.store(put_.size(), std::memory_order_relaxed);
}

RecordBatch* Exchange::Mailbox::Peek() {
  if (next_ == taken_.size()) {
    if (waiting_.load(std::memory_order_relaxed) == 0) return nullptr;
    taken_.clear();
    next_ = 0;
    const std::lock_guard lock(mutex_);
    taken_.swap(put_);
    waiting_.store(0, std::memory_order_relaxed);
  }
  return taken_[next_];
}

RecordBatch* Exchange::Mailbox::Take() {
  RecordBatch* const batch = Peek();
  if (batch != nullptr) ++next_;
  return batch;
}

Exchange::Exchange(unsigned workers, std::size_t batches) {
  for (unsigned i = 0; i < workers; ++i) {
    workers_.push_back(std::make_unique<Worker>());
    for (std::size_t k = 0; k < batches; ++k) {
      Worker& worker = *workers_.back();
      worker.batches.push_back(std::make_unique<RecordBatch>());
      worker.batches.back()->from = i;
      worker.empty.push_back(worker.batches.back().get());
    }
  }
}

RecordBatch* Exchange::Take(unsigned worker) {
  std::vector<RecordBatch*>& empty = workers_[worker]->empty;
  if (empty.empty()) return nullptr;
  RecordBatch* const batch = empty.back();
  empty.pop_back();
  return batch;
}

void Exchange::Send(RecordBatch* batch, unsigned owner) {
  ++workers_[batch->from]->under_way;
  workers_[owner]->received.Put(batch);
}

RecordBatch* Exchange::Receive(unsigned worker) { return workers_[worker]->received.Take(); }

void Exchange::Return(RecordBatch* batch) { workers_[batch->from]->returned.Put(batch); }

RecordBatch* Exchange::Returned(unsigned worker) { return workers_[worker]->returned.Take(); }

void Exchange::PutBack(RecordBatch* batch) {
  batch->Clear();
  --workers_[batch->from]->under_way;
  workers_[batch->from]->empty.push_back(batch);
}

}  // namespace cpn::explore
