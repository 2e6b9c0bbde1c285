#include "adapter/report/kinds_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "adapter/selection.h"
#include "adapter/testing/toy_system.h"

namespace adapter {
namespace {

TEST(KindsReportTest, HasALineForEachKind) {
  EXPECT_EQ(TextKinds(ToyDrivers()), "toytest             toy       words\n");
}

TEST(KindsReportTest, JsonListsTheElements) {
  const auto kinds = nlohmann::json::parse(JsonKinds(ToyDrivers()));
  ASSERT_EQ(kinds.size(), 1u);
  EXPECT_EQ(kinds[0]["name"], "toytest");
  EXPECT_EQ(kinds[0]["system"], "toy");
  EXPECT_EQ(kinds[0]["elements"][1]["name"], "Hear");
  EXPECT_EQ(kinds[0]["elements"][1]["part"], "oracles");
}

TEST(KindsReportTest, AnUnknownKindIsRefusedWithTheNearestOne) {
  try {
    KindNamed("toytset", ToyDrivers());
    FAIL() << "found";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "no kind of case is called toytset; did you mean toytest?\nTry: adapter kinds");
  }
}

}  // namespace
}  // namespace adapter
