// What a call finds does not depend on who shares its schedules: workers of one process, or shards.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <string>

#include "systematic/program/program_testing.h"

namespace systematic {
namespace {

using nlohmann::json;

std::string WithoutTimes(const std::string& text) {
  static const std::regex kTime(R"re((in |"seconds": |time=")[0-9.e+-]+)re");
  return std::regex_replace(text, kTime, "$1T");
}

class WorkersTest : public ProgramTest {
 protected:
  /// Everything that a call leaves: what it prints, and its files.
  std::string All(const std::string& words) {
    const Ended ended = Run(words + " --junit junit.xml");
    std::string all = std::to_string(ended.code) + "\n" + ended.output;
    for (const char* file : {"junit.xml", "mail.schedule", "mail.html", "mail.trace.json"}) {
      if (Has(file)) all += File(file);
    }
    return WithoutTimes(all);
  }
};

TEST_F(WorkersTest, PrintTheSameBytes) {
  for (const char* words :
       {"--seed 3", "--seed 3 --all --schedules 200", "--seed 4 --coverage --json --minimize",
        "--seed 4 --coverage --json --all --schedules 100", "--test calm --strategy dfs --coverage",
        "--strategy fair-pct:3 --coverage"}) {
    const std::string one = All(words);
    EXPECT_EQ(All(words + std::string(" --workers 2")), one) << words;
    EXPECT_EQ(All(words + std::string(" --workers 5")), one) << words;
  }
}

class ShardsTest : public ProgramTest {
 protected:
  json Harness(const std::string& words) const {
    return json::parse(Run("--test mail --json " + words).output).at("harnesses").at(0);
  }
};

TEST_F(ShardsTest, TogetherAreTheWhole) {
  const std::string call = "--seed 2 --schedules 250 --all";
  const json whole = Harness(call);
  json sum = {{"schedules", 0}, {"choices", 0}, {"buggy", 0}, {"cut_off", 0}};
  json by_monitor = json::object();
  std::uint64_t longest = 0;
  std::uint64_t first = 250;  // that fails
  for (const char* shard : {"1/3", "2/3", "3/3"}) {
    const json share = Harness(call + " --workers 2 --shard " + shard);
    for (auto& [name, count] : sum.items()) {
      count = count.get<std::uint64_t>() + share.at(name).get<std::uint64_t>();
    }
    for (const auto& [monitor, count] : share.at("buggy_by_monitor").items()) {
      by_monitor[monitor] = by_monitor.value(monitor, 0u) + count.get<unsigned>();
    }
    longest = std::max(longest, share.at("longest").get<std::uint64_t>());
    first = std::min(first, share.at("violation").at("iteration").get<std::uint64_t>());
  }
  for (const auto& [name, count] : sum.items()) EXPECT_EQ(count, whole.at(name)) << name;
  EXPECT_EQ(by_monitor, whole.at("buggy_by_monitor"));
  EXPECT_EQ(longest, whole.at("longest"));
  EXPECT_EQ(first, whole.at("violation").at("iteration"));
}

TEST_F(ShardsTest, OfASearchThatLearnsAreRefused) {
  for (const char* strategy : {"dfs", "delay:2,all"}) {
    for (const char* part : {"--shard 1/2", "--iteration 7"}) {
      const Ended ended = Run(std::string("--strategy ") + strategy + " " + part);
      EXPECT_EQ(ended.code, 2);
      EXPECT_EQ(ended.output,
                "systematic_mail: " + std::string(part).substr(0, std::string(part).find(' ')) +
                    ": " + strategy +
                    " goes from one schedule to the next, so that none can be run alone\n");
    }
  }
}

}  // namespace
}  // namespace systematic
