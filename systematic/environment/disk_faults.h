// What can go wrong with a modelled disk, how often, and which faults a call may have.
//
// Values, thread-safe as such.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "systematic/environment/disk_file.h"
#include "systematic/environment/disk_folder.h"

namespace systematic {

/// How often each may happen in one execution.
struct DiskFaults {
  unsigned process_ends = 0;    ///< after a call: everything that was written is there
  unsigned power_failures = 0;  ///< after a call: what was not synced is there or not
  unsigned sync_failures = 0;   ///< EIO; what was to be synced may be lost, and later syncs succeed
  unsigned write_errors = 0;    ///< EIO, of writes and of changes of names; nothing is done
  unsigned read_errors = 0;     ///< EIO, of reads, and of opening and looking
  unsigned full = 0;            ///< ENOSPC from here on, until MakeRoom(); a part may be written
  /// A part of a write or read is done; of a write that does not make its file longer, whole
  /// sectors.
  unsigned short_transfers = 0;
  unsigned interruptions = 0;  ///< EINTR, of reads and writes
  /// In which order changes of names last.
  DiskFolder::Order names = DiskFolder::Order::kAny;
  /// One call in so many has a fault, while there are some left. 1: what happens is one choice
  /// among the faults and none, which searches of all schedules want.
  std::uint64_t odds = 1;
};

/// One of the faults that a call may have.
struct DiskFault {
  unsigned DiskFaults::*budget = nullptr;  ///< null: there is none
  int error = 0;
  std::size_t done = 0;  ///< bytes of a transfer, when there is no error
  DiskFile::AfterFailure after = DiskFile::AfterFailure::kKept;
};

/// None, and those faults of a call that have some budget left.
class DiskFaultList {
 public:
  explicit DiskFaultList(const DiskFaults& left) : left_(left) {}
  void Add(const DiskFault& fault) {
    if (left_.*fault.budget > 0) faults_[count_++] = fault;
  }
  std::size_t size() const { return count_; }
  const DiskFault& operator[](std::size_t i) const { return faults_[i]; }

 private:
  const DiskFaults& left_;
  std::array<DiskFault, 12> faults_{};
  std::size_t count_ = 1;
};

}  // namespace systematic
