// The disk of a storage case: real files, whose next write or sync fails where the case says so.
//
// Invariants:
//  1. what is written is in the file, whole or up to where it is torn; what fails leaves the rest
//     alone;
//  2. a failure happens once; without one, every write gets done;
//  3. Sync() writes nothing, since no power fails; it takes note of what was asked to be synced: a
//     file that was written, the folder that a file got its name in, the parent of a new folder;
//  4. it knows which descriptors are open.
// Not thread-safe. Must outlive the storage that uses its calls.
#pragma once

#include <cstddef>
#include <optional>
#include <set>

#include "adapter/systems/paxos/cases/storage_case.h"
#include "sut/paxos/storage/file_storage.h"

namespace adapter {

class FaultyDisk {
 public:
  /// `interrupted`: every write is interrupted by a signal first, and then writes half of the
  /// bytes.
  explicit FaultyDisk(bool interrupted) : interrupted_(interrupted) {}

  paxos::DiskCalls Calls();

  /// The next save fails there, or, when `opening`, the next writing of a new log.
  void FailAt(cases::WriteFailure failure, bool opening);

  /// Descriptors that were opened and not closed.
  std::size_t open_descriptors() const { return open_.size(); }

  /// True if a record was marked before it was synced, or if anything written, renamed or made
  /// since is not synced.
  bool owes_sync() const {
    return marked_too_early_ || !dirty_.empty() || !renamed_in_.empty() || made_folder_;
  }

 private:
  struct Failure {
    cases::WriteFailure at;
    bool opening;
  };

  ssize_t Write(int fd, const char* bytes, std::size_t size, std::int64_t offset);
  int Sync(int fd);
  int Open(int folder, const char* path, int flags, mode_t mode);
  int Close(int fd);
  ssize_t FailWrite(int fd, const char* bytes, std::size_t size, std::int64_t offset);
  bool FailsAt(cases::WriteFailure failure) const { return armed_ && armed_->at == failure; }

  const bool interrupted_;
  bool was_interrupted_ = false;
  std::set<int> open_;
  std::set<int> dirty_;       // files with records, or a new log, since their last sync
  std::set<int> renamed_in_;  // folders with a new name that is not synced
  bool made_folder_ = false;  // whose parent is not synced
  std::set<int> parents_;     // parents of folders that are open
  bool marked_too_early_ = false;
  std::optional<Failure> armed_;
  bool record_written_ = false;  // since FailAt
  const paxos::DiskCalls system_ = paxos::DiskCalls::System();
};

}  // namespace adapter
