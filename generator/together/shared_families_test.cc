// Cases of observed graphs whose nodes are spread over ranks, against those of the whole.
#include "generator/together/shared_families.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "cpn/distributed/thread_transport.h"
#include "generator/testing.h"

namespace generator {
namespace {

using testing::Case;

/// A graph's nodes, each on a rank and with a number there.
struct Spread {
  unsigned ranks = 1;
  std::vector<unsigned> rank_of;         // by node
  std::vector<std::uint32_t> number_of;  // by node
  std::vector<std::uint32_t> sizes;      // by rank
};

Spread SpreadOut(const ObservedGraph& graph, unsigned ranks, std::mt19937& random) {
  Spread spread;
  spread.ranks = ranks;
  spread.sizes.assign(ranks, 0);
  for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
    spread.rank_of.push_back(random() % ranks);
    spread.number_of.push_back(spread.sizes[spread.rank_of.back()]++);
  }
  return spread;
}

/// What a rank has of the graph. Arcs to the node `outside` lead out.
IncomingArcs PartOf(const ObservedGraph& graph, const Spread& spread, unsigned rank,
                    std::uint32_t outside) {
  IncomingArcs part;
  part.followed.assign(spread.sizes[rank], 0);
  part.is_there.assign(spread.sizes[rank], true);
  std::vector<std::vector<IncomingArc>> into(spread.sizes[rank]);
  for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
    const unsigned from = spread.rank_of[node];
    for (const ObservedArc& arc : graph.Out(node)) {
      const std::uint32_t label = WithRank(arc.label, from, spread.ranks);
      const bool own = from == rank;
      if (arc.target == outside) {
        if (own) part.leading_out.push_back({spread.number_of[node], label});
        continue;
      }
      if (own) ++part.followed[spread.number_of[node]];
      if (spread.rank_of[arc.target] != rank) continue;
      into[spread.number_of[arc.target]].push_back({spread.number_of[node], label});
    }
  }
  for (const std::vector<IncomingArc>& arcs : into) {
    part.arcs.insert(part.arcs.end(), arcs.begin(), arcs.end());
    part.first_arc.push_back(part.arcs.size());
  }
  if (outside < graph.nodes() && spread.rank_of[outside] == rank) {
    part.is_there[spread.number_of[outside]] = false;
  }
  return part;
}

struct Found {
  std::vector<Case> cases;
  std::optional<LabelId> repeated;
  std::uint32_t endless = 0;
  friend bool operator==(const Found&, const Found&) = default;
};

std::ostream& operator<<(std::ostream& out, const Found& found) {
  return out << ::testing::PrintToString(found.cases) << ", repeated " << found.repeated.value_or(0)
             << ", endless " << found.endless;
}

Found Of(const PathCases& cases) {
  Found found{testing::List(cases.cases()), cases.repeated_label(), cases.endless_components()};
  std::ranges::sort(found.cases);
  return found;
}

Found Together(const ObservedGraph& graph, const Spread& spread, CaseOrder order,
               std::uint32_t outside) {
  Found found;
  cpn::distributed::RunRanks(spread.ranks, [&](cpn::distributed::Transport& transport) {
    const unsigned rank = transport.rank();
    const IncomingArcs part = PartOf(graph, spread, rank, outside);
    SharedFamilies families(&transport, &part, &graph.labels, order, spread.rank_of[0] == rank);
    const std::optional<PathCases> cases = families.TogetherFind();
    EXPECT_EQ(cases.has_value(), rank == 0);
    if (cases) found = Of(*cases);
  });
  return found;
}

TEST(SharedFamiliesTest, RanksFindTheCasesOfTheWhole) {
  std::mt19937 random(1);
  int endless = 0, repeated = 0, many = 0;
  for (int i = 0; i < 1500; ++i) {
    const ObservedGraph graph = testing::RandomGraph(random);
    const CaseOrder order = random() % 2 == 0 ? CaseOrder::kSet : CaseOrder::kSequence;
    const Spread spread = SpreadOut(graph, 1 + random() % 4, random);
    // A node without arcs may as well be outside.
    std::uint32_t outside = graph.nodes();
    for (std::uint32_t node = 1; node < graph.nodes() && random() % 2 == 0; ++node) {
      if (graph.Out(node).empty()) outside = node;
    }
    const Found expected = Of(PathCases(graph, order));
    ASSERT_EQ(Together(graph, spread, order, outside), expected) << "graph " << i;
    endless += expected.endless > 0 ? 1 : 0;
    repeated += expected.repeated ? 1 : 0;
    many += expected.cases.size() > 2 ? 1 : 0;
  }
  EXPECT_GT(endless, 50);
  EXPECT_GT(repeated, 50);
  EXPECT_GT(many, 100);
}

}  // namespace
}  // namespace generator
