// Flatten(): hierarchy, ports, fusion sets. Its errors are in flatten_errors_test.cc.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpn/net/net.h"
#include "cpn/testing/testing.h"

namespace cpn {
namespace {

using ::testing::ElementsAre;
using testing::ModelBuilder;
using testing::ModuleBuilder;
using testing::TransitionBuilder;

std::vector<std::string> PlaceNames(const Net& net) {
  std::vector<std::string> names;
  for (const Place& place : net.places()) names.push_back(place.name);
  return names;
}

std::vector<std::string> TransitionNames(const Net& net) {
  std::vector<std::string> names;
  for (const Transition& t : net.transitions()) names.push_back(t.name);
  return names;
}

class FlattenTest : public ::testing::Test {
 protected:
  /// A module with ports From and To, its own place Local, and a transition Move over all three.
  ModuleBuilder Mover(const std::string& name) {
    ModuleBuilder module = b_.Module(name);
    const std::uint32_t from = module.Port("From", worker_, PortKind::kIn);
    const std::uint32_t to = module.Port("To", worker_, PortKind::kOut);
    const std::uint32_t local = module.Place("Local", worker_);
    TransitionBuilder move = module.Transition("Move");
    const Pattern w = move.Var("w", worker_);
    move.Input(from, {w}).Output(to, {w}).Output(local, {w});
    return module;
  }
  Net Flattened() { return Flatten(b_.model, b_.colour_sets, b_); }

  ModelBuilder b_;
  ColourSetId worker_ = b_.Range("Worker", 1, 3);
};

TEST_F(FlattenTest, InstancesHaveTheirOwnPlacesAndSharedSockets) {
  const ModuleBuilder mover = Mover("Mover");
  ModuleBuilder top = b_.Top();
  const std::uint32_t a = top.Place("A", worker_, b_.Ints({1}));
  const std::uint32_t m = top.Place("Middle", worker_);
  const std::uint32_t z = top.Place("Z", worker_);
  top.Substitution("First", mover.id(), {{"From", a}, {"To", m}});
  top.Substitution("Second", mover.id(), {{"From", m}, {"To", z}});
  const Net net = Flattened();
  EXPECT_THAT(PlaceNames(net), ElementsAre("A", "Middle", "Z", "First.Local", "Second.Local"));
  EXPECT_THAT(TransitionNames(net), ElementsAre("First.Move", "Second.Move"));
  const Transition& second = net.transitions()[1];
  EXPECT_EQ(second.instance, "Second");
  EXPECT_EQ(second.module, mover.id());
  EXPECT_EQ(second.arcs[0].place, net.FindPlace("Middle"));
  EXPECT_EQ(second.arcs[1].place, net.FindPlace("Z"));
  EXPECT_EQ(second.arcs[2].place, net.FindPlace("Second.Local"));
}

TEST_F(FlattenTest, PortChainThroughThreeLevelsIsOnePlace) {
  const ModuleBuilder mover = Mover("Mover");
  ModuleBuilder outer = b_.Module("Outer");
  const std::uint32_t in = outer.Port("In", worker_);
  const std::uint32_t out = outer.Port("Out", worker_);
  outer.Substitution("Inner", mover.id(), {{"From", in}, {"To", out}});
  ModuleBuilder outermost = b_.Module("Outermost");
  const std::uint32_t deep = outermost.Port("Deep", worker_);
  outermost.Substitution("Level", outer.id(), {{"In", deep}, {"Out", deep}});
  ModuleBuilder top = b_.Top();
  const std::uint32_t a = top.Place("A", worker_, b_.Ints({2}));
  top.Substitution("X", outermost.id(), {{"Deep", a}});
  const Net net = Flattened();
  EXPECT_THAT(PlaceNames(net), ElementsAre("A", "X.Level.Inner.Local"));
  EXPECT_THAT(TransitionNames(net), ElementsAre("X.Level.Inner.Move"));
  EXPECT_EQ(net.transitions()[0].instance, "X.Level.Inner");
  EXPECT_EQ(net.transitions()[0].arcs[0].place, 0u);
  EXPECT_EQ(net.transitions()[0].arcs[1].place, 0u);
}

TEST_F(FlattenTest, OwnTransitionsComeBeforeThoseOfInstances) {
  const ModuleBuilder mover = Mover("Mover");
  ModuleBuilder top = b_.Top();
  const std::uint32_t a = top.Place("A", worker_);
  top.Substitution("S", mover.id(), {{"From", a}, {"To", a}});
  top.Transition("Own");
  EXPECT_THAT(TransitionNames(Flattened()), ElementsAre("Own", "S.Move"));
}

TEST_F(FlattenTest, FusionSetIsOnePlaceInAllInstances) {
  ModuleBuilder inner = b_.Module("Inner");
  const std::uint32_t decided = inner.Fusion("D", worker_, "Decided");
  inner.Transition("T").Output(decided, {testing::Constant(b_.values.Int(1))});
  ModuleBuilder top = b_.Top();
  top.Place("A", worker_);
  top.Fusion("Decided", worker_, "Decided", b_.Ints({3}));
  top.Substitution("S1", inner.id(), {});
  top.Substitution("S2", inner.id(), {});
  const Net net = Flattened();
  EXPECT_THAT(PlaceNames(net), ElementsAre("A", "Decided"));
  EXPECT_EQ(net.places()[1].initial, b_.Ints({3}));
  EXPECT_EQ(net.transitions()[0].arcs[0].place, 1u);
  EXPECT_EQ(net.transitions()[1].arcs[0].place, 1u);
}

TEST_F(FlattenTest, FusionSetsMeetThroughPorts) {
  ModuleBuilder inner = b_.Module("Inner");
  PlaceDeclaration port;
  port.name = "P";
  port.type = worker_;
  port.port = PortKind::kInOut;
  port.fusion = "Second";
  inner.declaration().places.push_back(port);
  ModuleBuilder top = b_.Top();
  const std::uint32_t f = top.Fusion("F", worker_, "First");
  top.Fusion("G", worker_, "Second", b_.Ints({1}));
  top.Substitution("S", inner.id(), {{"P", f}});
  const Net net = Flattened();
  EXPECT_THAT(PlaceNames(net), ElementsAre("First"));
  EXPECT_EQ(net.places()[0].initial, b_.Ints({1}));
}

TEST_F(FlattenTest, PlaceOfKnowsEveryInstance) {
  const ModuleBuilder mover = Mover("Mover");
  ModuleBuilder top = b_.Top();
  const std::uint32_t a = top.Place("A", worker_);
  top.Substitution("S1", mover.id(), {{"From", a}, {"To", a}});
  top.Substitution("S2", mover.id(), {{"From", a}, {"To", a}});
  const Net net = Flattened();
  EXPECT_EQ(net.PlaceOf(0, a, ""), net.FindPlace("A"));
  EXPECT_EQ(net.PlaceOf(mover.id(), 0, "S2"), net.FindPlace("A"));
  EXPECT_EQ(net.PlaceOf(mover.id(), 2, "S2"), net.FindPlace("S2.Local"));
  EXPECT_EQ(net.PlaceOf(mover.id(), 2, "S3"), std::nullopt);
  EXPECT_EQ(net.FindPlace("S3.Local"), std::nullopt);
  EXPECT_EQ(net.FindTransition("S2.Move"), 1u);
  EXPECT_EQ(net.FindTransition("Move"), std::nullopt);
}

TEST_F(FlattenTest, VariablesBoundByNothingAreFree) {
  ModuleBuilder top = b_.Top();
  const std::uint32_t a = top.Place("A", worker_);
  TransitionBuilder t = top.Transition("T");
  const Pattern matched = t.Var("matched", worker_);
  const Pattern counted = t.Var("zero", worker_);
  const Pattern inhibiting = t.Var("inhibiting", worker_);
  t.Let("let", worker_, b_.ComputeFunction({"matched"}, [](auto a2) { return a2[0]; }));
  t.Input(a, {matched, testing::Copies(0, counted)}).Inhibitor(a, {inhibiting});
  EXPECT_THAT(Flattened().transitions()[0].free_variables, ElementsAre(1u, 2u));
}

TEST_F(FlattenTest, ModulesWithoutInstanceMayHavePorts) {
  Mover("Unused");
  EXPECT_THAT(TransitionNames(Flattened()), ElementsAre());
}

}  // namespace
}  // namespace cpn
