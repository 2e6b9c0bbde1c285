// The engine against the reference on random nets: enabled binding elements at every reachable
// marking, in order, and the whole state spaces, arc by arc.
//
// CPNGEN_NETS sets the number of nets (10,000 without it, 450 with sanitizers),
// CPNGEN_FIRST_NET the first seed.
#include <gtest/gtest.h>

#include <iostream>
#include <map>

#include "cpn/explore/state_space.h"
#include "testing/sanitized.h"
#include "tests/differential/compare.h"
#include "tests/differential/environment.h"
#include "tests/differential/random_model.h"
#include "tests/reference/net.h"

namespace differential {
namespace {

using cpn::testing::ModelBuilder;
using cpn::testing::RunningNet;

constexpr std::size_t kMaxNodes = 40;  // unbounded nets are cut there, on both sides alike

/// How much the random nets exercised, so that the test cannot pass on nothing.
struct Coverage {
  std::uint64_t nets = 0, colour_errors = 0, complete = 0, nodes = 0, arcs = 0;
  std::map<std::string, std::uint64_t> arcs_by_feature;  ///< features of the transition that occurs
};

void CountPattern(const std::string& kind, const cpn::Pattern& pattern, Coverage& coverage) {
  static const char* const kPatterns[] = {"variable", "constant", "wildcard", "tuple",
                                          "list",     "cons",     "record",   "union"};
  ++coverage.arcs_by_feature[kind + ' ' + kPatterns[static_cast<std::size_t>(pattern.kind)]];
  for (const cpn::Pattern& child : pattern.children) CountPattern(kind, child, coverage);
}

/// Notes what the transition of an arc has, so that each feature is known to have occurred.
void CountFeatures(const cpn::Net& net, const cpn::Transition& t, Coverage& coverage) {
  static const char* const kArcs[] = {"input", "output", "test", "inhibitor", "reset"};
  static const char* const kTerms[] = {"pattern", "computed", "bag"};
  const cpn::TransitionDeclaration& d = *t.declaration;
  for (const cpn::Arc& arc : t.arcs) {
    if (net.places()[arc.place].name == "Fused") ++coverage.arcs_by_feature["fusion"];
  }
  std::map<std::string, std::uint64_t>& count = coverage.arcs_by_feature;
  for (const cpn::ArcDeclaration& arc : d.arcs) {
    const std::string kind = kArcs[static_cast<std::size_t>(arc.kind)];
    ++count[arc.terms.empty() ? kind : kind + " with inscription"];
    for (const cpn::ArcTerm& term : arc.terms) {
      ++count[kind + " " + kTerms[static_cast<std::size_t>(term.kind)]];
      if (term.kind == cpn::ArcTerm::Kind::kPattern) CountPattern(kind, term.pattern, coverage);
      if (term.condition) ++count[kind + " conditional"];
      if (term.count != 1) ++count[kind + " copies"];
    }
  }
  if (!d.lets.empty()) ++count["let"];
  if (!d.guards.empty()) ++count["guard"];
  if (d.priority != 0) ++count["priority"];
  if (!t.free_variables.empty()) ++count["free variable"];
  if (!t.instance.empty()) ++count["instance"];
  if (t.instance.find('.') != std::string::npos) ++count["nested instance"];
}

/// Explorations as different as they get inside; the result must be the same.
cpn::ExplorationOptions Exploration(std::uint64_t seed) {
  cpn::ExplorationOptions options;
  options.max_states = kMaxNodes;
  cpn::ExplorationTuning& tuning = options.tuning;
  static constexpr std::uint32_t kRaw[] = {32, 0, 2, 64, 1};
  static constexpr std::uint32_t kMask[] = {64, 64, 3, 64, 0};
  static constexpr std::size_t kDense[] = {std::size_t{1} << 18, 0, 16};
  tuning.raw_tokens = kRaw[seed % 5];
  tuning.mask_tokens = std::max(kMask[seed % 5], std::min(tuning.raw_tokens, 64u));
  if (seed % 13 < 6) tuning.wide_raw_tokens = static_cast<std::uint32_t>(seed % 13);
  tuning.slice_tokens = 1 + static_cast<std::uint32_t>(seed % 4);
  if (seed % 17 < 4) tuning.sliced_tokens = static_cast<std::uint32_t>(seed % 17);
  tuning.dense_entries = kDense[seed % 3];
  if (seed % 7 == 0) tuning.memo_bytes = 0;  // everything is forgotten after every expansion
  if (seed % 2 == 0) tuning.batch = 1 + seed % 4;
  if (seed % 3 != 0) tuning.recent_from = 0;
  if (seed % 11 < 6) tuning.many_transitions = 1;
  if (seed % 5 == 3) {  // every place that can be sliced is
    tuning.raw_tokens = tuning.mask_tokens = 0;
    tuning.records_per_mask = 1000;
    tuning.recent_from = 0;
    tuning.many_transitions = 48;
  }
  if (seed % 4 != 1) return options;
  options.workers = 4;
  tuning.chunk = 1;
  tuning.small_level = 0;
  if (seed % 3 != 2) tuning.divided_from = 2 + static_cast<std::uint32_t>(seed % 5);
  return options;
}

void CompareNet(std::uint64_t seed, Coverage& coverage) {
  ++coverage.nets;
  const std::unique_ptr<ModelBuilder> model = RandomModel(seed);
  ModelBuilder& b = *model;
  cpn::EngineOptions options;
  if (seed % 2 == 0) options.memo_bytes = 1024;  // memos that forget give the same answers
  std::unique_ptr<RunningNet> run;
  try {
    run = std::make_unique<RunningNet>(b, options);
  } catch (const cpn::ModelError& e) {
    FAIL() << e.what();
  }
  const reference::Universe universe{&b.model.colour_sets, &b.values, &b};
  const reference::Net expected_net(b.model, universe);
  CompareNames(run->net, expected_net);

  std::optional<reference::StateSpace> expected;
  try {
    expected = reference::Explore(expected_net, kMaxNodes);
  } catch (const reference::ColourError&) {
    ++coverage.colour_errors;
  }
  std::optional<cpn::StateSpace> space;
  try {
    space = cpn::Explore(run->engine, Exploration(seed));
  } catch (const cpn::ModelError& e) {
    // The reference may have met the limit before the expansion that fails, in the same level.
    ASSERT_TRUE(!expected || !expected->complete) << e.what();
    ASSERT_NE(std::string(e.what()).find("is no colour of"), std::string::npos) << e.what();
    return;
  }
  // The cut may come before the expansion that puts a wrong colour.
  if (!expected && !space->complete()) return;
  ASSERT_TRUE(expected.has_value()) << "the engine let a token in that is no colour of its place";
  CompareSpaces(run->engine, *space, *expected, [&](cpn::TransitionId t) {
    CountFeatures(run->net, run->net.transitions()[t], coverage);
  });
  const cpn::StateCount count = cpn::CountStates(run->engine, Exploration(seed + 1));
  ASSERT_EQ(count.states, space->nodes());
  ASSERT_EQ(count.arcs, space->arcs());
  ASSERT_EQ(count.end, space->end());
  ASSERT_EQ(count.depth + 2, space->levels().size());
  coverage.nodes += space->nodes();
  coverage.arcs += space->arcs();
  coverage.complete += space->complete() ? 1 : 0;
}

TEST(EngineDifferentialTest, EngineEqualsReferenceOnRandomNets) {
  const std::uint64_t first = FromEnvironment("CPNGEN_FIRST_NET", 1);
  const std::uint64_t nets = FromEnvironment("CPNGEN_NETS", test::kSanitized ? 450 : 10000);
  Coverage coverage;
  for (std::uint64_t seed = first; seed < first + nets; ++seed) {
    CompareNet(seed, coverage);
    ASSERT_FALSE(HasFatalFailure())
        << "net " << seed << "; rerun with CPNGEN_FIRST_NET=" << seed << " CPNGEN_NETS=1";
  }
  std::cout << coverage.nets << " nets: " << coverage.colour_errors << " with a colour error, "
            << coverage.complete << " complete; " << coverage.nodes << " markings, "
            << coverage.arcs << " arcs\n";
  for (const auto& [feature, count] : coverage.arcs_by_feature) {
    std::cout << "  " << feature << ": " << count << " arcs\n";
  }
  if (nets < 500) return;
  EXPECT_GT(coverage.colour_errors, 0u);
  EXPECT_GT(coverage.arcs, coverage.nets * 5);
  for (const char* feature : {"input pattern",
                              "input computed",
                              "input bag",
                              "input conditional",
                              "input copies",
                              "output pattern",
                              "output computed",
                              "output bag",
                              "output conditional",
                              "output copies",
                              "test pattern",
                              "inhibitor",
                              "inhibitor pattern",
                              "inhibitor bag",
                              "reset",
                              "let",
                              "guard",
                              "priority",
                              "free variable",
                              "instance",
                              "nested instance"}) {
    EXPECT_GT(coverage.arcs_by_feature[feature], 0u) << feature << " never occurred";
  }
}

}  // namespace
}  // namespace differential
