// Nets under the search: what is live and violated, weights, keys, fates, and that forgetting
// changes nothing.
#include "search/nets/net_system.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "cpn/lua/testing.h"
#include "search/lasso.h"
#include "search/search.h"
#include "search/testing.h"

namespace search::nets {
namespace {

using search::testing::SearchWith;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A door that is opened and shut, until a fault jams it when it is shut.
constexpr const char* kDoor = R"(
var { n = INT }
Open, Shut, Jammed = place(UNIT, { unit }), place(UNIT), place(UNIT)
Knocks = place(INT, { 0 })
Close = transition { input = { Open(unit) }, output = { Shut(unit) } }
Reopen = transition { input = { Shut(unit) }, output = { Open(unit) }, kind = "timer" }
Jam = transition { input = { Shut(unit) }, output = { Jammed(unit) }, kind = "fault" }
Knock = transition { input = { Knocks(n) }, output = { Knocks(expr "(n + 1) % 50") }, weight = 0.5 }
property "opens again" (INV(POS(NF(function(M) return #M.Open == 1 end))))
property "not jammed" (INV(NF(function(M) return #M.Jammed == 0 end)))
property "opens for sure" (INV(EV(NF(function(M) return #M.Open == 1 end))))
property "can jam" (POS(NF(function(M) return #M.Jammed == 1 end)))
property "always can" (INV(EXIST_NEXT(NF(function(M) return #M.Open == 1 end))))
property "deep" (INV(POS(POS(NF(function(M) return #M.Open == 1 end)))))
)";

std::unique_ptr<NetSystem> SystemOf(const std::string& text,
                                    const std::vector<std::size_t>& properties,
                                    const NetOptions& options = {}) {
  return std::make_unique<NetSystem>(cpn::lua::testing::LoadText(text), properties, options);
}

std::vector<std::string> ElementsOf(NetSystem& system) {
  std::vector<std::string> elements;
  for (Choice choice = 0; choice < system.Options(); ++choice) {
    elements.push_back(system.model().engine().FormatElement(system.ElementOf(choice)));
  }
  return elements;
}

TEST(Goal, IsWhatMustComeAgainAndAgainOrAlwaysHold) {
  const auto model = cpn::lua::testing::LoadText(kDoor);
  const auto goal = [&](std::size_t p) { return GoalOf(model->properties()[p]); };
  EXPECT_TRUE(std::get<Goal>(goal(0)).is_liveness);
  EXPECT_FALSE(std::get<Goal>(goal(0)).is_of_all_runs);
  EXPECT_FALSE(std::get<Goal>(goal(1)).is_liveness);
  EXPECT_TRUE(std::get<Goal>(goal(2)).is_of_all_runs);
  EXPECT_THAT(std::get<std::string>(goal(3)), HasSubstr("this is POS"));
  EXPECT_THAT(std::get<std::string>(goal(4)), HasSubstr("this is EXIST_NEXT"));
  EXPECT_THAT(std::get<std::string>(goal(5)), HasSubstr("what POS is about"));
}

TEST(NetSystem, StepsAreTheEnabledBindingElements) {
  const auto system = SystemOf(kDoor, {0, 1});
  EXPECT_THAT(ElementsOf(*system), ElementsAre("Close ()", "Knock (n = 0)"));
  EXPECT_EQ(system->Live(), 1u);
  system->Take(0);
  EXPECT_EQ(system->Live(), 0u);
  EXPECT_EQ(system->Violated(), 0u);
  EXPECT_THAT(ElementsOf(*system), ElementsAre("Reopen ()", "Jam ()", "Knock (n = 0)"));
  system->Take(1);
  EXPECT_EQ(system->Violated(), 2u);
  system->Take(0);
  EXPECT_EQ(system->Violated(), 2u) << "of the execution, not of the state alone";
  system->Restart();
  EXPECT_EQ(system->Violated(), 0u);
}

TEST(NetSystem, WeightsAreThoseOfTheModelAndOfKinds) {
  const auto system = SystemOf(kDoor, {0});
  system->Take(0);
  std::vector<int> taken(3);
  base::Random random(1);
  for (int i = 0; i < 17'000; ++i) ++taken[*system->Pick(random)];
  // Timer 1, fault 0.2, weight 0.5: of 1.7.
  EXPECT_NEAR(taken[0], 10'000, 300);
  EXPECT_NEAR(taken[1], 2'000, 200);
  EXPECT_NEAR(taken[2], 5'000, 300);
  const auto uniform = SystemOf(kDoor, {0}, {.weighs = false});
  uniform->Take(0);
  std::vector<int> evenly(3);
  for (int i = 0; i < 15'000; ++i) ++evenly[*uniform->Pick(random)];
  for (const int count : evenly) EXPECT_NEAR(count, 5'000, 300);
}

TEST(NetSystem, NothingOfWeightIsNothingToPick) {
  const auto system = SystemOf(R"(
P, Q = place(UNIT, { unit }), place(UNIT)
T = transition { input = { P(unit) }, output = { Q(unit) }, weight = 0 }
property "p" (INV(POS(NF(function(M) return #M.Q == 1 end))))
)",
                               {0});
  base::Random random(1);
  EXPECT_EQ(system->Options(), 1u);
  EXPECT_EQ(system->Pick(random), std::nullopt);
}

TEST(NetSystem, KeysTellMarkingsApartWhateverIsKept) {
  const auto large = SystemOf(kDoor, {0});
  const auto small = SystemOf(kDoor, {0}, {.memory_bytes = 1});
  base::Random random(7);
  std::map<StateKey, std::string> markings;
  for (int i = 0; i < 2'000; ++i) {
    if (large->Options() == 0 || i % 300 == 0) {
      large->Restart();
      small->Restart();
    }
    const Choice choice = random.Below(large->Options());
    large->Take(choice);
    small->Take(choice);
    ASSERT_EQ(large->Live(), small->Live());
    ASSERT_EQ(large->Key(), small->Key());
    const std::string marking = large->model().engine().FormatMarking(large->marking());
    EXPECT_EQ(markings.emplace(large->Key(), marking).first->second, marking);
  }
  EXPECT_GT(markings.size(), 60u);
  EXPECT_LE(small->states(), 2u);
}

TEST(NetSystem, FatesAreThoseOfAllThatFollows) {
  const auto system = SystemOf(kDoor, {0});
  system->Take(0);
  Choices recovery;
  EXPECT_EQ(system->FateOf(0, 1'000, recovery), Fate::kRecovers);
  EXPECT_THAT(recovery, ElementsAre(0));
  EXPECT_EQ(system->FateOf(0, 1, recovery), Fate::kOpen);
  system->Take(1);
  EXPECT_EQ(system->FateOf(0, 49, recovery), Fate::kOpen) << "50 markings follow";
  EXPECT_EQ(system->FateOf(0, 50, recovery), Fate::kDead);
  EXPECT_EQ(system->FateOf(0, 49, recovery), Fate::kOpen) << "what was known before counts for "
                                                             "nothing";
}

TEST(NetSearch, FindsTheStepThatJamsTheDoor) {
  for (const std::uint64_t exact : {0, 1'000}) {
    std::vector<std::unique_ptr<System>> systems;
    systems.push_back(SystemOf(kDoor, {0, 1}));
    auto* const net = static_cast<NetSystem*>(systems.front().get());
    Crew crew(std::move(systems));
    const SearchResult result = SearchWith(crew, {.liveness = 1, .safety = 2});
    ASSERT_EQ(result.violations.size(), 1u);
    SearchResult again = SearchWith(crew, {.liveness = 1});
    ASSERT_EQ(again.suspects.size(), 1u);
    const Critical critical = FindCritical(crew, again.suspects.front(),
                                           {.most_steps = again.most_steps, .exact_states = exact});
    EXPECT_EQ(critical.condition, Condition::kC1);
    EXPECT_EQ(critical.certain, exact > 0);
    Choices before = again.suspects.front().choices;
    const Choice killing = before.at(critical.step - 1);
    before.resize(critical.step - 1);
    Replay(*net, before);
    EXPECT_EQ(net->model().engine().FormatElement(net->ElementOf(killing)), "Jam ()");
  }
}

/// Two guests who take turns at a table of one; each leaves again.
std::string Table(const std::string& fair) {
  return R"(
Guest = range(1, 2)
var { g = Guest }
Outside, Inside, Free = place(Guest, all), place(Guest), place(UNIT, { unit })
Enter = transition { input = { Outside(g), Free(unit) }, output = { Inside(g) }, fair = )" +
         fair + R"( }
Leave = transition { input = { Inside(g) }, output = { Outside(g), Free(unit) } }
property "guest 2 enters" (INV(EV(NF(function(M) return #M.Inside == 1 and M.Inside[1] == 2 end))))
)";
}

bool HasLasso(const std::string& fair, FairnessMode mode) {
  std::vector<std::unique_ptr<System>> systems;
  systems.push_back(SystemOf(Table(fair), {0}));
  Crew crew(std::move(systems));
  return FindLasso(crew, {.fairness = mode, .walks = 200, .most_steps = 50}).has_value();
}

TEST(NetSystemTest, ActionsAreWhatTheModelKeepsApart) {
  const auto system = SystemOf(Table("{ strong = g }"), {0});
  ASSERT_EQ(system->Options(), 2u);
  EXPECT_NE(system->LabelOf(0), system->LabelOf(1));
  EXPECT_EQ(system->OwedTo(system->LabelOf(1)), Fairness::kStrong);
  const auto together = SystemOf(Table("\"weak\""), {0});
  EXPECT_EQ(together->LabelOf(0), together->LabelOf(1));
  EXPECT_EQ(together->OwedTo(together->LabelOf(0)), Fairness::kWeak);
  together->Take(0);
  EXPECT_EQ(together->OwedTo(together->LabelOf(0)), Fairness::kNone);
}

TEST(NetSystemTest, LassosAreFairToWhatTheModelSays) {
  EXPECT_FALSE(HasLasso("{ strong = g }", FairnessMode::kDeclared));
  EXPECT_FALSE(HasLasso("{ strong = g }", FairnessMode::kWeak));
  EXPECT_FALSE(HasLasso("{ weak = g }", FairnessMode::kStrong));
  EXPECT_TRUE(HasLasso("{ weak = g }", FairnessMode::kDeclared));  // the table is not always free
  EXPECT_TRUE(HasLasso("\"strong\"", FairnessMode::kDeclared));    // somebody enters
  EXPECT_TRUE(HasLasso("{ strong = g }", FairnessMode::kNone));
}

}  // namespace
}  // namespace search::nets
