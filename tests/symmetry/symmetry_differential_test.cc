// Reduction by symmetry against all permutations, on random nets: the same orbits, the same sizes
// of the whole space, the same dead markings up to symmetry, and the same answers of formulas.
//
// CPNGEN_SYMMETRIC_NETS sets the number of nets (300 without it), CPNGEN_FIRST_NET the first
// seed.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "cpn/ctl/check.h"
#include "cpn/explore/state_space.h"
#include "cpn/lua/lua_model.h"
#include "cpn/lua/testing.h"
#include "tests/differential/environment.h"
#include "tests/reference/orbits.h"

namespace symmetry_tests {
namespace {

constexpr std::uint64_t kMaxStates = 3000;  // larger nets are left out
constexpr std::size_t kMostRenamed = 40'000;

const std::vector<std::vector<std::string>> kSets = {{"wa", "wb", "wc", "wd"}, {"va", "vb", "vc"}};

/// The text of a random model in which nothing tells apart the values of W, nor those of V.
class RandomText {
 public:
  explicit RandomText(std::uint64_t seed) : random_(seed * 7919 + 17) {}

  std::string Make() {
    workers_ = 2 + Below(3);
    values_ = 2 + Below(2);
    text_ = "W = enum { " + Words(0, workers_) + " }\nV = enum { " + Words(1, values_) + " }\n" +
            "WW, WV, LW = product(W, W), product(W, V), list(W)\n"
            "U = union { None = UNIT, One = W, Two = WW }\n"
            "R = record { owner = W, n = range(0, 2) }\n"
            "symmetric(W)\nsymmetric(V)\n"
            "var { w = W, x = W, v = V, l = LW, u = U, n = range(0, 2) }\n"
            "A, B = place(W, all), place(W)\nC, D = place(V), place(V, all)\n"
            "P, Q = place(WW), place(WV)\nL = place(LW, { {} })\n"
            "E = place(U, { U.None })\nF = place(R)\nG = place(UNIT, { unit, unit })\n";
    const std::size_t transitions = 2 + Below(4);
    for (std::size_t i = 0; i < transitions; ++i) AddTransition(i);
    AddProperties(transitions);
    return text_;
  }

 private:
  std::size_t Below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  const char* OneOf(const std::vector<const char*>& texts) { return texts[Below(texts.size())]; }

  static std::string Words(std::size_t set, std::size_t count) {
    std::string words;
    for (std::size_t i = 0; i < count; ++i) {
      words += (i == 0 ? "\"" : ", \"") + kSets[set][i] + "\"";
    }
    return words;
  }

  void AddTransition(std::size_t index) {
    std::string input =
        OneOf({"A(w)", "A(w), A(x)", "B(w)", "P { w, x }", "Q { w, v }", "A(w), D(v)",
               "F { owner = w, n = n }", "B(w), C(v)", "P { w, w }", "P { w, _ }"});
    std::string guard, output, extra;
    const bool has_x = input.find('x') != std::string::npos;
    const bool has_v = input.find("v }") != std::string::npos || input.find("(v)") < input.size();
    if (Below(4) == 0) input += ", G(unit)";
    output = OneOf({"B(w)", "A(w)", "P { w, w }", "F { owner = w, n = 0 }", "B(w), G(unit)"});
    if (has_x) output = OneOf({"P { w, x }", "P { x, w }, B(w)", "B(w), B(x)", "P { w, x }, A(w)"});
    if (has_v) output += OneOf({", C(v)", ", Q { w, v }", ", D(v)", ""});
    if (input.find("n = n") < input.size() && Below(2) == 0) {
      output = "F { owner = w, n = expr \"(n + 1) % 3\" }";
    }
    switch (Below(7)) {
      case 0:
        input += ", L(l)";
        output += ", L(cons(w, l))";
        guard = "#l < 3";
        break;
      case 1:
        input += ", E(u)";
        output += has_x ? ", E(U.Two { w, x })" : ", E(U.One(w))";
        guard = has_x ? "w ~= x" : "u ~= U.One(w)";
        break;
      case 2:
        extra = OneOf({"inhibitor = { P { w, _ } },", "inhibitor = { B },", "test = { A(w) },",
                       "inhibitor = { B(w) },", "reset = { C },"});
        break;
      case 3:
        if (has_x) guard = "w ~= x";
        break;
      case 4:
        extra = OneOf({"priority = P_HIGH,", "priority = P_LOW,"});
        break;
      default:
        break;
    }
    text_ += "T" + std::to_string(index) + " = transition { input = { " + input +
             " }, output = { " + output + " }, " + extra +
             (guard.empty() ? "" : " guard = \"" + guard + "\"") + " }\n";
  }

  void AddProperties(std::size_t transitions) {
    const std::string t = "T" + std::to_string(Below(transitions));
    const std::string at = OneOf({"#M.B", "#M.P", "#M.A", "#M.F", "#M.C"});
    const std::string n = std::to_string(Below(3));
    const std::string f = "NF(function(M) return " + at + " > " + n + " end)";
    text_ += "property \"1\" (POS(" + f + "))\nproperty \"2\" (EV(" + f + "))\n" +
             "property \"3\" (INV(POS(" + f + ")))\nproperty \"4\" (ALONG(NOT(" + f + ")))\n" +
             "property \"5\" (EXIST_NEXT(FORALL_NEXT(" + f + ")))\n" + "property \"6\" (EV(AF(" +
             t + ")))\nproperty \"7\" (INV(EV(" + f + ")))\n";
  }

  std::mt19937_64 random_;
  std::size_t workers_ = 0;
  std::size_t values_ = 0;
  std::string text_;
};

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
