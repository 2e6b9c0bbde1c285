// A replica's storage in a test: the case's faults decide what becomes of each write, and what was
// written is reported.
//
// Invariants: a report comes after the write; a replica that is down saves nothing. Not
// thread-safe: its replica uses it event by event.
#pragma once

#include <chrono>
#include <memory>
#include <thread>

#include "adapter/systems/paxos/faults/message_fates.h"
#include "sut/paxos/roles/storage.h"

namespace adapter {

class ObservedStorage : public paxos::Storage {
 public:
  /// Reports what the disk holds now. `fates` must outlive it.
  ObservedStorage(paxos::ReplicaId self, std::unique_ptr<paxos::Storage> disk, MessageFates& fates)
      : self_(self), disk_(std::move(disk)), fates_(fates) {
    Report();
  }

  paxos::StoredState Load() const override { return disk_->Load(); }

  void Save(const paxos::Record& record) override {
    switch (fates_.Write(self_)) {
      case WriteFate::kNothing:
        return;
      case WriteFate::kFail:
        throw paxos::StorageError("the disk is full, says a test");
      case WriteFate::kSlow:
        std::this_thread::sleep_for(kSlowWrite);
        break;
      case WriteFate::kWrite:
        break;
    }
    disk_->Save(record);
    using Kind = paxos::Record::Kind;
    if (record.kind == Kind::kPromise || record.kind == Kind::kVote) Report();
  }

 private:
  // Ten times what a whole phase takes.
  static constexpr std::chrono::milliseconds kSlowWrite{2};

  void Report() {
    const paxos::StoredState state = disk_->Load();
    oracles::Saved saved{0, state.promised, std::nullopt};
    if (state.vote) saved.vote = oracles::Vote{state.vote->rnd, state.vote->value};
    fates_.Saved(self_, saved);
  }

  const paxos::ReplicaId self_;
  const std::unique_ptr<paxos::Storage> disk_;
  MessageFates& fates_;
};

}  // namespace adapter
