// The case studies go the same way again, and what nobody controls is caught in each of them.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "examples/systematic/subjects.h"
#include "systematic/runner.h"
#include "systematic/strategies/parse.h"
#include "systematic/testing/planted.h"

namespace case_studies {
namespace {

using systematic::kPointersKeepTheirOrder;
using systematic::ParseStrategy;
using systematic::RunSchedules;

TEST(Determinism, OfAllHarnessesIsChecked) {
  for (const auto& subjects : {WithoutBugs(), WithBugs()}) {
    for (const Subject& subject : subjects) {
      const auto result = RunSchedules(subject.harness, ParseStrategy("portfolio"),
                                       {.schedules = 50, .stop_at_first = false, .check_every = 1});
      EXPECT_EQ(result.totals.checked, 50u) << subject.harness.name;
      EXPECT_FALSE(result.nondeterminism)
          << subject.harness.name << ": " << ToText(*result.nondeterminism);
    }
  }
}

TEST(Determinism, ThatIsMissingIsCaughtInEachHarness) {
  std::vector<std::pair<std::string, std::uint64_t (*)()>> values = {
      {"rand", systematic::planted::Rand},
      {"clock", systematic::planted::Clock},
      {"thread", systematic::planted::Thread},
      {"static", systematic::planted::StaticThatSurvives}};
  if (!kPointersKeepTheirOrder) {
    values.emplace_back("pointers", systematic::planted::OrderOfPointers);
    values.emplace_back("unordered_map", systematic::planted::OrderOfAnUnorderedMap);
  }
  for (const Subject& subject : WithoutBugs()) {
    for (const auto& [name, value] : values) {
      const auto result = RunSchedules(PlantedIn(subject.harness, value), ParseStrategy("random"),
                                       {.schedules = 20});
      EXPECT_TRUE(result.nondeterminism) << name << " in " << subject.harness.name;
    }
  }
}

}  // namespace
}  // namespace case_studies
