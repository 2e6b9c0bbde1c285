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
  limits.max_seconds = 0.5;
  limits.max_memory_bytes = 1000;
  base::Progress progress(nullptr);
  const base::Interrupt interrupt;
  const cpn::ExplorationOptions options = MakeExplorationOptions(limits, progress, interrupt);
  EXPECT_EQ(options.workers, 3u);
  EXPECT_EQ(options.max_states, 10u);
  EXPECT_EQ(options.max_seconds, 0.5);
  EXPECT_EQ(options.max_memory_bytes, 1000u);
  EXPECT_EQ(options.interrupt, interrupt.flag());
}

TEST(ExplorationTest, NoLimitsAreTheEnginesOwn) {
  base::Progress progress(nullptr);
  const base::Interrupt interrupt;
  const cpn::ExplorationOptions options = MakeExplorationOptions({}, progress, interrupt);
  EXPECT_EQ(options.max_states, cpn::ExplorationOptions{}.max_states);
  EXPECT_EQ(options.max_seconds, std::numeric_limits<double>::infinity());
}

TEST(ExplorationTest, LimitsAreToldWithTheirFlags) {
  ExplorationLimits limits;
  limits.max_states = 1000;
  limits.max_seconds = 2.5;
  limits.max_memory_bytes = std::uint64_t{1} << 30;
  EXPECT_EQ(LimitText(ExplorationEnd::kComplete, limits), "");
  EXPECT_EQ(LimitText(ExplorationEnd::kStopped, limits), "");
  EXPECT_EQ(LimitText(ExplorationEnd::kMaxStates, limits),
            "the limit of 1,000 states (--max-states)");
  EXPECT_EQ(LimitText(ExplorationEnd::kMaxStates, {}), "the limit of the program on states");
  EXPECT_EQ(LimitText(ExplorationEnd::kMaxSeconds, limits), "the limit of 2.5 s (--max-seconds)");
  EXPECT_EQ(LimitText(ExplorationEnd::kMaxMemory, limits),
            "the limit of 1.0 GiB of memory (--max-memory)");
  EXPECT_EQ(LimitText(ExplorationEnd::kInterrupted, limits), "Ctrl-C");
}

TEST(ExplorationTest, ProgressShowsAllFigures) {
  std::ostringstream out;
  base::Progress progress(&out);
  const base::Interrupt interrupt;
  const cpn::ExplorationOptions options = MakeExplorationOptions({}, progress, interrupt);
  while (out.str().empty()) options.progress({12345, 67890, 77, 9, 5 << 20});  // until it is time
  EXPECT_THAT(out.str(), HasSubstr("\r12,345 states, 67,890 arcs, 77 waiting, depth 9, "));
  EXPECT_THAT(out.str(), HasSubstr(" states/s, 5.0 MiB"));
}

}  // namespace
}  // namespace cpngen
