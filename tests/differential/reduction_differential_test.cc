// State spaces reduced by stubborn sets against whole ones, on random nets under random
// observations: the same dead markings, and the same test cases, as sets and as sequences.
//
// CPNGEN_NETS sets the number of nets (without it, as many as take about a second),
// CPNGEN_FIRST_NET the first seed.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "base/random.h"
#include "cpn/explore/cycles.h"
#include "cpn/explore/state_space.h"
#include "cpn/reduce/unfolder.h"
#include "cpn/values/hash.h"
#include "generator/path_cases.h"
#include "testing/sanitized.h"
#include "tests/differential/environment.h"
#include "tests/differential/random_model.h"
#include "tests/differential/random_parts.h"

namespace differential {
namespace {

using cpn::NodeId;
using cpn::ReductionOptions;
using cpn::StateSpace;
using cpn::testing::ModelBuilder;
using cpn::testing::RunningNet;
using generator::CaseOrder;
using generator::ObservedGraph;

constexpr std::uint64_t kMostStates = 500;
constexpr std::uint64_t kMostCases = 2'000;

struct Coverage {
  std::uint64_t nets = 0, without_answer = 0, smaller = 0, with_cases = 0, smaller_with_cases = 0;
  std::uint64_t unreduced = 0, unfolded = 0, smaller_unfolded = 0;
};

using Case = std::vector<generator::ObservationId>;

std::unique_ptr<ModelBuilder> ModelOf(std::uint64_t seed) {
  if (seed % 2 == 0) return RandomPartsModel(seed);
  return seed % 3 == 0 ? RandomModel(seed) : RandomCommutingModel(seed);
}

class ReducedNet {
 public:
  ReducedNet(std::uint64_t seed, Coverage* coverage)
      : seed_(seed), model_(ModelOf(seed)), run_(*model_), coverage_(*coverage) {}

  void Check() {
    ++coverage_.nets;
    const std::optional<StateSpace> whole = Whole();
    if (!whole) {
      ++coverage_.without_answer;
      return;
    }
    ReductionOptions options;
    options.stubborn = true;
    const StateSpace reduced = Reduced(options);
    CompareMarkings(*whole, reduced);
    if (reduced.nodes() < whole->nodes()) ++coverage_.smaller;
    CheckUnfolding(*whole, reduced);
    if (IsTrusted(reduced)) {
      // Nothing is observed of the net, so that whoever goes on for ever would show.
      EXPECT_EQ(HasEndless(*whole), HasEndless(reduced));
    }
    for (const CaseOrder order : {CaseOrder::kSet, CaseOrder::kSequence})
      CompareCases(*whole, order);
  }

 private:
  std::optional<StateSpace> Whole() {
    cpn::ExplorationOptions options;
    options.max_states = kMostStates;
    try {
      StateSpace space = cpn::Explore(run_.engine, options);
      if (space.complete()) return space;
    } catch (const cpn::ModelError&) {
    }
    return std::nullopt;
  }

  StateSpace Reduced(const ReductionOptions& reduction) {
    cpn::ExplorationOptions options;
    options.reduction = reduction;
    StateSpace space = cpn::Explore(run_.engine, options);
    options.workers = 2;
    options.tuning.small_level = 1;
    options.tuning.chunk = 2;
    const StateSpace again = cpn::Explore(run_.engine, options);
    EXPECT_EQ(space.nodes(), again.nodes());
    EXPECT_EQ(space.arcs(), again.arcs());
    return space;
  }

  static std::set<std::vector<std::uint32_t>> Markings(const StateSpace& space, bool dead) {
    std::set<std::vector<std::uint32_t>> markings;
    for (NodeId node = 0; node < space.nodes(); ++node) {
      if (dead && !space.IsDead(node)) continue;
      std::vector<std::uint32_t> ids;
      for (const cpn::MultiSet marking : space.MarkingOf(node)) ids.push_back(marking.id);
      markings.insert(ids);
    }
    return markings;
  }

  void CompareMarkings(const StateSpace& whole, const StateSpace& reduced) {
    EXPECT_EQ(Markings(whole, true), Markings(reduced, true));
    const auto all = Markings(whole, false);
    const auto some = Markings(reduced, false);
    EXPECT_TRUE(std::ranges::includes(all, some));
  }

  /// It has whatever occurs.
  void CheckUnfolding(const StateSpace& whole, const StateSpace& reduced) {
    const auto unfolding = cpn::reduce::MakeUnfolding(run_.engine);
    if (unfolding == nullptr) return;
    ++coverage_.unfolded;
    if (reduced.nodes() < whole.nodes()) ++coverage_.smaller_unfolded;
    for (NodeId node = 0; node < whole.nodes(); ++node) {
      for (const cpn::StateArc& arc : whole.Out(node)) {
        EXPECT_NO_THROW(unfolding->NumberOf(arc.element)) << run_.engine.FormatElement(arc.element);
      }
    }
  }

  bool IsTrusted(const StateSpace& reduced) const {
    return cpn::KeepsAllRuns(run_.engine, cpn::CyclesOf(reduced));
  }

  static bool HasEndless(const StateSpace& space) {
    return cpn::CyclesOf(space) == cpn::Cycles::kEndless;
  }

  /// Half of the transitions can be observed; what they show depends on their bindings or not.
  std::uint64_t Salt(cpn::TransitionId id) const { return cpn::MixHash(seed_ * 1000 + id); }
  bool IsObserved(cpn::TransitionId id) const { return Salt(id) % 2 == 0; }

  Case Observe(cpn::BindingElementId id) const {
    const cpn::BindingElement element = run_.engine.Element(id);
    std::uint64_t hash = Salt(element.transition);
    if (hash / 2 % 2 == 0) {
      for (const cpn::Value value : element.binding) {
        hash = cpn::HashText(hash, model_->values.Format(value));
      }
    }
    hash = cpn::MixHash(hash);
    if (hash % 8 == 0) return {};
    if (hash % 8 == 1) return {static_cast<std::uint32_t>(hash / 8 % 5), 5};
    return {static_cast<std::uint32_t>(hash / 8 % 5)};
  }

  ObservedGraph GraphOf(const StateSpace& space) const {
    ObservedGraph graph;
    for (NodeId node = 0; node < space.nodes(); ++node) {
      for (const cpn::StateArc& arc : space.Out(node)) {
        generator::LabelId label = generator::kSilent;
        if (IsObserved(run_.engine.Element(arc.element).transition)) {
          const Case observed = Observe(arc.element);
          const auto found = std::ranges::find(graph.labels, observed);
          label = static_cast<generator::LabelId>(found - graph.labels.begin());
          if (found == graph.labels.end()) graph.labels.push_back(observed);
        }
        graph.arcs.push_back({arc.target, label});
      }
      graph.first_arc.push_back(graph.arcs.size());
    }
    return graph;
  }

  /// The cases of all paths; nothing where there are too many, or infinitely many.
  static std::optional<std::set<Case>> CasesOf(const ObservedGraph& graph, CaseOrder order) {
    const generator::PathCases found(graph, order);
    if (found.repeated_label() || found.cases().Count() > kMostCases) return std::nullopt;
    std::set<Case> cases;
    found.cases().ForEach([&](std::span<const generator::ObservationId> observed) {
      cases.emplace(observed.begin(), observed.end());
    });
    return cases;
  }

  void CompareCases(const StateSpace& whole, CaseOrder order) {
    ReductionOptions options;
    options.stubborn = true;
    for (cpn::TransitionId id = 0; id < run_.net.transitions().size(); ++id) {
      if (!IsObserved(id)) continue;
      (order == CaseOrder::kSequence ? options.visible : options.told).push_back(id);
    }
    const StateSpace reduced = Reduced(options);
    CompareMarkings(whole, reduced);
    if (!IsTrusted(reduced)) {
      ++coverage_.unreduced;
      return;
    }
    const auto expected = CasesOf(GraphOf(whole), order);
    const auto found = CasesOf(GraphOf(reduced), order);
    EXPECT_EQ(expected, found) << "order " << (order == CaseOrder::kSet ? "set" : "sequence");
    if (!expected) return;
    ++coverage_.with_cases;
    if (reduced.nodes() < whole.nodes()) ++coverage_.smaller_with_cases;
  }

  std::uint64_t seed_;
  std::unique_ptr<ModelBuilder> model_;
  RunningNet run_;
  Coverage& coverage_;
};

TEST(ReductionDifferentialTest, StubbornSetsKeepDeadMarkingsAndCases) {
  const std::uint64_t nets = FromEnvironment("CPNGEN_NETS", test::kSanitized ? 100 : 400);
  const std::uint64_t first = FromEnvironment("CPNGEN_FIRST_NET", 1);
  Coverage coverage;
  for (std::uint64_t seed = first; seed < first + nets; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    ReducedNet(seed, &coverage).Check();
    if (HasFailure()) break;
  }
  std::cout << coverage.nets << " nets, " << coverage.without_answer << " too large or failing, "
            << coverage.smaller << " reduced for dead markings, " << coverage.with_cases
            << " suites compared, " << coverage.smaller_with_cases << " of a smaller space, "
            << coverage.unreduced << " not to be trusted, " << coverage.unfolded << " unfolded, "
            << coverage.smaller_unfolded << " of them reduced\n";
  if (nets < 400) return;
  EXPECT_GT(coverage.smaller * 10, nets);
  EXPECT_GT(coverage.smaller_with_cases * 10, nets);
  EXPECT_GT(coverage.unfolded * 10, nets);
  EXPECT_GT(coverage.smaller_unfolded * 20, nets);
}

}  // namespace
}  // namespace differential
