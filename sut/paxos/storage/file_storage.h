// A Storage in a folder: one log file (log_format.h), which is read and rewritten when it is
// opened.
//
// Invariants:
//  1. those of Storage; Save returns only when the record is written and synced;
//  2. one object has the folder at a time, on the whole machine (a lock that ends with its
//     process);
//  3. a folder of another replica or configuration, a damaged log, or a folder with other things in
//     it is refused, and stays as it is. A torn last write, which nobody was told of, is dropped;
//  4. after a write or sync that failed, every later Save fails, because nobody knows what is on
//     the disk until the folder is opened again.
// The log is rewritten with the state alone at each opening and when it has grown by max_growth:
// written and synced beside the old one ("log.new"), then renamed, then the folder is synced.
// Not thread-safe. Source: the crash behaviour that it relies on is that of POSIX fdatasync and
// rename on one file system, and that a sector of 512 bytes is written whole or not at all.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "sut/paxos/roles/storage.h"
#include "sut/paxos/storage/disk_calls.h"
#include "sut/paxos/storage/log_format.h"

namespace paxos {

class FileStorage : public Storage {
 public:
  struct Options {
    std::uint64_t max_growth = std::uint64_t{1} << 24;
    DiskCalls disk = DiskCalls::System();
  };

  /// Opens the folder, which is made if it is not there (its parent must be), and locks it. Throws
  /// StorageError.
  FileStorage(const std::string& folder, const LogOwner& owner);
  FileStorage(const std::string& folder, const LogOwner& owner, Options options);
  ~FileStorage() override;
  FileStorage(const FileStorage&) = delete;
  FileStorage& operator=(const FileStorage&) = delete;

  StoredState Load() const override;
  void Save(const Record& record) override;

  /// Bytes of a torn last write that opening the folder dropped.
  std::uint64_t torn_bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace paxos
