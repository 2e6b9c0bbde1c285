// Protocols with a known liveness bug (models/liveness), each as it is and with its repair: the
// figures that their files state, the critical transitions among them, and what `cpngen check`
// says.
//
// A marking is lost when none that is live can be reached from it, and an arc that leads to a lost
// marking from one that is not is critical. Both come from one backward pass here, which knows
// nothing of the checker. Source of the stories: Killian, Anderson, Jhala & Vahdat (NSDI 2007).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cpn/explore/state_space.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/testing.h"
#include "testing/paths.h"

namespace models {
namespace {

using cpn::lua::LuaModel;
using cpngen::testing::Call;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr const char* kCan = "can always become live";
constexpr const char* kAlways = "always becomes live";
const std::filesystem::path kFolder = test::SourcePath("/models/liveness");

struct Figures {
  std::size_t markings = 0;
  std::size_t arcs = 0;
  std::size_t dead_markings = 0;
  std::size_t lost = 0;
  std::set<std::string> critical = {};  ///< transitions
};

struct Protocol {
  const char* name;
  Figures defective;
  Figures repaired;
  std::size_t steps;  ///< of a shortest run to a lost marking
};

void PrintTo(const Protocol& protocol, std::ostream* out) { *out << protocol.name; }

std::vector<Protocol> Protocols() {
  return {
      {"blocked_commit", {104, 245, 10, 7, {"Crash", "VoteYes"}}, {220, 701, 0, 0}, 3},
      {"bootstrap", {56, 126, 3, 15, {"GiveUp"}}, {221, 868, 0, 0}, 4},
      {"chord_ring", {137, 274, 0, 137}, {1'185, 3'506, 0, 0}, 0},
      {"closing", {9, 16, 1, 2, {"LoseAck"}}, {10, 18, 1, 0}, 3},
      {"duelling_proposers", {59, 90, 6, 0}, {59, 88, 6, 0}, 0},
      {"left_handed", {82, 265, 1, 1, {"TakeFirst"}}, {70, 219, 0, 0}, 5},
      {"lost_wakeup", {33, 46, 3, 4, {"WakeNobody"}}, {29, 44, 1, 0}, 5},
      {"rejoin", {17, 26, 1, 4, {"Restart"}}, {12, 14, 1, 0}, 2},
      {"ring_election", {51, 149, 4, 19, {"Lose"}}, {65, 248, 1, 0}, 2},
      {"stale_syn", {157, 395, 3, 8, {"ReceiveAck", "ReceiveSyn"}}, {107, 280, 2, 0}, 5},
      {"tree_join", {23, 26, 4, 5, {"JoinReplyInInit"}}, {27, 35, 3, 0}, 4},
      {"two_trees", {32, 88, 0, 2, {"LoseProbe", "TimerFiresInVain"}}, {16, 50, 0, 0}, 2},
  };
}

std::unique_ptr<LuaModel> Load(const std::string& name, bool repaired) {
  cpn::lua::LoadOptions options;
  options.parameters = {{"repaired", repaired ? "true" : "false"}};
  return LuaModel::Load(kFolder / (name + ".lua"), options);
}

/// Of the operand of INV(POS(...)) in the first property, by node.
std::vector<bool> Live(LuaModel& model, const cpn::StateSpace& space) {
  struct View final : cpn::ctl::MarkingView {
    cpn::Marking marking;
    cpn::MultiSet At(cpn::PlaceId place) const override { return marking[place]; }
  };
  const cpn::ctl::Formula& inv = model.properties().at(0).formula;
  const cpn::ctl::StateFunctionId live = inv.operands.at(0).operands.at(0).state_function;
  std::vector<bool> is_live;
  for (cpn::NodeId node = 0; node < space.nodes(); ++node) {
    View view;
    view.marking = space.MarkingOf(node);
    std::vector<cpn::PlaceId> reads;
    is_live.push_back(model.state_functions().Holds(live, view, reads));
  }
  return is_live;
}

/// From `live` on, against the arcs.
std::vector<bool> Lost(const cpn::StateSpace& space, const std::vector<bool>& live) {
  std::vector<bool> lost = live;
  lost.flip();
  for (bool changed = true; changed;) {
    changed = false;
    for (cpn::NodeId node = 0; node < space.nodes(); ++node) {
      for (const cpn::StateArc& arc : space.Out(node)) {
        if (!lost[node] || lost[arc.target]) continue;
        lost[node] = false;
        changed = true;
      }
    }
  }
  return lost;
}

Figures FiguresOf(LuaModel& model) {
  const cpn::StateSpace space = cpn::Explore(model.engine());
  const std::vector<bool> lost = Lost(space, Live(model, space));
  Figures figures{space.nodes(), space.arcs()};
  for (cpn::NodeId node = 0; node < space.nodes(); ++node) {
    if (space.IsDead(node)) ++figures.dead_markings;
    if (lost[node]) ++figures.lost;
    for (const cpn::StateArc& arc : space.Out(node)) {
      if (lost[node] || !lost[arc.target]) continue;
      const cpn::TransitionId transition = model.engine().Element(arc.element).transition;
      figures.critical.insert(model.net().transitions()[transition].name);
    }
  }
  return figures;
}

void ExpectFigures(const Figures& expected, LuaModel& model) {
  const Figures figures = FiguresOf(model);
  EXPECT_EQ(figures.markings, expected.markings);
  EXPECT_EQ(figures.arcs, expected.arcs);
  EXPECT_EQ(figures.dead_markings, expected.dead_markings);
  EXPECT_EQ(figures.lost, expected.lost);
  EXPECT_EQ(figures.critical, expected.critical);
}

nlohmann::json Check(const std::string& name, bool repaired, const std::string& property) {
  const auto outcome =
      Call({"check", (kFolder / (name + ".lua")).string(), "--json", "--property", property, "-D",
            std::string("repaired=") + (repaired ? "true" : "false")});
  EXPECT_EQ(outcome.err, "");
  nlohmann::json result = nlohmann::json::parse(outcome.out).at(0);
  EXPECT_EQ(outcome.code, result["holds"] == true ? 0 : 1);
  EXPECT_EQ(result["complete"], true);
  return result;
}

class LivenessModelTest : public ::testing::TestWithParam<Protocol> {
 protected:
  const Protocol& protocol_ = GetParam();
};

TEST_P(LivenessModelTest, DefectHasTheCriticalTransitionsOfItsStory) {
  ExpectFigures(protocol_.defective, *Load(protocol_.name, false));
}

TEST_P(LivenessModelTest, RepairLeavesNoMarkingLost) {
  ASSERT_EQ(protocol_.repaired.lost, 0u);
  ExpectFigures(protocol_.repaired, *Load(protocol_.name, true));
}

TEST_P(LivenessModelTest, CheckEndsAShortestCounterexampleWithACriticalStep) {
  const nlohmann::json result = Check(protocol_.name, false, kCan);
  EXPECT_EQ(result["states"], protocol_.defective.markings);
  EXPECT_EQ(result["arcs"], protocol_.defective.arcs);
  EXPECT_EQ(result["holds"], protocol_.defective.lost == 0);
  if (protocol_.defective.lost == 0) return;
  ASSERT_EQ(result["trace"].size(), protocol_.steps);
  if (protocol_.steps == 0) return;  // lost from the start
  EXPECT_THAT(protocol_.defective.critical,
              Contains(result["trace"].back()["transition"].get<std::string>()));
}

TEST_P(LivenessModelTest, CheckHasNothingAgainstTheRepair) {
  const nlohmann::json result = Check(protocol_.name, true, kCan);
  EXPECT_EQ(result["holds"], true);
  EXPECT_EQ(result["states"], protocol_.repaired.markings);
  EXPECT_EQ(result["arcs"], protocol_.repaired.arcs);
  EXPECT_THAT(result["notes"], IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Shipped, LivenessModelTest, ::testing::ValuesIn(Protocols()),
                         [](const auto& param) { return std::string(param.param.name); });

TEST(LivenessModelsTest, AllThatAreShippedAreTried) {
  std::set<std::string> shipped;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    shipped.insert(entry.path().stem().string());
  }
  std::set<std::string> tried;
  for (const Protocol& protocol : Protocols()) tried.insert(protocol.name);
  EXPECT_EQ(tried, shipped);
}

TEST(LivenessModelsTest, StaleSynIsToldInFiveSteps) {
  const nlohmann::json result = Check("stale_syn", false, kCan);
  std::vector<std::string> steps;
  for (const auto& step : result["trace"]) steps.push_back(step["step"]);
  EXPECT_THAT(steps, ElementsAre("Open ()", "OpenAgain ()", StartsWith("ReceiveSyn (c = 2"),
                                 StartsWith("ReceiveSyn (c = 1"), "ReceiveAck (c = 2)"));
}

TEST(LivenessModelsTest, SenderOfSynsMayRetransmitForEverWithTheRepairToo) {
  for (const bool repaired : {false, true}) {
    const nlohmann::json result = Check("stale_syn", repaired, kAlways);
    EXPECT_EQ(result["holds"], false);
    EXPECT_EQ(result["loop"], 3);
    EXPECT_EQ(result["trace"].size(), 4u);
    EXPECT_EQ(result["trace"][2]["transition"], "ResendSyn");
  }
}

TEST(LivenessModelsTest, DuelHasNoCriticalStepButNeedNotEnd) {
  const nlohmann::json duel = Check("duelling_proposers", false, kAlways);
  EXPECT_EQ(duel["holds"], false);
  EXPECT_EQ(duel["loop"], 4);
  EXPECT_EQ(duel["trace"].size(), 13u);
  EXPECT_EQ(Check("duelling_proposers", true, kAlways)["holds"], true);
}

// The second return may come before the entry is purged, too, and no third crash helps then; the
// first return kills no more.
TEST(LivenessModelsTest, SecondCrashHelpsANodeToRejoin) {
  const auto outcome =
      Call({"check", (kFolder / "rejoin.lua").string(), "--json", "-D", "crashes=2"});
  ASSERT_EQ(outcome.code, 1) << outcome.err;
  const nlohmann::json result = nlohmann::json::parse(outcome.out).at(0);
  std::vector<std::string> steps;
  for (const auto& step : result["trace"]) steps.push_back(step["transition"]);
  EXPECT_THAT(steps, ElementsAre("Crash", "Restart", "Crash", "Restart"));
}

}  // namespace
}  // namespace models
