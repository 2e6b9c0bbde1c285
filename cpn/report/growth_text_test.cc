#include "cpn/report/growth_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "cpn/testing/testing.h"

namespace cpn::report {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class GrowthTextTest : public ::testing::Test {
 protected:
  GrowthTextTest() {
    const ColourSetId number = b_.Int();
    for (const char* name : {"A", "B", "C", "D", "E"}) b_.Top().Place(name, number);
  }

  testing::ModelBuilder b_;
};

TEST_F(GrowthTextTest, SaysWhatGrows) {
  const testing::RunningNet run(b_);
  const Growth growth{
      {1, 2, 4},
      {{0, {1, 2, 3}, {1, 1, 1}}, {2, {1, 3, 9}, {2, 4, 8}}, {1, {1, 1, 1}, {10, 20, 30}}}};
  EXPECT_THAT(GrowthSentences(run.net, growth),
              ElementsAre("place A grows: at most 1 token within 1 step, 2 within 2, 3 within 4",
                          "place C grows: at most 1 token within 1 step, 3 within 2, 9 within 4; 2 "
                          "different colours within 1 step, 4 within 2, 8 within 4",
                          "place B grows: 10 different colours within 1 step, 20 within 2, 30 "
                          "within 4"));
}

TEST_F(GrowthTextTest, CountsThePlacesThatItLeavesOut) {
  const testing::RunningNet run(b_);
  Growth growth{{1, 2, 3}, {}};
  for (PlaceId place = 0; place < 5; ++place) growth.places.push_back({place, {1, 2, 3}, {}});
  EXPECT_EQ(GrowthSentences(run.net, growth).back(), "2 more places grow");
  growth.places.pop_back();
  EXPECT_EQ(GrowthSentences(run.net, growth).back(), "1 more place grows");
}

TEST_F(GrowthTextTest, SaysNothingOfNothing) {
  const testing::RunningNet run(b_);
  EXPECT_THAT(GrowthSentences(run.net, {}), IsEmpty());
}

}  // namespace
}  // namespace cpn::report
