#include "cpn/state_space.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpn/testing.h"

namespace cpn {
namespace {

using testing::Arguments;
using testing::Computed;
using testing::Constant;
using ::testing::ElementsAre;
using testing::ModelBuilder;
using testing::ModuleBuilder;
using testing::RunningNet;
using testing::TransitionBuilder;
using testing::Tuple;

/// The distributed data base of Jensen & Kristensen (2009), ch. 4.6: n sites; a site that changes
/// its copy sends a message to every other site and waits until all have acknowledged it.
void BuildDataBase(ModelBuilder& b, std::int64_t n) {
  const ColourSetId unit = b.Unit();
  const ColourSetId site = b.Range("Site", 1, n);
  const ColourSetId message = b.Product("Message", {site, site});
  const auto others = [&b, n](std::int64_t from) {
    std::vector<MultiSetEntry> messages;
    for (std::int64_t to = 1; to <= n; ++to) {
      if (to == from) continue;
      messages.push_back(
          {b.values.Tuple(std::vector<Value>{b.values.Int(from), b.values.Int(to)}), 1});
    }
    return messages;
  };
  std::vector<MultiSetEntry> sites;
  std::vector<MultiSetEntry> messages;
  for (std::int64_t s = 1; s <= n; ++s) {
    sites.push_back({b.values.Int(s), 1});
    for (const MultiSetEntry& m : others(s)) messages.push_back(m);
  }
  ModuleBuilder top = b.Top();
  const auto passive = top.Place("Passive", unit, b.Tokens({b.values.Unit()}));
  const auto active = top.Place("Active", unit);
  const auto inactive = top.Place("Inactive", site, sites);
  const auto waiting = top.Place("Waiting", site);
  const auto performing = top.Place("Performing", site);
  const auto unused = top.Place("Unused", message, messages);
  const auto sent = top.Place("Sent", message);
  const auto received = top.Place("Received", message);
  const auto acknowledged = top.Place("Acknowledged", message);
  const Pattern token = Constant(b.values.Unit());
  const FunctionId mes =
      b.MultiSetFunction({"s"}, [&b, others](Arguments a) { return others(b.values.AsInt(a[0])); });

  TransitionBuilder update = top.Transition("UpdateAndSend");
  Pattern s = update.Var("s", site);
  update.Input(passive, {token}).Output(active, {token}).Input(inactive, {s}).Output(waiting, {s});
  update.Input(unused, {testing::Bag(mes)}).Output(sent, {testing::Bag(mes)});
  TransitionBuilder receive = top.Transition("Receive");
  s = receive.Var("s", site);
  Pattern r = receive.Var("r", site);
  receive.Input(sent, {Tuple({s, r})}).Output(received, {Tuple({s, r})});
  receive.Input(inactive, {r}).Output(performing, {r});
  TransitionBuilder acknowledge = top.Transition("Acknowledge");
  s = acknowledge.Var("s", site);
  r = acknowledge.Var("r", site);
  acknowledge.Input(received, {Tuple({s, r})}).Output(acknowledged, {Tuple({s, r})});
  acknowledge.Input(performing, {r}).Output(inactive, {r});
  TransitionBuilder finish = top.Transition("Finish");
  s = finish.Var("s", site);
  finish.Input(active, {token}).Output(passive, {token}).Input(waiting, {s}).Output(inactive, {s});
  finish.Input(acknowledged, {testing::Bag(mes)}).Output(unused, {testing::Bag(mes)});
}

/// Known answers: corpus/README.md, from CPN Tools; n * 3^(n-1) + 1 nodes.
TEST(StateSpaceTest, DistributedDataBaseHasTheKnownStateSpace) {
  const std::vector<std::pair<std::size_t, std::size_t>> known = {
      {7, 8}, {28, 42}, {109, 224}, {406, 1090}, {1459, 4872}, {5104, 20426}};
  for (std::size_t i = 0; i < known.size(); ++i) {
    ModelBuilder b;
    BuildDataBase(b, static_cast<std::int64_t>(i) + 2);
    RunningNet run(b);
    const StateSpace space = Explore(run.engine);
    EXPECT_EQ(space.nodes(), known[i].first) << "n = " << i + 2;
    EXPECT_EQ(space.arcs(), known[i].second) << "n = " << i + 2;
    EXPECT_TRUE(space.complete());
  }
}

/// Counter to `limit`: a chain of markings, with two parallel arcs between them.
class ChainTest : public ::testing::Test {
 protected:
  explicit ChainTest(std::int64_t limit = 5) {
    const ColourSetId number = b_.Range("N", 0, limit);
    ModuleBuilder top = b_.Top();
    const std::uint32_t p = top.Place("P", number, b_.Ints({0}));
    TransitionBuilder t = top.Transition("T");
    const Pattern n = t.Var("n", number);
    t.Var("choice", b_.Bool());
    t.Input(p, {n});
    t.Guard(b_.TestFunction({"n"},
                            [this, limit](Arguments a) { return b_.values.AsInt(a[0]) < limit; }));
    t.Output(p, {Computed(b_.ComputeFunction({"n"}, [this](Arguments a) {
               return b_.values.Int(b_.values.AsInt(a[0]) + 1);
             }))});
  }

  ModelBuilder b_;
};

TEST_F(ChainTest, ParallelArcsAreKept) {
  RunningNet run(b_);
  const StateSpace space = Explore(run.engine);
  EXPECT_EQ(space.nodes(), 6u);
  EXPECT_EQ(space.arcs(), 10u);
  std::vector<std::string> out;
  for (const StateArc& arc : space.Out(2)) {
    out.push_back(run.engine.FormatElement(arc.element) + " -> " + std::to_string(arc.target));
  }
  EXPECT_THAT(out, ElementsAre("T (n = 2, choice = false) -> 3", "T (n = 2, choice = true) -> 3"));
  EXPECT_TRUE(space.IsDead(5));
  EXPECT_FALSE(space.IsDead(4));
  EXPECT_EQ(run.engine.FormatMarking(space.MarkingOf(5)), "P: 1`5\n");
}

TEST_F(ChainTest, NodeLimitMakesItIncomplete) {
  RunningNet run(b_);
  ExplorationOptions options;
  options.max_nodes = 3;
  const StateSpace cut = Explore(run.engine, options);
  EXPECT_FALSE(cut.complete());
  EXPECT_EQ(cut.nodes(), 3u);
  EXPECT_EQ(cut.arcs(), 4u);
  options.max_nodes = 6;
  EXPECT_TRUE(Explore(run.engine, options).complete());
}

TEST_F(ChainTest, ProgressCanStopIt) {
  RunningNet run(b_);
  ExplorationOptions options;
  options.progress = [](std::uint64_t nodes, std::uint64_t arcs, std::uint64_t waiting) {
    EXPECT_EQ(nodes, 1u);
    EXPECT_EQ(arcs, 0u);
    EXPECT_EQ(waiting, 1u);
    return false;
  };
  const StateSpace space = Explore(run.engine, options);
  EXPECT_FALSE(space.complete());
  EXPECT_EQ(space.nodes(), 1u);
  EXPECT_TRUE(space.Out(0).empty());
}

TEST_F(ChainTest, NodeNumbersDoNotDependOnWhatWasAskedBefore) {
  RunningNet fresh(b_);
  const StateSpace expected = Explore(fresh.engine);
  RunningNet used(b_);
  Marking other = used.engine.InitialMarking();
  other[0] = b_.multisets.Intern(b_.Ints({4}));  // ids are given in another order
  used.engine.Enabled(other);
  const StateSpace space = Explore(used.engine);
  for (NodeId node = 0; node < expected.nodes(); ++node) {
    EXPECT_EQ(used.engine.FormatMarking(space.MarkingOf(node)),
              fresh.engine.FormatMarking(expected.MarkingOf(node)));
  }
}

}  // namespace
}  // namespace cpn
