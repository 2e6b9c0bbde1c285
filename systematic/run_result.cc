#include "systematic/run_result.h"

#include <algorithm>

namespace systematic {

void Totals::Count(const Outcome& outcome) {
  ++executions;
  choices += outcome.choices;
  steps += outcome.steps;
  longest = std::max(longest, outcome.choices);
  if (outcome.end == End::kQuiescent) ++quiescent;
  if (outcome.end == End::kCutOff) ++cut_off;
  if (outcome.end == End::kStopped) ++stopped;
  if (!outcome.violation) return;
  ++violations;
  ++violations_of[outcome.violation->monitor];
}

void Totals::Add(const Totals& other) {
  executions += other.executions;
  choices += other.choices;
  steps += other.steps;
  quiescent += other.quiescent;
  cut_off += other.cut_off;
  stopped += other.stopped;
  violations += other.violations;
  checked += other.checked;
  longest = std::max(longest, other.longest);
  for (const auto& [monitor, count] : other.violations_of) violations_of[monitor] += count;
}

}  // namespace systematic
