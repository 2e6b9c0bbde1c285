#include "trace/recorder.h"

#include <gtest/gtest.h>

#include <thread>

namespace trace {
namespace {

using std::chrono::microseconds;

TEST(RecorderTest, StepsAreNumberedAndHaveATime) {
  Recorder recorder;
  EXPECT_EQ(recorder.Add({.name = "a"}), 1u);
  EXPECT_EQ(recorder.Add({.name = "b", .time = 5}), 2u);
  const std::vector<Step> steps = recorder.Take();
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_GE(steps[0].time, 0);
  EXPECT_EQ(steps[1].time, 5);
}

TEST(RecorderTest, TimesCountFromTheStart) {
  const auto start = Recorder::Clock::now();
  const Recorder recorder(start);
  EXPECT_EQ(recorder.Since(start + microseconds(7)), 7);
  EXPECT_EQ(recorder.Since(start - microseconds(7)), 0);
}

TEST(RecorderTest, ThreadsMayAddAtTheSameTime) {
  Recorder recorder;
  const auto add = [&recorder] {
    for (int i = 0; i < 1000; ++i) recorder.Add({.name = "a"});
  };
  std::thread other(add);
  add();
  other.join();
  EXPECT_EQ(recorder.Take().size(), 2000u);
}

}  // namespace
}  // namespace trace
