#include "adapter/systems/quorum/call_oracle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oracles {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

cases::QuorumCallCase TwoCalls() { return {{}, {}, {1, 2}, {{2, true, 2}, {4, false, 1}}}; }

TEST(CallOracleTest, QuorumCallsAgree) {
  EXPECT_THAT(Compare(TwoCalls(), QuorumCallOutcome{{{{1, 2}, {{2, true, 2}}, {}},
                                                     {{1, 2}, {{4, false, 1}}, {}}}}),
              IsEmpty());
}

TEST(CallOracleTest, QuorumCallsCompareRequestsEndsAndMisuse) {
  EXPECT_THAT(Compare(TwoCalls(), QuorumCallOutcome{{{{1, 1, 2}, {{3, true, 2}}, {"ran twice"}},
                                                     {{2, 1}, {{4, true, 2}}, {}}}}),
              ElementsAre(Mismatch{"call 1 requests", "1, 2", "1, 1, 2"},
                          Mismatch{"call 1 misuse", "none", "\"ran twice\""},
                          Mismatch{"call 1 end after event", "2", "3"},
                          Mismatch{"call 2 requests", "1, 2", "2, 1"},
                          Mismatch{"call 2 outcome", "\"incomplete\"", "\"quorum\""},
                          Mismatch{"call 2 replies", "1", "2"}));
}

TEST(CallOracleTest, QuorumCallsCompareWhyTheyEndWithoutAQuorum) {
  using Cause = cases::QuorumCallEnd::Cause;
  EXPECT_THAT(Compare(cases::QuorumCallCase{{}, {}, {1}, {{2, false, 1, Cause::kDeadline}}},
                      QuorumCallOutcome{{{{1}, {{2, false, 1, Cause::kCancelled}}, {}}}}),
              ElementsAre(Mismatch{"outcome", "\"deadline\"", "\"cancelled\""}));
}

TEST(CallOracleTest, QuorumCallThatNeverEnds) {
  EXPECT_THAT(Compare(cases::QuorumCallCase{{}, {}, {1}, {{2, true, 1}}},
                      QuorumCallOutcome{{{{1}, {}, {}}}}),
              ElementsAre(Mismatch{"end", "after event 2", "never"}));
}

}  // namespace
}  // namespace oracles
