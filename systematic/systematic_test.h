// Systematic tests as tests of GoogleTest:
//
//   class OrderOfLetters : public systematic::Harness { ... };
//   SYSTEMATIC_TEST(OrderOfLetters, 1000)
//
// runs 1000 schedules of the harness, by the portfolio of strategies and always the same ones. A
// failure shows the shortest schedule that was found, with a lane for each machine.
// Library: systematic_program; GoogleTest is the user's.
// Thread safety: as GoogleTest's tests.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "systematic/harness.h"

namespace systematic {

/// Runs so many schedules; returns the report of what is wrong, or nothing. `strategy` is written
/// as on the command line of main.h.
std::string WhatIsWrong(const HarnessInfo& harness, std::uint64_t schedules,
                        const std::string& strategy = "portfolio", std::uint64_t seed = 1);

/// The same as a result of GoogleTest.
inline testing::AssertionResult Holds(const HarnessInfo& harness, std::uint64_t schedules,
                                      const std::string& strategy = "portfolio",
                                      std::uint64_t seed = 1) {
  const std::string problem = WhatIsWrong(harness, schedules, strategy, seed);
  if (problem.empty()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << '\n' << problem;
}

}  // namespace systematic

/// A test of the harness class, which can be made without arguments, over so many schedules.
#define SYSTEMATIC_TEST(HarnessClass, schedules)                                       \
  TEST(HarnessClass, HoldsInEverySchedule) {                                           \
    EXPECT_TRUE(::systematic::Holds(                                                   \
        ::systematic::HarnessOf<HarnessClass>(#HarnessClass, "a test"), (schedules))); \
  }                                                                                    \
  static_assert(true, "so that a semicolon may stand behind it")
