// Asks a budget before each large allocation of this program: one of a megabyte or more that would
// pass the limit on memory fails with std::bad_alloc, before it is made. Without this a vector that
// doubles could double the process between two looks of the watch. Where nothing may throw, such a
// failure ends the process with a message and exit code 3.
//
// How it works: large_allocations.cc replaces the program's operator new, so it belongs to programs
// and to no library. Under sanitizers, which have an operator new of their own, nothing is asked.
// Thread safety: allocations from any thread; one LargeAllocations at a time.
#pragma once

#include "base/budget.h"

namespace cpngen {

class LargeAllocations {
 public:
  /// From here on allocations ask `budget`, which must outlive this.
  explicit LargeAllocations(const base::Budget* budget);
  ~LargeAllocations();
  LargeAllocations(const LargeAllocations&) = delete;
  LargeAllocations& operator=(const LargeAllocations&) = delete;
};

}  // namespace cpngen
