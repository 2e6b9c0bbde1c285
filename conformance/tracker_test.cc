#include "conformance/tracker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/testing.h"
#include "cpn/lua/lua_model.h"
#include "testing/paths.h"

namespace conformance {
namespace {

using cpn::lua::LuaModel;
using cpn::lua::ObservationKind;
using ::testing::ElementsAre;

using conformance::testing::Response;
using conformance::testing::Stimulus;
using conformance::testing::Texts;

Event Request(const std::string& client) { return Stimulus("Request", {{"client", client}}); }
Event Granted(const std::string& client) { return Response("Granted", {{"client", client}}); }
Event Release(const std::string& client) { return Stimulus("Release", {{"client", client}}); }

/// The lock server of examples/lock, under its specification.
struct Lock {
  std::unique_ptr<LuaModel> model = LuaModel::Load(test::SourcePath("/examples/lock/lock.lua"));
  Tracker tracker{*model, model->Specification("system")};
};

TEST(Tracker, FollowsEitherOrderOfTwoGrants) {
  for (const char* first : {"1", "2"}) {
    Lock lock;
    EXPECT_TRUE(lock.tracker.Take(Request("1")));
    EXPECT_TRUE(lock.tracker.Take(Request("2")));
    EXPECT_TRUE(lock.tracker.Take(Granted(first)));
    EXPECT_EQ(lock.tracker.taken(), 3u);
  }
}

TEST(Tracker, StaysWhereItIsAtAnEventThatNothingExplains) {
  Lock lock;
  ASSERT_TRUE(lock.tracker.Take(Request("1")));
  ASSERT_TRUE(lock.tracker.Take(Request("2")));
  ASSERT_TRUE(lock.tracker.Take(Granted("1")));
  EXPECT_FALSE(lock.tracker.Take(Granted("2")));
  EXPECT_EQ(lock.tracker.taken(), 3u);
  EXPECT_TRUE(lock.tracker.Take(Release("1")));
  EXPECT_TRUE(lock.tracker.Take(Granted("2")));
}

TEST(Tracker, TellsTheKindsOfEventsApart) {
  Lock lock;
  EXPECT_FALSE(lock.tracker.Take(Response("Request", {{"client", "1"}})));
}

TEST(Tracker, SaysWhatMayComeInCanonicalOrder) {
  Lock lock;
  ASSERT_TRUE(lock.tracker.Take(Request("2")));
  EXPECT_THAT(Texts(lock.tracker.Possible(ObservationKind::kStimulus)),
              ElementsAre("stimulus Request (client 1)"));
  EXPECT_THAT(Texts(lock.tracker.Possible(ObservationKind::kResponse)),
              ElementsAre("response Granted (client 2)"));
}

TEST(Tracker, RestsOnlyWhenNoResponseIsOwed) {
  Lock lock;
  EXPECT_TRUE(lock.tracker.MayRest());
  ASSERT_TRUE(lock.tracker.Take(Request("1")));
  EXPECT_FALSE(lock.tracker.MayRest());
  EXPECT_FALSE(lock.tracker.TakeQuiescence());
  ASSERT_TRUE(lock.tracker.Take(Granted("1")));
  EXPECT_TRUE(lock.tracker.TakeQuiescence());
}

TEST(Tracker, CopyGoesOnByItself) {
  Lock lock;
  ASSERT_TRUE(lock.tracker.Take(Request("1")));
  Tracker ahead = lock.tracker;
  ASSERT_TRUE(ahead.Take(Granted("1")));
  EXPECT_FALSE(lock.tracker.Take(Release("1")));
  EXPECT_TRUE(ahead.Take(Release("1")));
  ahead = lock.tracker;
  EXPECT_FALSE(ahead.Take(Release("1")));
}

}  // namespace
}  // namespace conformance
