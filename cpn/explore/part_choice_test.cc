// Bits say whose part a marking belongs to where that keeps most successors with their owner.
#include "cpn/explore/part_choice.h"

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

#include "cpn/explore/explorer.h"
#include "cpn/testing/testing.h"
#include "cpn/testing/testing_nets.h"

namespace cpn::explore {
namespace {

using testing::ModelBuilder;
using testing::RunningNet;

ExplorationOptions FromFewMarkings(unsigned workers) {
  ExplorationOptions options;
  options.workers = workers;
  options.tuning.small_level = 0;
  options.tuning.divided_from = 1000;
  return options;
}

unsigned PartOf(const MarkingStore& store, NodeId node) {
  std::vector<std::uint64_t> record(store.layout().words());
  store.layout().Load<0>(store.At(node), record.data());
  return store.OwnerOf<0>(record.data(), store.Hash<0>(record.data()));
}

/// The share of the arcs that lead to another part.
double Crossing(Explored& found) {
  const std::span<const StateArc> arcs = found.arcs.items();
  std::size_t crossing = 0;
  for (NodeId node = 0; node + 1 < found.first_arc.size(); ++node) {
    for (std::uint64_t i = found.first_arc[node]; i < found.first_arc[node + 1]; ++i) {
      const NodeId target = arcs[i].target;
      if (PartOf(found.store, node) != PartOf(found.store, target)) ++crossing;
    }
  }
  return static_cast<double>(crossing) / static_cast<double>(found.arc_count);
}

TEST(PartChoiceTest, MostSuccessorsOfAPhilosophersMarkingStay) {
  for (const unsigned workers : {2u, 3u, 4u}) {
    ModelBuilder b;
    testing::BuildPhilosophers(b, 12);
    RunningNet run(b);
    const ExplorationOptions options = FromFewMarkings(workers);
    Explorer explorer(&run.engine, options, true);
    explorer.Run({});
    Explored& found = *explorer.explored();
    EXPECT_TRUE(found.store.ownership().is_by_bits());
    const double by_hash = 1 - 1.0 / workers;
    // Which markings are sampled depends on their numbers, and these on timing: with three workers
    // it is mostly below 0.7, and sometimes 0.743.
    EXPECT_LT(Crossing(found), 0.8 * by_hash) << workers;
    std::vector<NodeId> counts(workers);
    for (NodeId node = 0; node < found.store.size(); ++node) ++counts[PartOf(found.store, node)];
    for (unsigned part = 0; part < workers; ++part) {
      EXPECT_EQ(found.store.part(part).count(), counts[part]);
      EXPECT_GT(counts[part], found.store.size() / workers / 3);
    }
  }
}

/// Counters are no bits: nothing is better than the hash.
TEST(PartChoiceTest, WhereNothingIsAMaskHashesSay) {
  ModelBuilder b;
  for (const char* const name : {"A", "B", "C"}) {
    const std::uint32_t from = b.Top().Place(name, b.Int(), {{b.values.Int(0), 12}});
    const std::uint32_t to = b.Top().Place(std::string("To") + name, b.Int());
    b.Top()
        .Transition(std::string("Move") + name)
        .Input(from, {testing::Constant(b.values.Int(0))})
        .Output(to, {testing::Constant(b.values.Int(0))});
  }
  RunningNet run(b);
  const ExplorationOptions options = FromFewMarkings(2);
  Explorer explorer(&run.engine, options, false);
  explorer.Run({});
  EXPECT_EQ(explorer.explored()->store.size(), 13u * 13 * 13);
  EXPECT_FALSE(explorer.explored()->store.ownership().is_by_bits());
}

}  // namespace
}  // namespace cpn::explore
