#include "quorum/manager.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace quorum {
namespace {

using testing::ElementsAre;

std::string ErrorOf(const std::vector<Endpoint>& endpoints) {
  try {
    Manager manager(endpoints);
  } catch (const ConfigurationError& error) {
    return error.what();
  }
  return "no error";
}

const std::vector<Endpoint> kThree = {
    {2, "127.0.0.1:3", nullptr}, {0, "127.0.0.1:1", nullptr}, {1, "127.0.0.1:2", nullptr}};

TEST(ManagerTest, NodesAreInTheOrderOfTheirIds) {
  Manager manager(kThree);
  const Configuration& all = manager.All();
  EXPECT_THAT(all.ids(), ElementsAre(0, 1, 2));
  EXPECT_EQ(all.size(), 3);
  EXPECT_EQ(all.nodes()[2]->id(), 2);
  EXPECT_EQ(all.nodes()[2]->address(), "127.0.0.1:3");
}

TEST(ManagerTest, ConfigurationCanBeAPartOfTheNodes) {
  Manager manager(kThree);
  EXPECT_THAT(manager.Of({2, 0}).ids(), ElementsAre(0, 2));
}

TEST(ManagerTest, RefusesNoNodes) {
  EXPECT_EQ(ErrorOf({}), "a configuration needs at least one node");
}

TEST(ManagerTest, RefusesDoubleId) {
  EXPECT_EQ(ErrorOf({{1, "a:1", nullptr}, {1, "b:1", nullptr}}),
            "node 1 is there twice: ids must be distinct");
}

TEST(ManagerTest, RefusesDoubleAddress) {
  EXPECT_EQ(ErrorOf({{4, "a:1", nullptr}, {1, "a:1", nullptr}}),
            "nodes 4 and 1 have the same address a:1: addresses must be distinct");
}

TEST(ManagerTest, RefusesConfigurationsThatCannotBe) {
  Manager manager(kThree);
  EXPECT_THROW(manager.Of({}), ConfigurationError);
  EXPECT_THROW(manager.Of({0, 0}), ConfigurationError);
  EXPECT_THROW(manager.Of({0, 7}), ConfigurationError);
}

TEST(ManagerTest, ShutdownIsIdempotent) {
  Manager manager(kThree);
  manager.Shutdown();
  manager.Shutdown();
}

}  // namespace
}  // namespace quorum
