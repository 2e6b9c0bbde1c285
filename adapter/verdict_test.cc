#include "adapter/verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace adapter {
namespace {

using ::testing::IsEmpty;

trace::Trace Observed() {
  trace::Trace trace;
  trace.Add({.node = "client 1", .name = "proposes"});
  return trace;
}
const std::vector<oracles::Mismatch> kMismatch = {{"leaders", "1, 2", "1"}};
const std::vector<oracles::Violation> kViolation = {{"agreement", "two values", 4}};

TEST(VerdictTest, NothingWrongIsAPassWithItsTrace) {
  const Verdict verdict = Judge({}, {}, {}, Observed());
  EXPECT_EQ(verdict.outcome, Outcome::kPass);
  EXPECT_EQ(verdict.detail, "");
  EXPECT_EQ(verdict.trace, Observed());
}

TEST(VerdictTest, AMismatchFailsWithExpectedAndObserved) {
  const Verdict verdict = Judge(kMismatch, {}, {}, Observed());
  EXPECT_EQ(verdict.outcome, Outcome::kFail);
  EXPECT_EQ(verdict.detail, "leaders: expected 1, 2, observed 1");
  EXPECT_EQ(verdict.mismatches, kMismatch);
  EXPECT_EQ(verdict.trace, Observed());
}

TEST(VerdictTest, AViolationFailsWhateverWasExpected) {
  const Verdict verdict = Judge({}, kViolation, {}, Observed());
  EXPECT_EQ(verdict.outcome, Outcome::kFail);
  EXPECT_EQ(verdict.detail, "agreement: two values (event 5)");
}

TEST(VerdictTest, AnUnfinishedRunIsInconclusiveAndItsMismatchesMeanNothing) {
  const Verdict verdict = Judge(kMismatch, {}, {"after 1s still waiting"}, Observed());
  EXPECT_EQ(verdict.outcome, Outcome::kInconclusive);
  EXPECT_EQ(verdict.detail, "after 1s still waiting");
  EXPECT_THAT(verdict.mismatches, IsEmpty());
}

TEST(VerdictTest, ARunThatIsStuckFails) {
  const Verdict verdict = Judge({}, {}, {"nothing more happens", true}, Observed());
  EXPECT_EQ(verdict.outcome, Outcome::kFail);
  EXPECT_EQ(verdict.detail, "nothing more happens");
}

TEST(VerdictTest, AViolationInAnUnfinishedRunFails) {
  const Verdict verdict = Judge(kMismatch, kViolation, {"after 1s still waiting"}, Observed());
  EXPECT_EQ(verdict.outcome, Outcome::kFail);
  EXPECT_EQ(verdict.detail, "agreement: two values (event 5); after 1s still waiting");
}

TEST(VerdictTest, ExitCodePutsFailuresFirst) {
  EXPECT_EQ(ExitCode({5, 0, 0}), 0);
  EXPECT_EQ(ExitCode({5, 1, 0}), 1);
  EXPECT_EQ(ExitCode({5, 0, 1}), 3);
  EXPECT_EQ(ExitCode({5, 1, 1}), 1);
}

}  // namespace
}  // namespace adapter
