// A storage in memory that takes its time, and judges how it is used.
//
// Thread safety: it must not be used by two threads at a time, which it checks.
#pragma once

#include "sut/paxos/roles/storage.h"
#include "systematic/fibers/threads.h"

namespace paxos {

class WatchedStorage : public Storage {
 public:
  explicit WatchedStorage(systematic::Scheduler& scheduler) : scheduler_(scheduler) {}

  StoredState Load() const override { return state_; }
  void Save(const Record& record) override {
    if (closed_) Fail("a record is saved after Stop()");
    if (saving_) Fail("two records are saved at a time");
    saving_ = true;
    systematic::fibers::Yield();
    if (!Allows(state_, record)) Fail("a record breaks the invariants");
    Apply(record, state_);
    systematic::fibers::Yield();
    saving_ = false;
  }

  /// No record may come any more.
  void Close() { closed_ = true; }

 private:
  void Fail(const char* message) { scheduler_.Fail("storage", message); }

  systematic::Scheduler& scheduler_;
  StoredState state_;
  bool saving_ = false;
  bool closed_ = false;
};

}  // namespace paxos
