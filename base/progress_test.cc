#include "base/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace base {
namespace {

using ::testing::EndsWith;

/// Reports until something is shown.
void ReportUntilShown(Progress& progress, const std::ostringstream& out, const std::string& text) {
  const std::string before = out.str();
  while (out.str() == before) progress.Report([&] { return text; });
}

TEST(ProgressTest, WithoutAStreamNothingIsEvenComputed) {
  Progress progress(nullptr);
  progress.Report([]() -> std::string {
    ADD_FAILURE();
    return "";
  });
}

TEST(ProgressTest, QuickComputationsShowNothing) {
  std::ostringstream out;
  {
    Progress progress(&out);
    progress.Report([] { return "x"; });
  }
  EXPECT_EQ(out.str(), "");
}

TEST(ProgressTest, ShorterLineCoversTheLongerOne) {
  std::ostringstream out;
  Progress progress(&out);
  ReportUntilShown(progress, out, "12345");
  ReportUntilShown(progress, out, "12");
  EXPECT_EQ(out.str(), "\r12345\r12   ");
}

TEST(ProgressTest, LineIsGoneAtTheEnd) {
  std::ostringstream out;
  {
    Progress progress(&out);
    ReportUntilShown(progress, out, "123");
  }
  EXPECT_THAT(out.str(), EndsWith("\r   \r"));
}

}  // namespace
}  // namespace base
