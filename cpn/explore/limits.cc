#include "cpn/explore/limits.h"

#include <unistd.h>

namespace cpn::explore {

std::size_t PhysicalMemory() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page_size = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_size <= 0) return std::size_t{1} << 36;
  return static_cast<std::size_t>(pages) * static_cast<std::size_t>(page_size);
}

ExplorationEnd EndFor(base::StopReason reason) {
  switch (reason) {
    case base::StopReason::kMaxSeconds:
      return ExplorationEnd::kMaxSeconds;
    case base::StopReason::kMaxMemory:
      return ExplorationEnd::kMaxMemory;
    case base::StopReason::kInterrupted:
    case base::StopReason::kNone:
      break;
  }
  return ExplorationEnd::kInterrupted;
}

}  // namespace cpn::explore
