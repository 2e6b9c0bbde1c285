// The part of systematic_test.h that needs no GoogleTest.
#include <string>

#include "systematic/harness.h"
#include "systematic/minimisation/minimise.h"
#include "systematic/report/recording.h"
#include "systematic/report/text_report.h"
#include "systematic/runner.h"
#include "systematic/self_check.h"
#include "systematic/strategies/parse.h"

namespace systematic {

std::string WhatIsWrong(const HarnessInfo& harness, std::uint64_t schedules,
                        const std::string& strategy, std::uint64_t seed) {
  const RunResult result =
      RunSchedules(harness, ParseStrategy(strategy), {.schedules = schedules, .seed = seed});
  if (result.nondeterminism) return ToText(*result.nondeterminism);
  if (!result.failure) return "";
  const Minimised minimised = Minimise(harness, result.failure->schedule);
  Recording recording = Record(harness, minimised.schedule);
  FindCritical(harness, recording);
  return TextReport(recording);
}

}  // namespace systematic
