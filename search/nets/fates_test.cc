// What is true of all markings of a small net: dead, doomed, and what put them there.
#include "search/nets/fates.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "cpn/lua/testing.h"

namespace search::nets {
namespace {

/// A door that a fault jams, that a second one breaks open, and that may be removed when it is
/// open: five markings.
constexpr const char* kJammingDoor = R"(
Open, Shut, Jammed = place(UNIT, { unit }), place(UNIT), place(UNIT)
Broken, Gone = place(UNIT), place(UNIT)
Close = transition { input = { Open(unit) }, output = { Shut(unit) } }
Reopen = transition { input = { Shut(unit) }, output = { Open(unit) }, kind = "timer" }
Jam = transition { input = { Shut(unit) }, output = { Jammed(unit) }, kind = "fault" }
Break = transition { input = { Jammed(unit) }, output = { Broken(unit) }, kind = "fault" }
Remove = transition { input = { Open(unit) }, output = { Gone(unit) } }
property "lets pass" (INV(POS(NF(function(M) return #M.Open + #M.Broken == 1 end))))
property "is shut again" (INV(POS(NF(function(M) return #M.Shut == 1 end))))
property "is there" (INV(POS(NF(function(M) return #M.Shut + #M.Open == 1 end))))
)";

class FatesTest : public ::testing::Test {
 protected:
  NetSystem system_{cpn::lua::testing::LoadText(kJammingDoor), {0, 1, 2}, {}};
  const Graph graph_ = Graph::Of(system_, 100).value();

  std::string NameOf(cpn::TransitionId id) { return system_.engine().net().transitions()[id].name; }
};

TEST_F(FatesTest, GraphHasAllMarkingsAndNoMoreThanAllowed) {
  EXPECT_EQ(graph_.nodes(), 5u);
  EXPECT_EQ(graph_.arcs(), 5u);
  EXPECT_FALSE(Graph::Of(system_, 4));
  EXPECT_TRUE(Graph::Of(system_, 5));
}

TEST_F(FatesTest, SecondFaultIsNoCure) {
  const Fates fates = FatesOf(graph_, 0);
  // Gone; Jammed can be broken open.
  EXPECT_EQ(fates.dead, 1u);
  // Without faults nothing comes of Jammed and Gone.
  EXPECT_EQ(fates.dead_without_faults, 2u);
  ASSERT_EQ(fates.critical.size(), 1u);
  EXPECT_EQ(NameOf(fates.critical.begin()->first), "Remove");
  EXPECT_EQ(fates.critical.begin()->second, 1u);
  EXPECT_EQ(fates.shortest.size(), 1u);
}

TEST_F(FatesTest, WhatEndsWhereTheConditionHoldsIsNotDoomed) {
  // Broken holds for ever; Gone does not.
  const Fates passes = FatesOf(graph_, 0);
  EXPECT_EQ(passes.doomed, 1u);
  EXPECT_EQ(passes.surely_doomed, 1u);
  // Only the circle of Open and Shut has Shut again and again, and each of its runs can leave it.
  const Fates shut = FatesOf(graph_, 1);
  EXPECT_EQ(shut.dead, 3u);
  EXPECT_EQ(shut.doomed, 3u);
  EXPECT_EQ(shut.surely_doomed, 5u);
}

TEST_F(FatesTest, RecoveryIsAShortestRun) {
  const Fates fates = FatesOf(graph_, 0);
  for (std::uint32_t node = 0; node < graph_.nodes(); ++node) {
    EXPECT_EQ(RecoveryFrom(graph_, 0, node).has_value(), !fates.is_dead[node]) << node;
  }
  const std::uint32_t shut = graph_.At(std::vector<Choice>{0});
  EXPECT_EQ(RecoveryFrom(graph_, 0, shut).value().size(), 1u);
}

TEST_F(FatesTest, AnswersOfWalksAreCompared) {
  const Fates fates = FatesOf(graph_, 2);
  // Close, Jam, Break: dead from step 2 on.
  Suspect suspect;
  suspect.property = 2;
  for (const char* const name : {"Close", "Jam", "Break"}) {
    Replay(system_, suspect.choices);
    Choice choice = 0;
    while (NameOf(system_.TransitionOf(system_.now(), choice)) != name) ++choice;
    suspect.choices.push_back(choice);
  }
  const auto says = [&](Condition condition, std::uint64_t step) {
    Critical critical;
    critical.condition = condition;
    critical.step = step;
    return ToString(Compare(graph_, fates, suspect, critical), critical);
  };
  EXPECT_EQ(says(Condition::kC1, 2), "exact");
  EXPECT_EQ(says(Condition::kC1, 1), "early by 1");
  EXPECT_EQ(says(Condition::kC1, 3), "late by 1: an error of the search");
  EXPECT_EQ(says(Condition::kC2, 3).substr(0, 42), "undecided by walks, and dead from step 2 o");
  suspect.choices.resize(1);
  EXPECT_EQ(says(Condition::kC2, 0), "nothing is out of reach");
  EXPECT_EQ(says(Condition::kC1, 0).substr(0, 16), "a false positive");
}

}  // namespace
}  // namespace search::nets
