#include "adapter/stop_on_interrupt.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <future>
#include <sstream>
#include <string>

#include "adapter/program.h"
#include "adapter/testing/toy_system.h"
#include "base/temporary_folder.h"

namespace adapter {
namespace {

struct InterruptedRun {
  int code = 0;
  std::string out;
  std::string err;
  bool was_stopped = false;
};

// Three cases; the signal comes in the second one, which then waits until it is stopped, and hears
// `answer`.
InterruptedRun RunWithSignalInCaseTwo(int signal, const std::string& answer) {
  const base::TemporaryFolder folder;
  const std::string suite = folder.Write("toy.xml", ToySuite("toy", {"1", "2", "3"}));
  InterruptedRun run;
  std::promise<void> stopped;
  const auto behaviour = [&](const std::string& word) -> std::string {
    if (word != "2") return word;
    ::raise(signal);
    run.was_stopped =
        stopped.get_future().wait_for(std::chrono::seconds(30)) == std::future_status::ready;
    return answer;
  };
  std::ostringstream out;
  std::ostringstream err;
  run.code = RunProgram({"run", suite}, ToyDrivers(behaviour, [&] { stopped.set_value(); }), {},
                        {out, err, false});
  run.out = out.str();
  run.err = err.str();
  return run;
}

TEST(StopOnInterruptTest, CtrlCStopsTheCaseThatRunsAndBeginsNoOther) {
  const InterruptedRun run = RunWithSignalInCaseTwo(SIGINT, "2");
  EXPECT_TRUE(run.was_stopped);
  EXPECT_EQ(run.code, 3);
  EXPECT_EQ(run.err, "adapter: interrupted; 2 of 3 cases have run\n");
  EXPECT_THAT(run.out, ::testing::HasSubstr("2 passed of 2"));
}

TEST(StopOnInterruptTest, SigtermDoesTheSame) {
  const InterruptedRun run = RunWithSignalInCaseTwo(SIGTERM, "2");
  EXPECT_TRUE(run.was_stopped);
  EXPECT_EQ(run.code, 3);
}

TEST(StopOnInterruptTest, AFailureIsStillAFailure) {
  EXPECT_EQ(RunWithSignalInCaseTwo(SIGINT, "wrong").code, 1);
}

}  // namespace
}  // namespace adapter
