#include "cpntools/lua/helpers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "cpntools/ml/library.h"

namespace cpntools {
namespace {

using ::testing::IsEmpty;

TEST(Helpers, OneThatStandsOnALineIsThatLine) {
  EXPECT_EQ(HelperDefinitions({"first_of"}), "function first_of(x, _) return x end\n");
}

TEST(Helpers, WhatOneCallsStandsBeforeIt) {
  EXPECT_EQ(HelperDefinitions({"item_of"}),
            "function tail(list)\n"
            "  if #list == 0 then raise({ tag = \"Empty\" }) end\n"
            "  local rest = {}\n"
            "  for i = 2, #list do rest[i - 1] = list[i] end\n"
            "  return rest\n"
            "end\n"
            "function item_of(list) -- an option\n"
            "  if #list == 0 then return {} end\n"
            "  return { { list[1], tail(list) } }\n"
            "end\n");
}

TEST(Helpers, WhatIsNoHelperYieldsNothing) { EXPECT_EQ(HelperDefinitions({"foo"}), ""); }

TEST(Helpers, EveryOneThatTheLibraryNamesIsThere) {
  const std::vector<std::string> known = HelperNames();
  std::vector<std::string> missing;
  for (const std::string& name : ml::LibraryNames()) {
    const char* helpers = ml::FindLibraryFunction(name)->helper;
    for (const std::string& helper : SplitHelperNames(helpers ? helpers : "")) {
      if (std::find(known.begin(), known.end(), helper) == known.end()) missing.push_back(helper);
    }
  }
  EXPECT_THAT(missing, IsEmpty());
}

}  // namespace
}  // namespace cpntools
