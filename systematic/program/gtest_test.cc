#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <string>

#include "systematic/systematic_test.h"
#include "systematic/testing/mail.h"

namespace systematic {
namespace {

class OneLetter : public Mail {
 public:
  OneLetter() : Mail(1, false) {}
};

SYSTEMATIC_TEST(OneLetter, 100);

TEST(WhatIsWrong, IsNothingWhenNothingIsFound) {
  EXPECT_EQ(WhatIsWrong(MailHarness("calm", 1, false), 100), "");
}

TEST(WhatIsWrong, IsTheReportOfAShortSchedule) {
  const std::string report = WhatIsWrong(MailHarness("lossy", 1, true), 100);
  EXPECT_TRUE(report.starts_with(
      "delivered: 1 letters have not arrived, and nothing can happen any more\n"))
      << report;
  EXPECT_NE(report.find("3 choices, 1 faults"), std::string::npos) << report;
}

TEST(Holds, FailsWithTheReport) {
  EXPECT_NONFATAL_FAILURE(EXPECT_TRUE(Holds(MailHarness("mail", 2, false), 1000)),
                          "order: the last letter came first");
}

}  // namespace
}  // namespace systematic
