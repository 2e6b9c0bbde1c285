#include "cpngen/exploration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <sstream>

namespace cpngen {
namespace {

using cpn::ExplorationEnd;
using ::testing::HasSubstr;

TEST(ExplorationTest, OptionsHaveTheLimitsOfTheCall) {
  ExplorationLimits limits;
  limits.workers = 3;
  limits.max_states = 10;
  base::Progress progress(nullptr);
  base::Budget budget;
  const cpn::ExplorationOptions options = MakeExplorationOptions(limits, progress, budget);
  EXPECT_EQ(options.workers, 3u);
  EXPECT_EQ(options.max_states, 10u);
  EXPECT_EQ(options.budget, &budget);
}

TEST(ExplorationTest, NoLimitsAreTheEnginesOwn) {
  base::Progress progress(nullptr);
  base::Budget budget;
  const cpn::ExplorationOptions options = MakeExplorationOptions({}, progress, budget);
  EXPECT_EQ(options.max_states, cpn::ExplorationOptions{}.max_states);
  EXPECT_EQ(options.max_seconds, std::numeric_limits<double>::infinity());
}

TEST(ExplorationTest, LimitsAreToldWithTheirFlags) {
  ExplorationLimits limits;
  limits.max_states = 1000;
  limits.max_seconds = 2.5;
  limits.max_memory_bytes = std::uint64_t{1} << 30;
  const base::Budget budget;
  const auto text = [&](ExplorationEnd end) { return LimitText(end, limits, budget); };
  EXPECT_EQ(text(ExplorationEnd::kComplete), "");
  EXPECT_EQ(text(ExplorationEnd::kStopped), "");
  EXPECT_EQ(text(ExplorationEnd::kMaxStates), "the limit of 1,000 states (--max-states)");
  EXPECT_EQ(LimitText(ExplorationEnd::kMaxStates, {}, budget),
            "the limit of the program on states");
  EXPECT_EQ(text(ExplorationEnd::kMaxSeconds), "the limit of 2.5 s (--max-seconds)");
  EXPECT_EQ(text(ExplorationEnd::kMaxMemory), "the limit of 1.0 GiB of memory (--max-memory)");
  EXPECT_EQ(text(ExplorationEnd::kInterrupted), "Ctrl-C");
}

TEST(ExplorationTest, ProgressShowsAllFigures) {
  std::ostringstream out;
  base::Progress progress(&out);
  base::Budget budget;
  const cpn::ExplorationOptions options = MakeExplorationOptions({}, progress, budget);
  while (out.str().empty()) options.progress({12345, 67890, 77, 9, 5 << 20});  // until it is time
  EXPECT_THAT(out.str(), HasSubstr("\r12,345 states, 67,890 arcs, 77 waiting, depth 9, "));
  EXPECT_THAT(out.str(), HasSubstr(" states/s, 5.0 MiB"));
}

}  // namespace
}  // namespace cpngen
