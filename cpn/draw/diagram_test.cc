#include "cpn/draw/diagram.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpn/draw/testing.h"

namespace cpn::draw {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class DiagramTest : public ::testing::Test {
 protected:
  ValueStore values_;
  Model model_ = SampleModel(values_);
  Diagram top_ = MakeDiagram(model_, 0, values_);
  Diagram worker_ = MakeDiagram(model_, 1, values_);

  const DiagramNode& Node(const std::string& name) const {
    for (const DiagramNode& node : top_.nodes) {
      if (node.name == name) return node;
    }
    throw std::out_of_range(name);
  }
  /// "Source -> Target", in the order in which they are drawn.
  std::vector<std::string> ArcsWith(Head head) const {
    std::vector<std::string> arcs;
    for (const DiagramArc& arc : top_.arcs) {
      if (arc.head != head) continue;
      arcs.push_back(top_.nodes[arc.source].name + " -> " + top_.nodes[arc.target].name);
    }
    return arcs;
  }
};

TEST_F(DiagramTest, TitleIsTheModule) {
  EXPECT_EQ(top_.title, "Top");
  EXPECT_EQ(worker_.title, "Worker");
}

TEST_F(DiagramTest, PlaceShowsColourSetAndInitialMarking) {
  EXPECT_THAT(Node("Idle").At(Corner::kTopRight), ElementsAre("2`()"));
  EXPECT_THAT(Node("Idle").At(Corner::kBottomRight), ElementsAre("UNIT"));
  EXPECT_THAT(Node("Jobs").At(Corner::kTopRight), IsEmpty());
}

TEST_F(DiagramTest, InitialMarkingIsShownAsWritten) {
  EXPECT_THAT(Node("Done").At(Corner::kTopRight), ElementsAre("{ 1, 2 }"));
}

TEST_F(DiagramTest, PortsAndFusionPlacesHaveTags) {
  EXPECT_EQ(worker_.nodes[0].tag, "In");
  EXPECT_EQ(worker_.nodes[1].tag, "Out");
  EXPECT_EQ(worker_.nodes[2].tag, "I/O");
  EXPECT_EQ(Node("Done").tag, "Fusion Done");
  EXPECT_EQ(Node("Idle").tag, "");
}

TEST_F(DiagramTest, TransitionShowsGuardAndPriority) {
  EXPECT_THAT(Node("Start").At(Corner::kTopLeft), ElementsAre("[b > 0 and \"x\" ~= 'y']"));
  EXPECT_THAT(Node("Start").At(Corner::kBottomLeft), ElementsAre("P_HIGH"));
  EXPECT_THAT(Node("Check").At(Corner::kTopLeft), IsEmpty());
  EXPECT_THAT(Node("Check").At(Corner::kBottomLeft), ElementsAre("priority -7"));
}

TEST_F(DiagramTest, SubstitutionTransitionIsTaggedWithItsModule) {
  EXPECT_EQ(Node("Sub").shape, Shape::kSubstitution);
  EXPECT_EQ(Node("Sub").tag, "Worker");
}

TEST_F(DiagramTest, ArcsOfSubstitutionTransitionsFollowThePorts) {
  EXPECT_THAT(ArcsWith(Head::kArrow),
              ElementsAre("Idle -> Start", "Start -> Jobs", "Jobs -> Sub", "Sub -> Done"));
  EXPECT_THAT(ArcsWith(Head::kBothArrows),
              ElementsAre("Done -> Start", "Done -> Check", "Idle -> Sub"));
}

TEST_F(DiagramTest, PortNameIsShownWhereItDiffersFromTheSocket) {
  EXPECT_THAT(top_.arcs[top_.arcs.size() - 3].inscription, IsEmpty());
  EXPECT_THAT(top_.arcs[top_.arcs.size() - 2].inscription, ElementsAre("Out"));
}

TEST_F(DiagramTest, SameInscriptionInAndOutIsOneDoubleHeadedArc) {
  EXPECT_EQ(ArcsWith(Head::kBothArrows)[1], "Done -> Check");
}

TEST_F(DiagramTest, InhibitorAndResetArcsHaveHeadsOfTheirOwn) {
  EXPECT_THAT(ArcsWith(Head::kCircle), ElementsAre("Idle -> Check"));
  EXPECT_THAT(ArcsWith(Head::kDoubleArrow), ElementsAre("Jobs -> Check"));
}

}  // namespace
}  // namespace cpn::draw
