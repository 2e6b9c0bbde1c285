// --search of a program: shares of it, where it begins, how sure it is, what it draws.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "systematic/program/program_testing.h"

namespace systematic {
namespace {

using nlohmann::json;

class SearchWaysTest : public ProgramTest {
 protected:
  json Search(const std::string& words) const {
    return json::parse(Run("--search " + words + " --json").output).at("searches").at(0);
  }
  static json Of(const json& search, const std::string& property) {
    for (const json& one : search.at("properties")) {
      if (one.at("property") == property) return one;
    }
    return nullptr;
  }
};

/// The findings of shares: of each property that of the lowest execution. A search ends with the
/// last liveness property that it finds: what a share violated behind that is none of it.
std::map<std::string, json> Merged(const std::vector<json>& shares) {
  std::map<std::string, json> lowest;
  for (const json& share : shares) {
    for (const json& one : share.at("properties")) {
      json& known = lowest[one.at("property")];
      if (known.is_null() || known.at("found").is_null() ||
          (!one.at("found").is_null() && one.at("execution") < known.at("execution"))) {
        known = one;
      }
    }
  }
  std::uint64_t end = 0;
  for (const auto& [name, one] : lowest) {
    if (one.at("sort") != "liveness") continue;
    if (one.at("found").is_null()) return lowest;
    end = std::max(end, one.at("execution").get<std::uint64_t>());
  }
  std::erase_if(lowest, [end](const auto& entry) {
    return entry.second.at("sort") == "safety" && entry.second.at("execution") > end;
  });
  return lowest;
}

TEST_F(SearchWaysTest, SharesTogetherAreTheWhole) {
  for (const char* words :
       {"delivered --test mail --seed 4", "delivered --test mail --seed 9 --uniform",
        "delivered --test sought --fault hurry", "delivered --test sought",
        "delivered --test sought --fault none",
        "open --search lit --from-live 8 --executions 80 --depth 3 --seed 5"}) {
    const json whole = Search(words);
    std::map<std::string, json> found;
    for (const json& one : whole.at("properties")) found[one.at("property")] = one;
    std::vector<json> shares;
    for (const char* share : {" --shard 1/3", " --shard 2/3 --workers 2", " --shard 3/3"}) {
      shares.push_back(Search(words + std::string(share)));
    }
    EXPECT_EQ(json(Merged(shares)).dump(1), json(found).dump(1)) << words;
    const bool goes_on = std::all_of(found.begin(), found.end(), [](const auto& entry) {
      return entry.second.at("sort") == "safety" || entry.second.at("found").is_null();
    });
    if (!goes_on) continue;
    for (const char* count : {"executions", "live", "steps"}) {
      std::uint64_t sum = 0;
      for (const json& share : shares) sum += share.at(count).get<std::uint64_t>();
      EXPECT_EQ(sum, whole.at(count)) << words << ": " << count;
    }
  }
}

TEST_F(SearchWaysTest, BeginsAtTheEndOfRunsThatWereLive) {
  const std::string words = "open --search lit --depth 3 --seed 2";
  const json from_start = Search(words);
  for (const json& one : from_start.at("properties")) EXPECT_EQ(one.at("found"), nullptr);
  const json found = Search(words + " --from-live 3");
  for (const auto& [property, event] : {std::pair("open", "burn"), std::pair("lit", "darken")}) {
    const json one = Of(found, property);
    EXPECT_EQ(one.at("found"), "dead");
    EXPECT_EQ(one.at("begun"), 9);
    EXPECT_GT(one.at("critical"), 9);
    EXPECT_EQ(one.at("critical_event").at("kind"), event);
    EXPECT_EQ(one.at("trace").size(), one.at("critical"));
    EXPECT_EQ(one.at("trace").at(0).at("kind"), "prepare");
  }
  // Ten executions from each run: with this seed the lamp is a good one in the first of them.
  const json later = Search("open --search lit --depth 3 --seed 4 --from-live 8 --executions 80");
  EXPECT_LE(Of(later, "open").at("execution"), 10);
  EXPECT_GT(Of(later, "lit").at("execution"), 10);
  EXPECT_NE(Run("--search delivered --test sought --fault none --from-live 3")
                .output.find("they began at the end of 3 runs in which each property had held\n"),
            std::string::npos);
}

TEST_F(SearchWaysTest, IsCertainWhereAllThatFollowsIsLookedAt) {
  // Executions of the office never end; it tells its states. Those of the mail end.
  for (const char* words : {"open --depth 12", "delivered --test mail --seed 4"}) {
    const json by_walks = Search(words).at("properties").at(0);
    const json certain = Search(words + std::string(" --exact-states 1000")).at("properties").at(0);
    EXPECT_EQ(by_walks.at("found"), "dead") << words;
    EXPECT_EQ(by_walks.at("certain"), false);
    EXPECT_GE(by_walks.at("walks"), 600);
    EXPECT_EQ(certain.at("certain"), true) << words;
    EXPECT_EQ(certain.at("critical"), by_walks.at("critical"));
  }
  EXPECT_NE(Run("--search open --depth 12 --exact-states 100")
                .output.find("(certain: all that can follow was looked at)\n"),
            std::string::npos);
}

TEST_F(SearchWaysTest, DrawsWhatItFindsWithTheCriticalStep) {
  Run("--search delivered --test sought --fault loss --msc found.svg");
  const std::string chart = File("found.svg");
  EXPECT_NE(chart.find("the critical step: from here on"), std::string::npos);
  EXPECT_NE(chart.find("lose (from ann, message Letter)"), std::string::npos) << chart;
  EXPECT_NE(File("found.live.svg").find("delivered (comes to life)"), std::string::npos);
}

TEST_F(SearchWaysTest, ChartsOfSeveralFindingsHaveNamesOfTheirOwn) {
  Run("--search open --search lit --depth 12 --msc found.svg");
  for (const char* file : {"found.open.svg", "found.lit.svg"}) {
    EXPECT_TRUE(Has(file)) << file;
  }
  EXPECT_FALSE(Has("found.svg"));
  Run("--search delivered --fault hurry --test sought --msc hurry.svg");
  EXPECT_NE(File("hurry.order.svg").find("the last letter came first"), std::string::npos);
}

TEST_F(SearchWaysTest, SaysThatNothingIsDrawnWhenNothingIsFound) {
  const Ended ended = Run("--search delivered --test sought --fault none --msc found.svg");
  EXPECT_EQ(ended.code, 0);
  EXPECT_NE(ended.output.find("systematic_mail: note: no chart is written to found.svg: nothing "
                              "was found\n"),
            std::string::npos)
      << ended.output;
  EXPECT_FALSE(Has("found.svg"));
}

}  // namespace
}  // namespace systematic
