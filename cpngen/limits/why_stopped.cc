#include "cpngen/limits/why_stopped.h"

#include <fmt/format.h>

#include <csignal>

#include "base/message_text.h"
#include "cpngen/text.h"

namespace cpngen {

std::string WhyStopped(base::StopReason reason, const ResourceLimits& limits,
                       const base::Budget& budget) {
  switch (reason) {
    case base::StopReason::kNone:
      break;
    case base::StopReason::kInterrupted:
      if (budget.signal() == SIGHUP) return "SIGHUP";
      return budget.signal() == SIGTERM ? "SIGTERM" : "Ctrl-C";
    case base::StopReason::kMaxSeconds:
      return fmt::format("the limit of {} s ({})", limits.max_seconds.value_or(0),
                         limits.seconds_option);
    case base::StopReason::kMaxMemory:
      if (!limits.max_memory_bytes) {
        return fmt::format("the {} of memory that there were (--max-memory sets another limit)",
                           MemoryText(budget.max_memory_bytes()));
      }
      return fmt::format("the limit of {} of memory (--max-memory)",
                         MemoryText(*limits.max_memory_bytes));
  }
  return "";
}

std::string StopMessage(base::StopReason reason, const ResourceLimits& limits,
                        const base::Budget& budget) {
  const std::string phase = base::MessageText(budget.phase());
  return fmt::format("cpngen: stopped{}{}, because of {}\n", phase.empty() ? "" : " while ", phase,
                     WhyStopped(reason, limits, budget));
}

}  // namespace cpngen
