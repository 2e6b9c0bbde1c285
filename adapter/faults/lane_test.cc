#include "adapter/faults/lane.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace adapter {
namespace {

using ::testing::ElementsAre;

TEST(LaneTest, RequestsGoOneAtATimeInOrder) {
  Lane lane;
  std::vector<int> begun;
  for (const int i : {1, 2, 3}) lane.Enter([&begun, i] { begun.push_back(i); });
  EXPECT_THAT(begun, ElementsAre(1));
  lane.Done();
  EXPECT_THAT(begun, ElementsAre(1, 2));
  lane.Done();
  lane.Done();
  EXPECT_THAT(begun, ElementsAre(1, 2, 3));
  lane.Enter([&begun] { begun.push_back(4); });
  EXPECT_THAT(begun, ElementsAre(1, 2, 3, 4));
}

TEST(LaneTest, ARequestThatIsDoneAtOnceLetsTheNextOneGo) {
  Lane lane;
  std::vector<int> begun;
  for (const int i : {1, 2}) {
    lane.Enter([&, i] {
      begun.push_back(i);
      lane.Done();
    });
  }
  EXPECT_THAT(begun, ElementsAre(1, 2));
}

}  // namespace
}  // namespace adapter
