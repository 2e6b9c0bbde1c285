// For tests: a storage in memory whose Save fails while it is told to.
//
// Not thread-safe.
#pragma once

#include "sut/paxos/roles/storage.h"

namespace paxos {

class FailingStorage : public MemoryStorage {
 public:
  void Save(const Record& record) override {
    if (fails) throw StorageError("the disk is full");
    MemoryStorage::Save(record);
  }
  bool fails = false;
};

}  // namespace paxos
