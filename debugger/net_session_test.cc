#include "debugger/net_session.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpn/lua/testing.h"

namespace debugger {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A counter that goes up and down, a switch beside it, and servers that become leaders.
constexpr const char* kModel = R"(
Role = enum { "candidate", "leader" }
Server = record { id = INT, role = Role }
var { i = INT, s = Server }
Height = place(INT, { 0 })
Switch = place(BOOL, { false })
Servers = place(Server, { { id = 1, role = "candidate" }, { id = 2, role = "candidate" } })
Up = transition { input = { Height(i) }, guard = "i < 2000", output = { Height(expr("i + 1")) } }
Down = transition { input = { Height(i) }, guard = "i > 0", output = { Height(expr("i - 1")) } }
On = transition { input = { Switch(false) }, output = { Switch(true) } }
Win = transition { input = { Servers(s) }, guard = "s.role == 'candidate'",
  output = { Servers { id = expr("s.id"), role = "leader" } } }
property "is on" (INV(POS(NF(function(M) return M.Switch[1] end))))
property "stays low" (INV(NF(function(M) return M.Height[1] < 3 end)))
property "is about steps" (POS(AF(Up)))
)";

class NetSessionTest : public ::testing::Test {
 protected:
  void Fire(const std::string& transition, const std::string& binding = "") {
    session_.Fire(session_.FindChoice(transition, binding));
  }
  void Climb(int times) {
    for (int i = 0; i < times; ++i) Fire("Up");
  }
  std::string Height() {
    for (const StateLine& line : session_.StateAt(session_.at())) {
      if (line.name == "Height") return line.text;
    }
    return "";
  }
  template <typename Action>
  std::string ErrorOf(Action action) {
    try {
      action();
    } catch (const SessionError& error) {
      return error.what();
    }
    return "";
  }

  std::unique_ptr<cpn::lua::LuaModel> model_ = cpn::lua::testing::LoadText(kModel);
  NetSession session_{model_.get()};
};

TEST_F(NetSessionTest, GoesToAnyStepOfALongRun) {
  Climb(1'500);
  for (const std::size_t step : {0, 1, 511, 512, 513, 1'499, 7, 1'024, 1'500}) {
    session_.JumpTo(step);
    EXPECT_EQ(Height(), "1`" + std::to_string(step));
  }
  EXPECT_EQ(ErrorOf([&] { session_.JumpTo(1'501); }), "there is no step 1501: the run has 1500");
}

TEST_F(NetSessionTest, AnotherStepMakesABranchAndTheSameOneReturnsToIt) {
  Climb(3);
  session_.JumpTo(1);
  Fire("On");
  EXPECT_EQ(session_.position(), (Position{1, 2}));
  EXPECT_EQ(Height(), "1`1");
  session_.JumpTo(1);
  Fire("Up");
  EXPECT_EQ(session_.position(), (Position{0, 2}));
  EXPECT_EQ(Height(), "1`2");
}

TEST_F(NetSessionTest, MarkingsOfABranchAreItsOwn) {
  Climb(600);
  session_.JumpTo(550);
  Fire("Down");
  Climb(700);
  EXPECT_EQ(Height(), "1`1249");
  session_.JumpTo(551);
  EXPECT_EQ(Height(), "1`549");
  session_.GoTo({0, 600});
  EXPECT_EQ(Height(), "1`600");
}

TEST_F(NetSessionTest, UndoTakesBackWhateverItWas) {
  Climb(2);
  session_.BreakAtTransition("On");
  session_.SetBookmark("here");
  session_.JumpTo(0);
  Fire("On");
  EXPECT_TRUE(session_.Undo());
  EXPECT_EQ(session_.tree().branches().size(), 1u);
  EXPECT_EQ(session_.at(), 0u);
  EXPECT_TRUE(session_.Undo());
  EXPECT_EQ(session_.at(), 2u);
  EXPECT_TRUE(session_.Undo());
  EXPECT_TRUE(session_.bookmarks().empty());
  EXPECT_TRUE(session_.Undo());
  EXPECT_TRUE(session_.breakpoints().empty());
  EXPECT_TRUE(session_.Undo());
  EXPECT_EQ(Height(), "1`1");
  EXPECT_EQ(session_.Length(), 1u);
  EXPECT_TRUE(session_.Undo());
  EXPECT_FALSE(session_.Undo());
}

TEST_F(NetSessionTest, ReturnsToBookmarksOfOtherBranches) {
  Climb(3);
  EXPECT_EQ(session_.SetBookmark(""), "1");
  session_.JumpTo(0);
  Fire("On");
  session_.GoToBookmark("1");
  EXPECT_EQ(Height(), "1`3");
  EXPECT_EQ(ErrorOf([&] { session_.GoToBookmark("2"); }), "there is no bookmark 2; there are 1");
}

TEST_F(NetSessionTest, StopsAtTransitionsPlacesConditionsAndProperties) {
  Climb(4);
  Fire("On");
  Fire("Down");
  const auto first_stop = [&] {
    session_.JumpTo(0);
    const Stop stop = session_.Continue();
    session_.DeleteBreakpoint(stop.breakpoint);
    return fmt::format("{}: {}", stop.step, stop.text);
  };
  session_.BreakAtTransition("Down");
  EXPECT_EQ(first_stop(), "6: transition Down");
  session_.BreakAtPlace("Switch");
  EXPECT_EQ(first_stop(), "5: place Switch");
  session_.BreakIf("M.Height[1] == 2");
  EXPECT_EQ(first_stop(), "2: if M.Height[1] == 2");
  session_.BreakAtProperty("is on");
  EXPECT_EQ(first_stop(), "5: property \"is on\" is live");
  session_.BreakAtProperty("stays low");
  EXPECT_EQ(first_stop(), "3: property \"stays low\" is violated");
  session_.JumpTo(0);
  EXPECT_EQ(session_.Continue().text, "the run ends here");
  EXPECT_EQ(session_.at(), 6u);
  EXPECT_THAT(ErrorOf([&] { session_.BreakAtProperty("is about steps"); }),
              HasSubstr("is about more than one marking"));
}

TEST_F(NetSessionTest, ABrokenConditionIsRefusedAtOnce) {
  EXPECT_THROW(session_.BreakIf("M.Hight[1] == 2"), cpn::ModelError);
  EXPECT_THROW(session_.BreakIf("M.Height[1] =="), cpn::ModelError);
  EXPECT_THROW(session_.BreakIf("7"), cpn::ModelError);
  EXPECT_TRUE(session_.breakpoints().empty());
}

TEST_F(NetSessionTest, KnowsTheCriticalStepOfTheRunThatWasOpened) {
  Climb(3);
  NetSession opened(model_.get(), session_.Run(), {}, {{2, "from here on nothing works", ""}}, 2);
  opened.BreakAtCritical();
  EXPECT_EQ(opened.Continue().step, 2u);
  opened.JumpTo(1);
  opened.Fire(opened.FindChoice("On", ""));
  EXPECT_EQ(opened.CriticalStep(), std::nullopt);
  EXPECT_THAT(ErrorOf([&] { session_.BreakAtCritical(); }), HasSubstr("no critical step"));
}

TEST_F(NetSessionTest, SaysWhichChoicesThereAreWhenOneIsNotEnough) {
  EXPECT_EQ(ErrorOf([&] { Fire("Win"); }),
            "Win can occur in 2 ways; say which:\n"
            "  Win (s = {id = 1, role = candidate})\n"
            "  Win (s = {id = 2, role = candidate})");
  Fire("Win", "{s = {id = 2, role = candidate}}");
  EXPECT_EQ(session_.StepText(1), "Win (s = {id = 2, role = candidate})");
  EXPECT_EQ(ErrorOf([&] { Fire("Down"); }),
            "Down cannot occur here; `why Down` says what it lacks");
  EXPECT_EQ(ErrorOf([&] { Fire("Dwon"); }), "there is no transition Dwon; did you mean Down?");
  EXPECT_EQ(ErrorOf([&] { Fire("Win", "{x = 1}"); }), "there is no variable x; there are s");
}

TEST_F(NetSessionTest, DifferencesAreByPlaceAndByField) {
  Fire("Win", "{s = {id = 1, role = candidate}}");
  Fire("Win", "{s = {id = 2, role = candidate}}");
  Climb(2);
  EXPECT_THAT(session_.Difference(0, 4),
              ElementsAre("- Height: 1`0", "+ Height: 1`2",
                          "~ Servers: {id = 1, role: candidate -> leader}",
                          "~ Servers: {id = 2, role: candidate -> leader}"));
  EXPECT_THAT(session_.Difference(4, 2), ElementsAre("- Height: 1`2", "+ Height: 1`0"));
  EXPECT_THAT(session_.Changes(1), ElementsAre("~ Servers: {id = 1, role: candidate -> leader}"));
}

TEST_F(NetSessionTest, WalksToALiveState) {
  const auto steps = session_.WalkToLife("is on", {.seed = 3});
  ASSERT_TRUE(steps.has_value());
  EXPECT_EQ(session_.at(), *steps);
  EXPECT_EQ(session_.StepText(session_.at()), "On ()");
  session_.Undo();
  EXPECT_EQ(session_.Length(), 0u);
  EXPECT_EQ(session_.WalkToLife("is on", {.seed = 3}), steps);
  session_.Undo();
  EXPECT_EQ(session_.WalkToLife("is on", {.seed = 3, .most_steps = *steps - 1}), std::nullopt);
}

}  // namespace
}  // namespace debugger
