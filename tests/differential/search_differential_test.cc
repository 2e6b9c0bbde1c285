// The search for dead states against the definitions on random nets: what a look at all markings
// says, and that walks alone agree with it or differ as docs/liveness_search.md says, never late.
//
// CPNGEN_NETS sets the number of nets (without it, as many as take about a second),
// CPNGEN_FIRST_NET the first seed.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "cpn/ctl/testing.h"
#include "cpn/explore/explorer.h"
#include "search/nets/fates.h"
#include "search/search.h"
#include "tests/differential/definitions.h"
#include "tests/differential/environment.h"
#include "tests/differential/random_model.h"

namespace differential {
namespace {

using cpn::ctl::Formula;
using cpn::ctl::Operator;
using cpn::ctl::testing::LambdaFunctions;
using cpn::testing::ModelBuilder;
using cpn::testing::RunningNet;
using search::nets::Agreement;
using search::nets::Fates;
using search::nets::Graph;
using search::nets::NetSystem;

constexpr std::size_t kMostNodes = 200;

struct Coverage {
  std::uint64_t nets = 0, without_answer = 0, with_dead = 0, with_doomed = 0, suspects = 0;
  std::map<std::string, std::uint64_t> answers;
};

/// Nodes that can be reached from each node, itself included.
std::vector<std::vector<bool>> Reach(const cpn::StateSpace& space) {
  const std::size_t nodes = space.nodes();
  std::vector<std::vector<bool>> reach(nodes, std::vector<bool>(nodes));
  for (std::size_t from = 0; from < nodes; ++from) {
    std::vector<std::size_t> open{from};
    reach[from][from] = true;
    while (!open.empty()) {
      const std::size_t node = open.back();
      open.pop_back();
      for (const auto& arc : space.Out(static_cast<cpn::NodeId>(node))) {
        if (reach[from][arc.target]) continue;
        reach[from][arc.target] = true;
        open.push_back(arc.target);
      }
    }
  }
  return reach;
}

class NetTest {
 public:
  NetTest(std::uint64_t seed, Coverage* coverage)
      : seed_(seed),
        random_(seed ^ 0x6c6976656e657373u),
        model_(seed % 2 == 0 ? RandomModel(seed) : RandomGraphModel(seed)),
        run_(*model_),
        coverage_(*coverage) {}

  void Check() {
    ++coverage_.nets;
    std::optional<cpn::StateSpace> space;
    try {
      cpn::ExplorationOptions options;
      options.max_states = kMostNodes;
      space = cpn::Explore(run_.engine, options);
    } catch (const cpn::ModelError&) {
    }
    if (!space || !space->complete()) {
      ++coverage_.without_answer;
      return;
    }
    condition_ = Condition();
    CheckFates(*space);
    if (!::testing::Test::HasFatalFailure()) CheckSearch();
  }

 private:
  /// A pseudo-random predicate over one or two places, true of some share of their markings.
  Formula Atom() {
    const auto places = static_cast<std::uint32_t>(run_.net.places().size());
    const cpn::PlaceId place = random_.Below(places);
    const std::uint64_t salt = random_.Next();
    const std::uint64_t one_in = 2 + random_.Below(4);
    return functions_.Nf([=](const cpn::ctl::testing::Reader& at) {
      return base::Random(salt ^ at(place).id).Next() % one_in == 0;
    });
  }
  Formula Condition() {
    using cpn::ctl::testing::Make;
    switch (random_.Below(4)) {
      case 0:
        return Make(Operator::kAnd, {Atom(), Atom()});
      case 1:
        return Make(Operator::kOr, {Atom(), Atom()});
      case 2:
        return cpn::ctl::testing::Not(Atom());
      default:
        return Atom();
    }
  }

  std::unique_ptr<search::System> NewSystem() {
    search::nets::Goal goal;
    goal.condition = &condition_;
    return std::make_unique<NetSystem>(search::nets::NetParts{&run_.engine, &functions_, {goal}},
                                       search::nets::NetOptions{});
  }

  void CheckFates(const cpn::StateSpace& space) {
    reference::Ctl truth = Definitions(run_.engine, space, functions_, false);
    const std::vector<std::vector<bool>> reach = Reach(space);
    const std::size_t nodes = space.nodes();
    std::vector<bool> holds, again(nodes), last_with_f(nodes);
    for (std::size_t n = 0; n < nodes; ++n) holds.push_back(truth.InState(condition_, n));
    for (std::size_t n = 0; n < nodes; ++n) {
      bool is_last = true, has_f = false, comes_back = space.IsDead(static_cast<cpn::NodeId>(n));
      for (const auto& arc : space.Out(static_cast<cpn::NodeId>(n))) {
        comes_back = comes_back || reach[arc.target][n];
      }
      for (std::size_t m = 0; m < nodes; ++m) {
        if (!reach[n][m]) continue;
        is_last = is_last && reach[m][n];
        has_f = has_f || holds[m];
      }
      again[n] = holds[n] && comes_back;
      last_with_f[n] = is_last && has_f;
    }
    const auto without = [&](const std::vector<bool>& wanted) {
      std::uint64_t count = 0;
      for (std::size_t n = 0; n < nodes; ++n) {
        bool reaches = false;
        for (std::size_t m = 0; m < nodes; ++m) reaches = reaches || (reach[n][m] && wanted[m]);
        count += reaches ? 0 : 1;
      }
      return count;
    };
    const std::unique_ptr<search::System> system = NewSystem();
    graph_ = Graph::Of(static_cast<NetSystem&>(*system), kMostNodes);
    ASSERT_TRUE(graph_);
    ASSERT_EQ(graph_->nodes(), nodes);
    ASSERT_EQ(graph_->arcs(), space.arcs());
    fates_ = search::nets::FatesOf(*graph_, 0);
    ASSERT_EQ(fates_.dead, without(holds));
    ASSERT_EQ(fates_.doomed, without(again));
    ASSERT_EQ(fates_.surely_doomed, without(last_with_f));
    ASSERT_EQ(fates_.dead_without_faults, fates_.dead);
    coverage_.with_dead += fates_.dead > 0 ? 1 : 0;
    coverage_.with_doomed += fates_.doomed > fates_.dead ? 1 : 0;
    if (fates_.dead > 0) {
      ASSERT_TRUE(fates_.is_dead[graph_->At(fates_.shortest)]);
    }
  }

  /// Walks alone.
  void CheckSearch() {
    std::vector<std::unique_ptr<search::System>> systems;
    systems.push_back(NewSystem());
    search::Crew crew(std::move(systems));
    search::SearchOptions options;
    options.seed = seed_;
    options.liveness = 1;
    options.executions = 200;
    options.most_steps = 1'000;
    search::SearchResult result;
    search::Search(crew, options, result);
    if (result.suspects.empty()) {
      ++coverage_.answers[fates_.dead == 0 ? "nothing, and there is nothing" : "missed"];
      return;
    }
    ++coverage_.suspects;
    const search::Suspect& suspect = result.suspects.front();
    search::CriticalOptions how;
    how.seed = seed_;
    how.walks = 20;
    how.most_steps = options.most_steps;
    const search::Critical critical = FindCritical(crew, suspect, how);
    const auto comparison = search::nets::Compare(*graph_, fates_, suspect, critical);
    std::string answer = ToString(comparison, critical);
    ASSERT_NE(comparison.agreement, Agreement::kLate) << answer;
    if (comparison.agreement == Agreement::kEarly ||
        comparison.agreement == Agreement::kFalsePositive) {
      const std::span<const search::Choice> to(suspect.choices.data(), critical.step);
      ASSERT_TRUE(RecoveryFrom(*graph_, 0, graph_->At(to)));
    }
    if (comparison.agreement == Agreement::kEarly) answer = "early";
    if (comparison.agreement == Agreement::kUndecided) {
      answer =
          *comparison.exact == 0 ? "undecided, dead from the start" : "undecided, and dead later";
    }
    ++coverage_.answers[answer];
    how.exact_states = 1'000;
    const search::Critical looked = FindCritical(crew, suspect, how);
    ASSERT_EQ(ToString(search::nets::Compare(*graph_, fates_, suspect, looked), looked),
              comparison.exact ? "exact" : "nothing is out of reach");
  }

  const std::uint64_t seed_;
  base::Random random_;
  std::unique_ptr<ModelBuilder> model_;
  RunningNet run_;
  LambdaFunctions functions_;
  Formula condition_;
  std::optional<Graph> graph_;
  Fates fates_;
  Coverage& coverage_;
};

TEST(SearchDifferential, AgreesWithTheDefinitionsOrSaysHowItDiffers) {
  const std::uint64_t nets = FromEnvironment("CPNGEN_NETS", 2'000);
  const std::uint64_t first = FromEnvironment("CPNGEN_FIRST_NET", 1);
  Coverage coverage;
  for (std::uint64_t seed = first; seed < first + nets; ++seed) {
    NetTest(seed, &coverage).Check();
    ASSERT_FALSE(HasFatalFailure()) << "net " << seed;
  }
  std::cout << coverage.nets << " nets, " << coverage.without_answer << " without an answer, "
            << coverage.with_dead << " with dead markings, " << coverage.with_doomed
            << " with more that are doomed, " << coverage.suspects << " suspects\n";
  for (const auto& [answer, count] : coverage.answers) {
    std::cout << "  " << answer << ": " << count << "\n";
  }
  std::cout << std::flush;
  EXPECT_GT(10 * coverage.with_dead, nets) << "too few nets have dead markings";
  EXPECT_GT(coverage.answers["exact"], nets / 20);
}

}  // namespace
}  // namespace differential
