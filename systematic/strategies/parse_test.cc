#include "systematic/strategies/parse.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace systematic {
namespace {

std::string NameOf(const std::string& text) { return ParseStrategy(text)({})->name(); }

std::string ErrorOf(const std::string& text) {
  try {
    ParseStrategy(text);
  } catch (const StrategyError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ParseStrategy, ReadsWhatStrategiesCallThemselves) {
  const std::vector<std::string> names = {
      "random",  "probabilistic:3",  "pct:1",     "pct:3,links", "fair-pct:3",
      "pctcp:2", "fair-pct:3,links", "pos",       "delay:2",     "delay:2,all",
      "dfs",     "dfs:20",           "dfs,cache", "dfs:20,cache"};
  for (const std::string& name : names) EXPECT_EQ(NameOf(name), name);
}

TEST(ParseStrategy, HasUsualParameters) {
  EXPECT_EQ(NameOf("pct"), "pct:3");
  EXPECT_EQ(NameOf("delay"), "delay:2");
  EXPECT_EQ(NameOf("probabilistic"), "probabilistic:3");
  EXPECT_NE(ParseStrategy("portfolio")({}), nullptr);
}

TEST(ParseStrategy, SaysWhatIsWrong) {
  EXPECT_EQ(ErrorOf("pctt:3"), "there is no strategy 'pctt'; did you mean pct?");
  EXPECT_EQ(ErrorOf("luck"),
            "there is no strategy 'luck'; there are random, probabilistic, pct, fair-pct, pctcp, "
            "pos, delay, dfs, portfolio");
  EXPECT_EQ(ErrorOf("pct:0"), "strategy 'pct:0': pct takes a depth from 1 to 1000, as in pct:3");
  EXPECT_EQ(ErrorOf("dfs:x"),
            "strategy 'dfs:x': dfs takes a depth from 1 to 1000000, as in dfs:20");
  EXPECT_EQ(ErrorOf("delay:99999999999"),
            "strategy 'delay:99999999999': delay takes a number of delays from 0 to 1000, as in "
            "delay:2");
  EXPECT_EQ(ErrorOf("random:3"), "strategy 'random:3': random takes no parameter");
  EXPECT_EQ(ErrorOf("pct:3,lanes"),
            "strategy 'pct:3,lanes': pct takes the option links, as in pct:3,links, not 'lanes'");
  EXPECT_EQ(ErrorOf("pos,all"), "strategy 'pos,all': pos takes no option, not 'all'");
}

}  // namespace
}  // namespace systematic
