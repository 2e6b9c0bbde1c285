// The half of an expander that delivers what was found: looks records up in the worker's own part
// of the store, and hands the others over to their owners.
#include <algorithm>
#include <cassert>

#include "cpn/explore/expander.h"
#include "cpn/explore/for_words.h"

namespace cpn::explore {
namespace {

constexpr std::size_t kPrefetchAhead = 12;  // records whose first cache miss is under way

}  // namespace

template <std::size_t Words>
void Expander::UseDeliveryOf() {
  flush_alone_ = store_->is_divided() ? &Expander::InsertBuffered<Words, true>
                                      : &Expander::InsertBuffered<Words, false>;
  hand_over_ = distributes() ? &Expander::HandOverOwn<Words> : &Expander::HandOverBuffered<Words>;
  receive_ = &Expander::ReceiveBatch<Words>;
}

void Expander::UseDelivery() {
  ForWords(words_, [this]<std::size_t Words> { UseDeliveryOf<Words>(); });
}

std::size_t Expander::undelivered() const {
  std::size_t count = buffered_;
  if (distributes()) {
    for (const RecordBatch* const outbox : outboxes_) count += outbox->count;
  }
  return count;
}

template <std::size_t Words, bool kDivided>
void Expander::InsertBuffered() {
  const std::size_t words = Words != 0 ? Words : words_;
  for (std::size_t i = 0; i < buffered_; ++i) {
    if (i + kPrefetchAhead < buffered_) {
      const std::size_t ahead = i + kPrefetchAhead;
      store_->PrefetchRecord(kDivided ? store_->part(owners_[ahead]) : *index_, hashes_[ahead]);
    }
    const std::uint64_t* record = records_.data() + i * words;
    const NodeId target = kDivided ? store_->Insert<Words>(record, hashes_[i])
                                   : store_->InsertUndivided<Words>(record, hashes_[i]);
    if (keep_arcs_) arcs_.push_back({elements_[i], target});
  }
  if (kDivided && distributes()) {
    for (RecordBatch* const outbox : outboxes_) InsertAll<Words>(*outbox);
  }
  buffered_ = 0;
  distributed_ = 0;
}

template <std::size_t Words>
void Expander::InsertAll(RecordBatch& batch) {
  const std::size_t stride = (Words != 0 ? Words : words_) + 1;
  for (std::size_t i = 0; i < batch.count; ++i) {
    const std::uint64_t* const entry = batch.entries.data() + i * stride;
    store_->Insert<Words>(entry + 1, entry[0]);
  }
  batch.Clear();
}

/// Without a branch on the owner, which nobody can predict.
void Expander::SortByOwner() {
  for (std::vector<std::uint32_t>& numbers : owned_) numbers.resize(buffered_);
  std::vector<std::size_t>& counts = owned_counts_;
  counts.assign(owned_.size(), 0);
  for (std::uint32_t i = 0; i < buffered_; ++i) {
    const unsigned owner = owners_[i];
    owned_[owner][counts[owner]++] = i;
  }
  for (std::size_t owner = 0; owner < owned_.size(); ++owner) owned_[owner].resize(counts[owner]);
}

template <std::size_t Words>
NodeRange Expander::HandOverBuffered() {
  const std::size_t words = Words != 0 ? Words : words_;
  SortByOwner();
  const std::vector<std::uint32_t>& own = owned_[part_];
  numbers_.resize(own.size());
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (i + kPrefetchAhead < own.size()) {
      store_->PrefetchRecord(*index_, hashes_[own[i + kPrefetchAhead]]);
    }
    const std::uint64_t* const record = records_.data() + own[i] * words;
    store_->InsertOwned<Words>(part_, record, hashes_[own[i]], &numbers_[i], claimed_);
  }
  const NodeRange found = store_->Publish<Words>(part_, claimed_, buffered_);
  for (unsigned owner = 0; owner < outboxes_.size(); ++owner) {
    if (owner != part_) PutIntoOutbox<Words>(owner);
  }
  if (keep_arcs_) {
    const std::size_t first = arcs_.size();
    for (std::size_t i = 0; i < buffered_; ++i) arcs_.push_back({elements_[i], 0});
    for (std::size_t i = 0; i < own.size(); ++i) arcs_[first + own[i]].target = numbers_[i];
  }
  buffered_ = 0;
  return found;
}

/// What of the buffer belongs to `owner`; its arcs are about to follow those that are there.
template <std::size_t Words>
void Expander::PutIntoOutbox(unsigned owner) {
  const std::size_t words = Words != 0 ? Words : words_;
  const std::vector<std::uint32_t>& numbers = owned_[owner];
  if (numbers.empty()) return;
  RecordBatch& batch = *outboxes_[owner];
  std::uint64_t* entry = batch.MakeRoom(numbers.size(), words);
  for (const std::uint32_t i : numbers) {
    entry[0] = hashes_[i];
    std::copy_n(records_.data() + i * words, words, entry + 1);
    entry += words + 1;
  }
  batch.count += numbers.size();
  if (!keep_arcs_) return;
  for (const std::uint32_t i : numbers) batch.arcs.push_back(arcs_.size() + i);
}

/// What is in no buffer any more, but in outboxes.
template <std::size_t Words>
NodeRange Expander::HandOverOwn() {
  assert(buffered_ == 0);
  const NodeRange found = LookUp<Words, false>(*own_, distributed_);
  own_->Clear();
  distributed_ = 0;
  return found;
}

template <std::size_t Words, bool kPrefetchesSlots>
NodeRange Expander::LookUp(RecordBatch& batch, std::size_t reserved) {
  const std::size_t stride = (Words != 0 ? Words : words_) + 1;
  const std::uint64_t* const entries = batch.entries.data();
  const std::size_t count = batch.count;
  batch.numbers.resize(count);
  for (std::size_t i = 0; kPrefetchesSlots && i < std::min(count, 2 * kPrefetchAhead); ++i) {
    index_->PrefetchSlot(entries[i * stride]);
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (kPrefetchesSlots && i + 2 * kPrefetchAhead < count) {
      index_->PrefetchSlot(entries[(i + 2 * kPrefetchAhead) * stride]);
    }
    if (i + kPrefetchAhead < count) {
      store_->PrefetchRecord(*index_, entries[(i + kPrefetchAhead) * stride]);
    }
    const std::uint64_t* entry = entries + i * stride;
    store_->InsertOwned<Words>(part_, entry + 1, entry[0], &batch.numbers[i], claimed_);
  }
  return store_->Publish<Words>(part_, claimed_, reserved);
}

void Expander::TakeNumbers(const RecordBatch& batch) {
  if (!keep_arcs_) return;
  for (std::size_t i = 0; i < batch.count; ++i) arcs_[batch.arcs[i]].target = batch.numbers[i];
}

}  // namespace cpn::explore
