// Reduction by symmetry against all permutations, on random nets: the same orbits, the same sizes
// of the whole space, the same dead markings up to symmetry, and the same answers of formulas.
//
// CPNGEN_SYMMETRIC_NETS sets the number of nets (300 without it), CPNGEN_FIRST_NET the first
// seed.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cpn/ctl/check.h"
#include "cpn/explore/state_space.h"
#include "cpn/lua/lua_model.h"
#include "cpn/lua/testing.h"
#include "tests/differential/environment.h"
#include "tests/reference/orbits.h"
#include "tests/symmetry/random_text.h"

namespace symmetry_tests {
namespace {

constexpr std::uint64_t kMaxStates = 3000;  // larger nets are left out
constexpr std::size_t kMostRenamed = 40'000;

std::vector<std::vector<std::string>> SetsOf(cpn::lua::LuaModel& model) {
  std::vector<std::vector<std::string>> sets;
  for (const cpn::SymmetricDeclaration& declared : model.model().symmetric) {
    sets.push_back(model.model().colour_sets[declared.set].names);
  }
  return sets;
}

std::vector<cpn::ctl::Result> CheckAll(cpn::lua::LuaModel& model, bool reduced) {
  std::vector<const cpn::ctl::Property*> properties;
  for (const cpn::ctl::Property& property : model.properties()) properties.push_back(&property);
  cpn::ctl::CheckOptions options;
  if (reduced) options.exploration.reduction.symmetry = model.UseSymmetry();
  return cpn::ctl::Check(model.engine(), model.state_functions(), properties, options);
}

cpn::ExplorationOptions Variant(std::uint64_t seed) {
  cpn::ExplorationOptions options;
  if (seed % 3 == 0) options.tuning.raw_tokens = 0;
  if (seed % 3 == 1) {
    options.tuning.raw_tokens = 2;
    options.tuning.mask_tokens = 3;
  }
  if (seed % 4 == 1) {
    options.workers = 3;
    options.tuning.chunk = 1;
    options.tuning.small_level = 0;
  }
  if (seed % 5 == 0) options.tuning.recent_from = 0;
  return options;
}

struct Found {
  std::uint64_t nets = 0, smaller = 0, too_large = 0, markings = 0, orbits = 0, violated = 0;
};

void Compare(std::uint64_t seed, Found& found) {
  const std::string text = RandomText(seed).Make();
  SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
  const auto whole = cpn::lua::testing::LoadText(text);
  cpn::ExplorationOptions unreduced;
  unreduced.max_states = kMaxStates;
  const cpn::StateSpace space = cpn::Explore(whole->engine(), unreduced);
  const auto renamings = reference::AllRenamings(SetsOf(*whole));
  if (!space.complete() || space.nodes() * renamings.size() > kMostRenamed) {
    ++found.too_large;
    return;
  }
  std::set<std::string> orbits, dead;
  std::uint64_t dead_markings = 0;
  for (cpn::NodeId node = 0; node < space.nodes(); ++node) {
    const std::string least =
        reference::Representative(whole->engine().FormatMarking(space.MarkingOf(node)), renamings);
    orbits.insert(least);
    if (space.IsDead(node)) dead.insert(least);
    dead_markings += space.IsDead(node) ? 1 : 0;
  }

  const auto model = cpn::lua::testing::LoadText(text);
  cpn::ExplorationOptions options = Variant(seed);
  options.reduction.symmetry = model->UseSymmetry();
  const cpn::StateSpace reduced = cpn::Explore(model->engine(), options);
  std::set<std::string> seen, seen_dead;
  for (cpn::NodeId node = 0; node < reduced.nodes(); ++node) {
    const std::string least = reference::Representative(
        model->engine().FormatMarking(reduced.MarkingOf(node)), renamings);
    EXPECT_TRUE(seen.insert(least).second) << "two representatives of one orbit: " << least;
    if (reduced.IsDead(node)) seen_dead.insert(least);
  }
  EXPECT_EQ(seen, orbits);
  EXPECT_EQ(seen_dead, dead);
  ASSERT_TRUE(reduced.orbits().has_value());
  EXPECT_EQ(reduced.orbits()->states, space.nodes());
  EXPECT_EQ(reduced.orbits()->arcs, space.arcs());
  EXPECT_EQ(reduced.orbits()->dead_markings, dead_markings);

  const auto expected = CheckAll(*whole, false);
  const auto results = CheckAll(*model, true);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(results[i].verdict, expected[i].verdict) << expected[i].property;
    EXPECT_EQ(results[i].evidence.has_value(), expected[i].evidence.has_value());
    found.violated += results[i].verdict == cpn::ctl::Verdict::kViolated ? 1 : 0;
  }
  ++found.nets;
  found.smaller += orbits.size() < space.nodes() ? 1 : 0;
  found.markings += space.nodes();
  found.orbits += orbits.size();
}

TEST(SymmetryDifferentialTest, OrbitsEqualThoseOfAllPermutations) {
  const std::uint64_t first = differential::FromEnvironment("CPNGEN_FIRST_NET", 1);
  const std::uint64_t nets = differential::FromEnvironment("CPNGEN_SYMMETRIC_NETS", 300);
  Found found;
  for (std::uint64_t seed = first; seed < first + nets; ++seed) {
    Compare(seed, found);
    if (HasFailure()) break;
  }
  std::cout << found.nets << " nets (" << found.too_large << " too large), " << found.smaller
            << " of them with fewer orbits than markings: " << found.orbits << " of "
            << found.markings << "; " << found.violated << " properties violated\n";
  EXPECT_GE(2 * found.nets, nets);
  EXPECT_GE(2 * found.smaller, found.nets);
  EXPECT_GE(found.violated, found.nets / 4);
}

}  // namespace
}  // namespace symmetry_tests
