#include "quorum/configuration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "quorum/link_testing.h"

namespace quorum {
namespace {

using ::testing::ElementsAre;

class ConfigurationTest : public ::testing::Test {
 protected:
  template <class Make>
  static std::string ErrorOf(const Make& make) {
    try {
      make();
    } catch (const ConfigurationError& error) {
      return error.what();
    }
    return "no error";
  }

  const std::shared_ptr<CallLog> log_ = std::make_shared<CallLog>();
  const Configuration all_ = FakeNodes({4, 0, 2}, log_);
};

TEST_F(ConfigurationTest, IsSortedById) {
  EXPECT_THAT(all_.ids(), ElementsAre(0, 2, 4));
  EXPECT_EQ(all_.nodes()[1]->id(), 2);
  EXPECT_EQ(all_.node(4).address(), "fake4");
}

TEST_F(ConfigurationTest, ContainsItsNodesOnly) {
  EXPECT_TRUE(all_.Contains(2));
  EXPECT_FALSE(all_.Contains(3));
}

TEST_F(ConfigurationTest, RefusesDuplicatesAndNothing) {
  EXPECT_EQ(ErrorOf([&] {
              FakeNodes({1, 2, 1}, log_);
            }),
            "node 1 is there twice: ids must be distinct");
  EXPECT_EQ(ErrorOf([&] { all_.Add(FakeNode(2, log_)); }),
            "node 2 is there twice: ids must be distinct");
  EXPECT_EQ(ErrorOf([] { Configuration{{}}; }), "a configuration needs at least one node");
}

TEST_F(ConfigurationTest, AddAndRemoveLeaveTheOriginalAlone) {
  const Configuration more = all_.Add(FakeNode(1, log_));
  EXPECT_THAT(more.ids(), ElementsAre(0, 1, 2, 4));
  EXPECT_THAT(more.Remove(2).ids(), ElementsAre(0, 1, 4));
  EXPECT_EQ(more.Remove(1), all_);
  EXPECT_THAT(all_.ids(), ElementsAre(0, 2, 4));
}

TEST_F(ConfigurationTest, RefusesToRemoveWhatIsNotThere) {
  EXPECT_EQ(ErrorOf([&] { all_.Remove(1); }), "there is no node 1");
  EXPECT_EQ(ErrorOf([&] { FakeNodes({1}, log_).Remove(1); }),
            "a configuration needs at least one node");
}

TEST_F(ConfigurationTest, UnionHasTheNodesOfBothOnce) {
  const Configuration low = all_.Remove(4);
  const Configuration high = all_.Remove(0);
  EXPECT_EQ(low.Union(high), all_);
  EXPECT_EQ(low.Union(low), low);
}

TEST_F(ConfigurationTest, UnionRefusesOneIdForTwoNodes) {
  EXPECT_EQ(ErrorOf([&] { all_.Union(FakeNodes({2}, log_)); }),
            "node 2 is there twice: ids must be distinct");
}

TEST_F(ConfigurationTest, DifferenceHasTheNodesOfTheFirstAlone) {
  EXPECT_THAT(all_.Difference(all_.Remove(2)).ids(), ElementsAre(2));
  EXPECT_EQ(ErrorOf([&] { all_.Difference(all_); }), "a configuration needs at least one node");
}

}  // namespace
}  // namespace quorum
