// The notes that say that a verdict means less than it seems to, or depends on dead markings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpn/ctl/testing.h"

namespace cpn::ctl {
namespace {

using enum Operator;
using ::testing::ElementsAre;
using testing::GraphNet;
using testing::Implies;
using ::testing::IsEmpty;
using testing::LambdaFunctions;
using testing::Make;
using testing::Not;
using testing::Reader;

std::vector<std::string> NotesOf(const Result& result) {
  std::vector<std::string> notes;
  for (const Note& note : result.notes) {
    std::string text = std::string(NameOf(note.kind)) + ": " + note.text;
    if (note.where.line > 0) text += " @" + note.where.file + ":" + std::to_string(note.where.line);
    notes.push_back(text);
  }
  return notes;
}

constexpr char kLine[] = "0a1 1b2";
constexpr char kNever[] =
    "left_side_never_holds: the left side of the implication never holds, in no reachable marking ";

TEST(VacuityTest, ImplicationWhoseLeftSideNeverHolds) {
  GraphNet net(kLine);
  const Formula never = net.At(7);  // functions:1
  EXPECT_THAT(NotesOf(net.Check(Make(kInv, {Implies(never, net.At(1))}))),
              ElementsAre(std::string(kNever) + "@functions:1"));
  EXPECT_THAT(NotesOf(net.Check(Make(kInv, {Implies(never, Make(kEv, {net.At(2)}))}))),
              ElementsAre(std::string(kNever) + "@functions:1"));
}

TEST(VacuityTest, ImplicationWhoseLeftSideHoldsSomewhere) {
  GraphNet net(kLine);
  EXPECT_THAT(NotesOf(net.Check(Make(kInv, {Implies(net.At(1), Make(kEv, {net.At(2)}))}))),
              IsEmpty());
}

TEST(VacuityTest, ImplicationsInConjunctionsAndBehindNegations) {
  GraphNet net(kLine);
  const Formula never = net.At(7);
  const Formula fine = Implies(net.At(1), Not(net.At(2)));
  EXPECT_THAT(NotesOf(net.Check(Make(kInv, {Make(kAnd, {fine, Implies(never, net.At(1))})}))),
              ElementsAre(std::string(kNever) + "@functions:1"));
  EXPECT_THAT(NotesOf(net.Check(Not(Make(kPos, {Make(kAnd, {never, Not(net.At(1))})})))),
              ElementsAre(std::string(kNever) + "@functions:1"));
}

TEST(VacuityTest, LeftSideOfSeveralParts) {
  GraphNet net(kLine);
  Formula whole = Make(kOr, {Not(net.At(0)), Not(net.At(1)), net.At(5)});
  whole.where = {"properties", 3, 0};
  EXPECT_THAT(NotesOf(net.Check(Make(kInv, {whole}))),
              ElementsAre(std::string(kNever) + "@properties:3"));
}

TEST(VacuityTest, WhatExcludesEachOtherIsNoLeftSide) {
  GraphNet net(kLine);
  EXPECT_THAT(NotesOf(net.Check(Make(kInv, {Make(kOr, {Not(net.At(1)), Not(net.At(2))})}))),
              IsEmpty());
}

TEST(VacuityTest, ViolatedPropertiesHaveNoVacuousImplications) {
  GraphNet net(kLine);
  const Formula violated = Make(kAnd, {Implies(net.At(7), net.At(1)), Not(net.At(2))});
  EXPECT_THAT(NotesOf(net.Check(Make(kInv, {violated}))), IsEmpty());
}

TEST(VacuityTest, ImplicationsAboutArcs) {
  GraphNet net("0a1 1b2 2b3");
  Formula never = net.Arc('a', 2);
  never.where = {"properties", 4, 0};
  const Formula formula = Make(kInv, {Implies(never, Make(kModal, {net.At(2)}))});
  EXPECT_THAT(
      NotesOf(net.Check(formula)),
      ElementsAre("left_side_never_holds: the left side of the implication never holds, of no "
                  "reachable arc @properties:4",
                  "transition_never_occurs: transition a never occurs with to = 2 @properties:4"));
}

TEST(VacuityTest, ForallModalWithoutArc) {
  GraphNet net(kLine);
  EXPECT_THAT(NotesOf(net.Check(Make(kInv, {Make(kForallModal, {net.Arc('c'), net.At(2)})}))),
              ElementsAre("left_side_never_holds: the left side of FORALL_MODAL never holds, of no "
                          "reachable arc",
                          "transition_never_occurs: transition c never occurs"));
}

TEST(VacuityTest, TransitionThatNeverOccursIsNotedOnce) {
  GraphNet net(kLine);
  const Formula never = Make(kPos, {net.Arc('d')});
  EXPECT_THAT(NotesOf(net.Check(Not(Make(kOr, {never, never})))),
              ElementsAre("transition_never_occurs: transition d never occurs"));
}

TEST(VacuityTest, DeadInitialMarking) {
  GraphNet net("");
  EXPECT_THAT(NotesOf(net.Check(Make(kInv, {net.At(0)}))),
              ElementsAre("initial_marking_dead: the initial marking is dead: nothing ever occurs "
                          "in this model"));
}

TEST(VacuityTest, PlaceThatIsNeverMarked) {
  cpn::testing::ModelBuilder b;
  const ColourSetId unit = b.Unit();
  const auto token = b.Tokens({b.values.Unit()});
  const std::uint32_t from = b.Top().Place("From", unit, token);
  const std::uint32_t to = b.Top().Place("To", unit);
  b.Top().Place("Never", unit);
  cpn::testing::TransitionBuilder t = b.Top().Transition("Move");
  t.Input(from, {cpn::testing::Constant(b.values.Unit())});
  t.Output(to, {cpn::testing::Constant(b.values.Unit())});
  cpn::testing::RunningNet net(b);
  LambdaFunctions functions;
  const Formula formula = functions.Nf([](const Reader& at) {
    return at(0) == MultiSet{} || at(1) == MultiSet{} || at(2) != MultiSet{};
  });
  // Read where From and To are both marked; not in this net.
  EXPECT_EQ(functions.calls(), 0u);
  const Formula reads_all = functions.Nf([](const Reader& at) {
    const bool empty = at(2) == MultiSet{};
    return at(0) != at(1) && empty;
  });
  const Property properties[] = {testing::MakeProperty("p", Make(kInv, {formula})),
                                 testing::MakeProperty("q", Make(kInv, {reads_all}))};
  const Property* const pointers[] = {&properties[0], &properties[1]};
  const std::vector<Result> results = Check(net.engine, functions, pointers);
  EXPECT_EQ(results[0].verdict, Verdict::kHolds);
  EXPECT_THAT(NotesOf(results[0]), IsEmpty());
  EXPECT_EQ(results[1].verdict, Verdict::kHolds);
  EXPECT_THAT(NotesOf(results[1]),
              ElementsAre("place_never_marked: the property reads place Never, which is never "
                          "marked @functions:2"));
}

constexpr char kStutter[] =
    "depends_on_dead_markings: the verdict depends on paths ending in dead markings: in "
    "infinite-path CTL, where a dead marking is repeated for ever, the property ";

TEST(DeadMarkingsTest, NextInADeadMarking) {
  GraphNet net(kLine);
  EXPECT_THAT(NotesOf(net.Check(Make(kInv, {Make(kExistNext, {Make(kTrue)})}))),
              ElementsAre(std::string(kStutter) + "would hold @properties:1"));
  EXPECT_THAT(NotesOf(net.Check(Make(kPos, {Make(kForallNext, {Make(kFalse)})}))),
              ElementsAre(std::string(kStutter) + "would be violated @properties:1"));
}

TEST(DeadMarkingsTest, ArcsAfterADeadMarking) {
  GraphNet net(kLine);
  const Formula occurs = Make(kOr, {net.Arc('a'), net.Arc('b')});
  EXPECT_THAT(NotesOf(net.Check(Make(kInv, {occurs}))),
              ElementsAre(std::string(kStutter) + "would be violated @properties:1"));
}

TEST(DeadMarkingsTest, NoNoteWhenTheVerdictIsTheSame) {
  GraphNet net(kLine);
  EXPECT_THAT(NotesOf(net.Check(Make(kExistNext, {net.At(1)}))), IsEmpty());
  EXPECT_THAT(NotesOf(net.Check(Make(kEv, {net.At(2)}))), IsEmpty());
}

TEST(DeadMarkingsTest, NoNoteWithoutDeadMarkings) {
  GraphNet net("0a1 1b0");
  EXPECT_THAT(NotesOf(net.Check(Make(kInv, {Make(kExistNext, {Make(kTrue)})}))), IsEmpty());
}

}  // namespace
}  // namespace cpn::ctl
