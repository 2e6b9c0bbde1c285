#include "systematic/schedule_file.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "base/random.h"
#include "systematic/runner.h"
#include "systematic/strategies/parse.h"
#include "systematic/testing/toys.h"

namespace systematic {
namespace {

constexpr std::string_view kText = R"(systematic schedule 1
harness register
parameter replicas 3
parameter "which one" -
time untimed
bound choices 100
bound fair-factor 10
bound heal-after 3
bound temperature 0
strategy fair-pct:3,links
seed 7
iteration 42
build 0.1.0
fair never
choices
step deliver client a Write 0 2 of 5 00000000000000ab
value loss - a Write 1 2 = 1 of 3 ffffffffffffffff
heal
step timer - "node \"b\"" - 0 0 of 1 0123456789abcdef
end violation
violation agreement "a has 1,\nb has 2"
observed 00000000deadbeef
)";

std::string ErrorOf(std::string text) {
  try {
    ReadSchedule(text, "s.txt");
  } catch (const base::ParseError& error) {
    return error.what();
  }
  return "no error";
}

std::string ErrorWith(const std::string& from, const std::string& to) {
  std::string text(kText);
  text.replace(text.find(from), from.size(), to);
  return ErrorOf(text);
}

TEST(ScheduleFile, IsReadAndWrittenByteByByte) {
  const Schedule schedule = ReadSchedule(kText, "s.txt");
  EXPECT_EQ(WriteSchedule(schedule), kText);
  EXPECT_EQ(schedule.choices.size(), 3u);
  EXPECT_EQ(schedule.healed_at, 2u);
  EXPECT_EQ(schedule.names, (std::vector<std::string>{"", "deliver", "client", "a", "Write", "loss",
                                                      "timer", "node \"b\""}));
  EXPECT_EQ(schedule.violation, (Violation{"agreement", "a has 1,\nb has 2"}));
}

TEST(ScheduleFile, KeepsAnyName) {
  base::Random random(3);
  for (int i = 0; i < 500; ++i) {
    Schedule schedule = ReadSchedule(kText, "s.txt");
    std::string name = "n";
    for (std::uint32_t n = random.Below(12); n > 0; --n) {
      name += static_cast<char>(random.Below(256));
    }
    schedule.harness = name;
    schedule.names[3] = "2" + name;
    schedule.violation->message = name;
    EXPECT_EQ(ReadSchedule(WriteSchedule(schedule), "s.txt"), schedule);
  }
}

HarnessInfo Failing() {
  return ToyOf("fails", [](Scheduler& scheduler) {
    const auto last = std::make_shared<std::uint64_t>(0);
    const MachineId machine = scheduler.AddMachine("m");
    for (std::uint32_t i = 0; i < 9; ++i) {
      scheduler.Enable({.ordinal = i}, machine, OptionKind::kMessage, [&scheduler, last, i] {
        const std::uint64_t value = scheduler.Choose({.what = 1, .ordinal = i}, 40);
        if (value == *last && value > 30) scheduler.Fail("toy", std::to_string(value));
        *last = value;
        scheduler.Observe(value);
      });
    }
  });
}

TEST(ScheduleFile, IsTheSameForAnyNumberOfWorkers) {
  const auto file = [](unsigned workers) {
    const RunResult result =
        RunSchedules(Failing(), ParseStrategy("portfolio"),
                     {.schedules = 100'000, .seed = 2, .workers = workers, .build = "test"});
    return WriteSchedule(result.failure.value().schedule);
  };
  const std::string one = file(1);
  EXPECT_EQ(file(8), one);
  EXPECT_EQ(file(8), one);
}

TEST(ScheduleFile, SaysWhatIsNotASchedule) {
  EXPECT_EQ(
      ErrorOf(""),
      "s.txt:1:1: this is not a schedule\n\n^\na schedule begins with: systematic schedule 1");
  EXPECT_EQ(ErrorOf("hello world\n"),
            "s.txt:1:1: this is not a schedule\nhello world\n^\n"
            "a schedule begins with: systematic schedule 1");
  EXPECT_EQ(ErrorWith("schedule 1", "schedule 2"),
            "s.txt:1:21: this version of the format is not known\nsystematic schedule 2\n"
            "                    ^\nthis program reads version 1");
}

TEST(ScheduleFile, SaysWhereALineIsWrong) {
  EXPECT_EQ(ErrorWith("seed 7", "seed x7"),
            "s.txt:11:6: 'x7' is not the seed\nseed x7\n     ^\na number, in digits");
  EXPECT_EQ(ErrorWith("= 1 of 3", "= 3 of 3"),
            "s.txt:17:33: the value is not one of so many\n"
            "value loss - a Write 1 2 = 3 of 3 ffffffffffffffff\n"
            "                                ^\n"
            "a value is less than their number: at least 3 and one more");
  EXPECT_EQ(ErrorWith("00000000000000ab", "ab"),
            "s.txt:16:38: 'ab' is not a hash\nstep deliver client a Write 0 2 of 5 ab\n"
            "                                     ^\n16 hexadecimal digits");
  EXPECT_EQ(ErrorWith("Write 0 2 of", "Write 70000 2 of"),
            "s.txt:16:29: 70000 is too much for an incarnation\n"
            "step deliver client a Write 70000 2 of 5 00000000000000ab\n"
            "                            ^\nat most 65535");
  EXPECT_EQ(ErrorWith("step timer", "stop timer"),
            "s.txt:19:1: 'stop' is no choice\n"
            "stop timer - \"node \\\"b\\\"\" - 0 0 of 1 0123456789abcdef\n^\n"
            "choices begin with step, value or heal; after them comes end");
  EXPECT_EQ(ErrorWith("end violation", "end badly"),
            "s.txt:20:5: 'badly' is not how an execution ends\nend badly\n    ^\n"
            "there are quiescent, violation, cut-off and stopped");
  EXPECT_EQ(ErrorWith("build 0.1.0", "build 0.1.0 2"),
            "s.txt:13:13: '2' is too much here\nbuild 0.1.0 2\n            ^\n"
            "the line ends before it");
  EXPECT_EQ(ErrorWith("2\"\n", "2\n"),
            "s.txt:21:21: the quote is not closed\nviolation agreement \"a has 1,\\nb has 2\n"
            "                    ^\na name in quotes ends with \"");
}

TEST(ScheduleFile, RefusesAnythingThatIsCutOff) {
  for (std::size_t size = 0; size + 1 < kText.size(); ++size) {
    EXPECT_NE(ErrorOf(std::string(kText.substr(0, size))), "no error") << size;
  }
}

TEST(ScheduleFile, NeverFailsInAnotherWayThanWithAParseError) {
  base::Random random(9);
  for (int i = 0; i < 20'000; ++i) {
    std::string text(kText);
    for (std::uint32_t n = 1 + random.Below(3); n > 0; --n) {
      text[random.Below(static_cast<std::uint32_t>(text.size()))] =
          static_cast<char>(random.Below(256));
    }
    ErrorOf(text);
  }
}

}  // namespace
}  // namespace systematic
