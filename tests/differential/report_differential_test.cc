// The state space report against the definitions, on the state spaces of random nets.
//
// CPNGEN_NETS sets the number of nets (3,000 without it, 900 with sanitizers), CPNGEN_FIRST_NET
// the first seed.
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "base/random.h"
#include "cpn/report/state_space_report.h"
#include "cpn/report/testing.h"
#include "testing/sanitized.h"
#include "tests/differential/environment.h"
#include "tests/differential/random_model.h"
#include "tests/reference/net.h"
#include "tests/reference/report.h"

namespace differential {
namespace {

using cpn::report::Fairness;
using cpn::report::HomeKind;
using cpn::report::StateSpaceReport;
using cpn::testing::ModelBuilder;
using cpn::testing::RunningNet;

constexpr std::size_t kMaxNodes = 40;

template <typename Ids>
std::vector<std::size_t> Numbers(const Ids& ids) {
  return {ids.begin(), ids.end()};
}

const char* Name(Fairness fairness) {
  switch (fairness) {
    case Fairness::kImpartial:
      return "impartial";
    case Fairness::kFair:
      return "fair";
    case Fairness::kJust:
      return "just";
    case Fairness::kNone:
      return "none";
  }
  return "";
}

/// How often each answer was given, so that the test cannot pass on nothing.
using Coverage = std::map<std::string, std::uint64_t>;

reference::Bag ToBag(const cpn::Engine& engine, cpn::MultiSet tokens) {
  reference::Bag bag;
  for (const cpn::MultiSetEntry& entry : engine.multisets().Entries(tokens)) {
    bag[reference::FromValue(engine.values(), entry.value)] = entry.count;
  }
  return bag;
}

void CompareBounds(const cpn::Engine& engine, const StateSpaceReport& report,
                   const reference::Report& expected) {
  ASSERT_EQ(report.bounds.size(), expected.bounds.size());
  for (std::size_t place = 0; place < report.bounds.size(); ++place) {
    EXPECT_EQ(report.bounds[place].upper, expected.bounds[place].upper);
    EXPECT_EQ(report.bounds[place].lower, expected.bounds[place].lower);
    EXPECT_EQ(ToBag(engine, report.bounds[place].upper_multi_set),
              expected.bounds[place].upper_bag);
    EXPECT_EQ(ToBag(engine, report.bounds[place].lower_multi_set),
              expected.bounds[place].lower_bag);
  }
}

void CompareHome(const StateSpaceReport& report, const reference::Report& expected,
                 Coverage& coverage) {
  ASSERT_TRUE(report.home.has_value());
  EXPECT_EQ(report.home->count, expected.home.size());
  const HomeKind kind = expected.home.empty()                  ? HomeKind::kNone
                        : expected.home.size() == report.nodes ? HomeKind::kAll
                                                               : HomeKind::kSome;
  EXPECT_EQ(report.home->kind, kind);
  if (kind == HomeKind::kSome) {
    EXPECT_EQ(Numbers(report.home->nodes), expected.home);
  }
  ++coverage[kind == HomeKind::kNone  ? "no home"
             : kind == HomeKind::kAll ? "all home"
                                      : "some home"];
}

void CompareBehaviour(const StateSpaceReport& report, const reference::Report& expected,
                      Coverage& coverage) {
  CompareHome(report, expected, coverage);
  EXPECT_EQ(Numbers(report.dead_markings), expected.dead);
  ASSERT_TRUE(report.live_transitions.has_value());
  EXPECT_EQ(Numbers(*report.live_transitions), expected.live_transitions);
  coverage["live"] += expected.live_transitions.size();
  coverage["dead"] += expected.dead_transitions.size();
  EXPECT_EQ(report.infinite_sequences, expected.infinite_sequences);
  ASSERT_EQ(report.fairness.has_value(), expected.infinite_sequences);
  if (!expected.infinite_sequences) {
    ++coverage["finite"];
    return;
  }
  for (std::size_t t = 0; t < expected.fairness.size(); ++t) {
    EXPECT_EQ(Name((*report.fairness)[t]), expected.fairness[t]) << "transition " << t;
    ++coverage[expected.fairness[t]];
  }
}

void CompareModel(ModelBuilder& model, Coverage& coverage) {
  RunningNet run(model);
  const reference::Universe universe{&model.model.colour_sets, &model.values, &model};
  std::optional<reference::StateSpace> space;
  try {
    space = reference::Explore(reference::Net(model.model, universe), kMaxNodes);
  } catch (const reference::ColourError&) {
    return;  // the engine's differential test is about those
  }
  if (run.net.places().empty()) return;
  cpn::ExplorationOptions options;
  options.max_states = kMaxNodes;
  std::optional<cpn::StateSpace> explored;
  try {
    explored = cpn::Explore(run.engine, options);
  } catch (const cpn::ModelError&) {
    return;  // likewise
  }
  const StateSpaceReport report = cpn::report::MakeReport(run.engine, *explored);
  const reference::Report expected = reference::MakeReport(*space, run.net.transitions().size());
  ASSERT_EQ(report.nodes, space->markings.size());
  ASSERT_EQ(report.arcs, space->arcs.size());
  EXPECT_EQ(report.complete(), space->complete);
  EXPECT_EQ(report.scc.nodes, expected.scc_nodes);
  EXPECT_EQ(report.scc.arcs, expected.scc_arcs);
  EXPECT_EQ(Numbers(report.dead_transitions), expected.dead_transitions);
  CompareBounds(run.engine, report, expected);
  if (space->complete) {
    CompareBehaviour(report, expected, coverage);
    return;
  }
  EXPECT_FALSE(report.home || report.live_transitions || report.fairness);
  ++coverage["partial"];
}

/// Arcs of three transitions between few nodes: dense in cycles, which random nets are not.
std::vector<cpn::report::GraphArc> RandomArcs(std::uint64_t seed) {
  base::Random random(seed);
  const std::uint32_t nodes = 2 + random.Below(4);
  const std::uint32_t arcs = 1 + random.Below(2 * nodes);
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> drawn;
  for (std::uint32_t i = 0; i < arcs; ++i) {
    drawn.insert({random.Below(3), 1 + random.Below(nodes), 1 + random.Below(nodes)});
  }
  std::vector<cpn::report::GraphArc> result;
  for (const auto& [transition, from, to] : drawn) {
    result.push_back({std::string(1, static_cast<char>('a' + transition)),
                      static_cast<std::int64_t>(from), static_cast<std::int64_t>(to)});
  }
  return result;
}

void Print(const Coverage& coverage) {
  for (const auto& [answer, count] : coverage) std::cout << "  " << answer << ": " << count << '\n';
}

TEST(ReportDifferentialTest, ReportFollowsTheDefinitionsOnRandomGraphs) {
  Coverage coverage;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    cpn::report::GraphNet graph(RandomArcs(seed));
    CompareModel(graph.builder(), coverage);
    ASSERT_FALSE(HasFailure()) << "graph " << seed;
  }
  Print(coverage);
  for (const char* answer : {"all home", "some home", "no home", "live", "dead", "finite",
                             "impartial", "fair", "just", "none"}) {
    EXPECT_GT(coverage[answer], 20u) << answer << " was hardly ever the answer";
  }
}

TEST(ReportDifferentialTest, ReportFollowsTheDefinitionsOnRandomNets) {
  const std::uint64_t first = FromEnvironment("CPNGEN_FIRST_NET", 1);
  const std::uint64_t nets = FromEnvironment("CPNGEN_NETS", test::kSanitized ? 900 : 3000);
  Coverage coverage;
  for (std::uint64_t seed = first; seed < first + nets; ++seed) {
    CompareModel(*RandomModel(seed), coverage);
    ASSERT_FALSE(HasFailure()) << "net " << seed << "; rerun with CPNGEN_FIRST_NET=" << seed
                               << " CPNGEN_NETS=1";
  }
  Print(coverage);
  if (nets < 1000) return;
  for (const char* answer : {"all home", "some home", "no home", "live", "dead", "finite",
                             "impartial", "fair", "none", "partial"}) {
    EXPECT_GT(coverage[answer], 0u) << answer << " was never the answer";
  }
}

}  // namespace
}  // namespace differential
