#include "adapter/systems/external/driver_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapter/systems/external/system_file.h"
#include "adapter/systems/external/testing/driver_playing.h"
#include "base/temporary_folder.h"

namespace adapter::external {
namespace {

using ::testing::StartsWith;

/// The checks of a driver with that play; one that does not answer or end has short limits.
std::vector<DriverCheck> Check(const std::string& play, const std::string& step = "30s",
                               const std::string& stop = "30s") {
  const base::TemporaryFolder folder;
  folder.Write("driver.py", DriverPlaying(play));
  const std::string file = folder.Write(
      "system.lua",
      "system \"test\" { driver = { command = { \"python3\", \"{here}/driver.py\" } },\n"
      "limits = { step = \"" +
          step + "\", stop = \"" + stop + "\", start = \"30s\" } }\n");
  return CheckDriver(ReadSystemFile(file, {}));
}

/// "WHAT: PROBLEM" of the last one.
std::string LastOf(const std::vector<DriverCheck>& checks) {
  return checks.back().what + ": " + checks.back().problem;
}

TEST(DriverCheckTest, AGoodDriverPassesThemAll) {
  const std::vector<DriverCheck> checks = Check("");
  EXPECT_EQ(checks.size(), 8u);
  for (const DriverCheck& check : checks) EXPECT_EQ(check.problem, "") << check.what;
}

TEST(DriverCheckTest, ADriverThatDoesNotStart) {
  EXPECT_THAT(
      LastOf(Check("sys.exit(1)\n")),
      StartsWith("the system starts, and the driver answers hello with ready: the driver "));
}

TEST(DriverCheckTest, WrongIds) {
  EXPECT_EQ(LastOf(Check("def on_end(m):\n  done({'id': m['id'] + 1})\n")),
            "a case ends, without an event that nobody caused: done has id 3, that of the message "
            "is 2");
}

TEST(DriverCheckTest, EventsThatNobodyCaused) {
  EXPECT_EQ(LastOf(Check("def on_begin(m):\n  done(m)\n  event('Idle')\n")),
            "a case ends, without an event that nobody caused: endCase was answered with the event "
            "Idle");
}

TEST(DriverCheckTest, ADriverThatDiesOfAnUnknownStimulus) {
  const std::string last = LastOf(Check("def on_stimulus(m):\n  {'Request': 1}[m['name']]\n"));
  EXPECT_THAT(last, StartsWith("a stimulus that it does not know is answered with done or error: "
                               "the driver has ended"));
}

TEST(DriverCheckTest, ADriverThatCannotBeginASecondCase) {
  EXPECT_EQ(LastOf(Check("def on_begin(m):\n  if m['fresh']: done(m)\n", "1s")),
            "another case begins and ends in the same processes: no answer for 1s");
}

TEST(DriverCheckTest, ADriverThatDoesNotEnd) {
  const std::vector<DriverCheck> checks =
      Check("import atexit\natexit.register(lambda: time.sleep(100))\n", "30s", "1s");
  ASSERT_EQ(checks.size(), 8u);
  EXPECT_EQ(checks[6].problem, "it still runs 1s after its input has ended");
  EXPECT_EQ(checks[7].problem, "");
}

}  // namespace
}  // namespace adapter::external
