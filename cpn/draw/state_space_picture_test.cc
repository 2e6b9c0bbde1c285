#include "cpn/draw/state_space_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpn/testing/testing.h"

namespace cpn::draw {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// A token goes from P to Q, with a text in between that has to be quoted; Back brings it back
/// from 1.
class StateSpacePictureTest : public ::testing::Test {
 protected:
  StateSpacePictureTest() {
    const ColourSetId text = b_.String();
    const auto p = b_.Top().Place("P", text, b_.Tokens({b_.values.String("a\\b")}));
    const auto q = b_.Top().Place("Q", text);
    testing::TransitionBuilder go = b_.Top().Transition("Go");
    Pattern x = go.Var("x", text);
    go.Input(p, {x}).Output(q, {x});
    testing::TransitionBuilder back = b_.Top().Transition("Back");
    x = back.Var("x", text);
    back.Input(q, {x}).Output(p, {x});
    testing::TransitionBuilder drop = b_.Top().Transition("Drop");
    drop.Input(q, {drop.Var("x", text)});
  }

  testing::ModelBuilder b_;
};

TEST_F(StateSpacePictureTest, HasMarkingsWithTokensAndArcsWithBindingElements) {
  testing::RunningNet run(b_);
  const StateSpace space = Explore(run.engine);
  const std::string token = run.engine.FormatMarking(space.MarkingOf(0));
  ASSERT_EQ(token, "P: 1`\"a\\\\b\"\n") << "what quoting has to do with";
  EXPECT_EQ(DrawStateSpaceDot(run.engine, space), R"dot(digraph "state space" {
  node [shape=box, fontname="Helvetica,Arial,sans-serif", fontsize=10];
  edge [fontname="Helvetica,Arial,sans-serif", fontsize=9];
  n1 [label="1\lP: 1`\"a\\\\b\"\l", penwidth=2];
  n2 [label="2\lQ: 1`\"a\\\\b\"\l"];
  n3 [label="3", style=filled, fillcolor="#e0e0e0"];
  n1 -> n2 [label="Go (x = \"a\\\\b\")"];
  n2 -> n1 [label="Back (x = \"a\\\\b\")", constraint=false];
  n2 -> n3 [label="Drop (x = \"a\\\\b\")"];
}
)dot");
}

TEST_F(StateSpacePictureTest, NodesThatAreNotExpandedAreDashed) {
  testing::RunningNet run(b_);
  ExplorationOptions options;
  options.max_states = 2;
  EXPECT_THAT(DrawStateSpaceDot(run.engine, Explore(run.engine, options)),
              HasSubstr("  n2 [label=\"2\\lQ: 1`\\\"a\\\\\\\\b\\\"\\l\", style=dashed];\n"));
}

TEST_F(StateSpacePictureTest, SvgIsWhatGraphvizMakesOfIt) {
  testing::RunningNet run(b_);
  const std::string svg = DrawStateSpaceSvg(run.engine, Explore(run.engine));
  EXPECT_THAT(svg, StartsWith("<?xml"));
  EXPECT_THAT(svg, HasSubstr(">Go (x = &quot;a\\\\b&quot;)<"));
}

}  // namespace
}  // namespace cpn::draw
