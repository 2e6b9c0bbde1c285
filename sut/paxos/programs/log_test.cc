#include "sut/paxos/programs/log.h"

#include <gtest/gtest.h>

#include <string>

namespace paxos {
namespace {

TEST(LogTest, PlainValuesStandAsTheyAre) {
  EXPECT_EQ(LogField("address", "127.0.0.1:4000"), "address=127.0.0.1:4000");
}

TEST(LogTest, OtherValuesAreInQuotes) {
  EXPECT_EQ(LogField("msg", "replica 0 ends"), "msg=\"replica 0 ends\"");
  EXPECT_EQ(LogField("value", ""), "value=\"\"");
  EXPECT_EQ(LogField("value", "a=b"), "value=\"a=b\"");
}

TEST(LogTest, ValueCannotBreakTheLine) {
  EXPECT_EQ(LogField("value", "\"\\\n\x7f\xff"), "value=\"\\\"\\\\\\x0a\\x7f\\xff\"");
}

}  // namespace
}  // namespace paxos
