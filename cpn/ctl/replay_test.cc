#include "cpn/ctl/replay.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "cpn/ctl/testing.h"

namespace cpn::ctl {
namespace {

using testing::GraphNet;

class ReplayTest : public ::testing::Test {
 protected:
  /// The element that is an arc of the graph, "0a1".
  BindingElementId Step(const std::string& arc) {
    for (const MultiSet marking : markings_) {
      for (const BindingElementId id : net_.net().engine.Enabled({marking})) {
        if (net_.Text(id) == arc) return id;
      }
    }
    ADD_FAILURE() << "there is no " << arc;
    return 0;
  }

  Evidence Run(const std::vector<std::string>& arcs) {
    Evidence evidence;
    for (const std::string& arc : arcs) evidence.steps.push_back(Step(arc));
    return evidence;
  }

  std::string ErrorOf(const Evidence& evidence) {
    try {
      Replay(net_.net().engine, evidence);
      return "";
    } catch (const std::logic_error& error) {
      return error.what();
    }
  }

  MultiSet Token(std::int64_t i) {
    const MultiSetEntry entry{net_.net().engine.values().Int(i), 1};
    return net_.net().engine.multisets().Intern({&entry, 1});
  }

  GraphNet net_{"0a1 1a2 2a1 1b3"};
  std::vector<MultiSet> markings_ = {Token(0), Token(1), Token(2)};
};

constexpr char kDefect[] = "cpngen's own defect: a run that it found does not replay: ";

TEST_F(ReplayTest, RunsOfTheNetReplay) {
  EXPECT_EQ(ErrorOf(Run({})), "");
  EXPECT_EQ(ErrorOf(Run({"0a1", "1a2"})), "");
  Evidence lasso = Run({"0a1", "1a2", "2a1"});
  lasso.loop = 1;
  EXPECT_EQ(ErrorOf(lasso), "");
  Evidence dead = Run({"0a1", "1b3"});
  dead.ends_dead = true;
  EXPECT_EQ(ErrorOf(dead), "");
}

TEST_F(ReplayTest, StepThatIsNotEnabled) {
  EXPECT_EQ(ErrorOf(Run({"0a1", "2a1"})),
            std::string(kDefect) + "step 2, a (from = 2, to = 1), is not enabled");
}

TEST_F(ReplayTest, LoopThatDoesNotClose) {
  Evidence lasso = Run({"0a1", "1a2", "2a1"});
  lasso.loop = 0;
  EXPECT_EQ(ErrorOf(lasso), std::string(kDefect) + "the marking after 3 steps is not that after 0");
  lasso.loop = 3;
  EXPECT_EQ(ErrorOf(lasso), std::string(kDefect) + "its loop has no steps");
}

TEST_F(ReplayTest, EndThatIsNotDead) {
  Evidence dead = Run({"0a1"});
  dead.ends_dead = true;
  EXPECT_EQ(ErrorOf(dead), std::string(kDefect) + "its last marking is not dead");
}

TEST(ReplayPriorityTest, StepThatAHigherPriorityForbids) {
  cpn::testing::ModelBuilder b;
  const ColourSetId unit = b.Unit();
  const std::uint32_t place = b.Top().Place("P", unit, b.Tokens({b.values.Unit()}));
  b.Top().Transition("Low").Input(place, {cpn::testing::Constant(b.values.Unit())});
  const cpn::testing::RunningNet low_only(b);
  cpn::testing::TransitionBuilder high = b.Top().Transition("High");
  high.Input(place, {cpn::testing::Constant(b.values.Unit())}).Priority(1);
  cpn::testing::RunningNet net(b);
  // Low is found in a marking of its own, where High is not asked for.
  const Marking marking = net.engine.InitialMarking();
  const std::vector<BindingElementId> enabled(net.engine.FindBindings(0, marking).begin(),
                                              net.engine.FindBindings(0, marking).end());
  ASSERT_EQ(enabled.size(), 1u);
  Evidence evidence;
  evidence.steps = enabled;
  EXPECT_THROW(Replay(net.engine, evidence), std::logic_error);
}

}  // namespace
}  // namespace cpn::ctl
