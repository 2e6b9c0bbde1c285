// State spaces over several ranks, as threads of this process, against those of one worker: on
// random nets, with tables so small that every branch is taken, and on the shipped models.
//
// CPNGEN_NETS sets the number of nets (1,000 without it, fewer with sanitizers), CPNGEN_FIRST_NET
// the first seed.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cpn/distributed/gathered_graph.h"
#include "cpn/distributed/rank.h"
#include "cpn/distributed/thread_transport.h"
#include "cpn/explore/state_space.h"
#include "cpn/lua/lua_model.h"
#include "testing/paths.h"
#include "testing/sanitized.h"
#include "tests/differential/environment.h"
#include "tests/differential/random_model.h"

namespace differential {
namespace {

using cpn::distributed::Rank;
using cpn::distributed::RankOptions;
using cpn::distributed::Transport;
using cpn::testing::ModelBuilder;
using cpn::testing::RunningNet;

constexpr std::size_t kMostNodes = 60;

/// What must not depend on ranks; the markings of each level as text, sorted.
struct Found {
  std::uint64_t states = 0, arcs = 0, dead = 0, depth = 0;
  cpn::ExplorationEnd end = cpn::ExplorationEnd::kComplete;
  std::vector<std::vector<std::string>> levels;
  std::string failure;
  bool operator==(const Found& other) const {
    return states == other.states && arcs == other.arcs && dead == other.dead &&
           depth == other.depth && end == other.end && levels == other.levels &&
           failure == other.failure;
  }
  // The rest may depend on them.
  std::uint64_t moves = 0;  // how often markings went to other owners
};

std::ostream& operator<<(std::ostream& out, const Found& f) {
  return out << f.states << " states, " << f.arcs << " arcs, " << f.dead << " dead, depth "
             << f.depth << ", end " << static_cast<int>(f.end) << ", " << f.failure;
}

Found FindAlone(cpn::Engine& engine, const cpn::ExplorationOptions& options) {
  Found found;
  try {
    const cpn::StateSpace space = cpn::Explore(engine, options);
    const auto levels = space.levels();
    for (std::size_t i = 0; i + 1 < levels.size(); ++i) {
      std::vector<std::string>& level = found.levels.emplace_back();
      for (cpn::NodeId node = levels[i]; node < levels[i + 1]; ++node) {
        level.push_back(engine.FormatMarking(space.MarkingOf(node)));
        found.dead += space.IsDead(node) ? 1 : 0;
      }
      std::ranges::sort(level);
    }
    found.states = space.nodes();
    found.arcs = space.arcs();
    found.depth = levels.size() - 2;
    found.end = space.end();
  } catch (const cpn::ModelError&) {
    found.failure = "the model fails";
  }
  return found;
}

/// What `rank` found adds to what others found.
void Collect(Rank& rank, const cpn::StateCount& count, Found& found) {
  found.states = count.states;
  found.arcs = count.arcs;
  found.dead = count.dead_markings;
  found.depth = count.depth;
  found.end = count.end;
  found.moves = rank.statistics().moves;
  const std::vector<cpn::NodeId>& levels = rank.levels();
  found.levels.resize(levels.size() - 1);
  for (std::size_t i = 0; i + 1 < levels.size(); ++i) {
    for (cpn::NodeId node = levels[i]; node < levels[i + 1]; ++node) {
      found.levels[i].push_back(rank.engine().FormatMarking(rank.MarkingOf(node)));
    }
  }
}

/// `with_engine(work)` gives each rank an engine of its own.
template <typename WithEngine>
Found FindTogether(unsigned ranks, const RankOptions& options, const WithEngine& with_engine) {
  Found found;
  std::mutex mutex;
  try {
    cpn::distributed::RunRanks(ranks, [&](Transport& transport) {
      with_engine([&](cpn::Engine& engine) {
        Rank rank(&engine, &transport, options);
        const cpn::StateCount count = rank.TogetherExplore();
        const std::lock_guard lock(mutex);
        // What all explored alike, all have.
        if (rank.is_shared() || transport.rank() == 0) Collect(rank, count, found);
      });
    });
  } catch (const cpn::ModelError&) {
    return {0, 0, 0, 0, cpn::ExplorationEnd::kComplete, {}, "the model fails"};
  }
  for (auto& level : found.levels) std::ranges::sort(level);
  return found;
}

/// The graph as text: the arcs of each marking in their order, with transitions and targets.
template <typename Out>
std::string GraphText(cpn::NodeId nodes, const Out& out) {
  std::string text;
  for (cpn::NodeId node = 0; node < nodes; ++node) {
    text += std::to_string(node) + ":";
    for (const auto& [transition, target] : out(node)) {
      text += " " + std::to_string(transition) + ">" + std::to_string(target);
    }
    text += "\n";
  }
  return text;
}

std::string GraphAlone(cpn::Engine& engine, const cpn::ExplorationOptions& options) {
  const cpn::StateSpace space = cpn::Explore(engine, options);
  return GraphText(static_cast<cpn::NodeId>(space.nodes()), [&](cpn::NodeId node) {
    std::vector<std::pair<std::uint32_t, cpn::NodeId>> arcs;
    for (const cpn::StateArc& arc : space.Out(node)) {
      arcs.emplace_back(engine.Element(arc.element).transition, arc.target);
    }
    return arcs;
  });
}

class Transitions final : public cpn::distributed::ArcLabels {
 public:
  explicit Transitions(cpn::Engine& engine) : engine_(engine) {}
  std::uint32_t LabelOf(cpn::BindingElementId element, cpn::NodeId, std::uint32_t) override {
    return engine_.Element(element).transition;
  }

 private:
  cpn::Engine& engine_;
};

template <typename WithEngine>
std::string GraphTogether(unsigned ranks, const RankOptions& options,
                          const WithEngine& with_engine) {
  std::string text;
  cpn::distributed::RunRanks(ranks, [&](Transport& transport) {
    with_engine([&](cpn::Engine& engine) {
      Rank rank(&engine, &transport, options);
      rank.TogetherExplore();
      Transitions labels(engine);
      const cpn::distributed::GatheredGraph graph = TogetherGather(rank, labels);
      if (transport.rank() != 0) {
        EXPECT_TRUE(graph.arcs.empty());
        return;
      }
      text = GraphText(graph.nodes(), [&](cpn::NodeId node) {
        std::vector<std::pair<std::uint32_t, cpn::NodeId>> arcs;
        for (const cpn::StateArc& arc : graph.Out(node)) arcs.emplace_back(arc.element, arc.target);
        return arcs;
      });
    });
  });
  return text;
}

RankOptions OptionsFor(std::uint64_t seed, std::uint64_t max_states) {
  RankOptions options;
  options.exploration.max_states = max_states;
  cpn::ExplorationTuning& tuning = options.exploration.tuning;
  static constexpr std::uint32_t kRaw[] = {32, 0, 2, 64, 1};
  static constexpr std::uint32_t kMask[] = {64, 64, 3, 64, 0};
  tuning.raw_tokens = kRaw[seed % 5];
  tuning.mask_tokens = std::max(kMask[seed % 5], std::min(tuning.raw_tokens, 64u));
  if (seed % 7 == 0) tuning.memo_bytes = 0;
  tuning.batch = 1 + seed % 4;
  if (seed % 11 < 6) tuning.many_transitions = 1;
  options.batch_bytes = seed % 3 == 0 ? 1 : 40;
  options.alike_until = seed % 4 == 0 ? 10 : 0;
  if (seed % 3 != 0) options.choose_again_from = 4;
  if (seed % 5 != 0) options.help_from = 0;
  options.least_given = 1;
  return options;
}

TEST(DistributedDifferentialTest, RanksFindWhatOneWorkerFindsOnRandomNets) {
  const std::uint64_t first = FromEnvironment("CPNGEN_FIRST_NET", 1);
  const std::uint64_t nets = FromEnvironment("CPNGEN_NETS", test::kSanitized ? 400 : 1000);
  std::uint64_t complete = 0, failures = 0, arcs = 0, moves = 0;
  for (std::uint64_t seed = first; seed < first + nets; ++seed) {
    const std::unique_ptr<ModelBuilder> model = RandomModel(seed);
    RunningNet run(*model);
    const RankOptions options = OptionsFor(seed, kMostNodes);
    const Found expected = FindAlone(run.engine, options.exploration);
    static constexpr unsigned kRanks[] = {2, 3, 1, 4, 8};
    const unsigned ranks = kRanks[seed % 5];
    const auto with_engine = [&](const auto& work) {
      const std::unique_ptr<ModelBuilder> own = RandomModel(seed);
      RunningNet own_run(*own);
      work(own_run.engine);
    };
    const Found found = FindTogether(ranks, options, with_engine);
    ASSERT_EQ(found, expected) << "net " << seed << ", " << ranks
                               << " ranks; rerun with CPNGEN_FIRST_NET=" << seed
                               << " CPNGEN_NETS=1";
    if (found.failure.empty()) {
      ASSERT_EQ(GraphTogether(ranks, options, with_engine),
                GraphAlone(run.engine, options.exploration))
          << "net " << seed << ", " << ranks << " ranks";
    }
    complete += found.end == cpn::ExplorationEnd::kComplete ? 1 : 0;
    failures += found.failure.empty() ? 0 : 1;
    arcs += found.arcs;
    moves += found.moves;
  }
  std::cout << nets << " nets, " << complete << " complete, " << failures << " fail, " << arcs
            << " arcs, " << moves << " times moved to other ranks\n";
  if (nets < 500) return;
  EXPECT_GT(failures, 0u);
  EXPECT_GT(arcs, nets * 5);
  EXPECT_GT(moves, nets / 50);
}

struct SharedCase {
  const char* model;
  std::map<std::string, std::string> parameters;
};

void PrintTo(const SharedCase& c, std::ostream* out) {
  *out << c.model;
  for (const auto& [name, value] : c.parameters) *out << " -D " << name << '=' << value;
}

class SharedModelsTest : public ::testing::TestWithParam<SharedCase> {};

TEST_P(SharedModelsTest, AnyNumberOfRanksFindsTheSame) {
  const std::filesystem::path path =
      std::filesystem::path(test::SourcePath()) / "models" / GetParam().model;
  cpn::lua::LoadOptions load;
  load.parameters = GetParam().parameters;
  const auto model = cpn::lua::LuaModel::Load(path, load);
  cpn::ExplorationOptions alone;
  alone.max_states = 6000;
  const Found expected = FindAlone(model->engine(), alone);
  ASSERT_EQ(expected.failure, "");
  const std::string graph = GraphAlone(model->engine(), alone);
  for (const unsigned ranks : {1u, 2u, 3u, 4u, 8u}) {
    RankOptions options;
    options.exploration.max_states = alone.max_states;
    options.alike_until = ranks % 2 == 0 ? 100 : 0;
    options.choose_again_from = 200;
    options.batch_bytes = 500;
    options.help_from = 4;
    options.least_given = 2;
    const auto with_engine = [&](const auto& work) {
      work(cpn::lua::LuaModel::Load(path, load)->engine());
    };
    EXPECT_EQ(FindTogether(ranks, options, with_engine), expected) << ranks << " ranks";
    EXPECT_EQ(GraphTogether(ranks, options, with_engine), graph) << ranks << " ranks";
  }
}

INSTANTIATE_TEST_SUITE_P(
    Models, SharedModelsTest,
    ::testing::Values(SharedCase{"two_phase_commit", {{"W", "4"}}},
                      SharedCase{"paxos", {{"replicas", "2"}, {"clients", "2"}}},
                      SharedCase{"paxos", {{"replicas", "3"}, {"phase_two_failures", "1"}}},
                      SharedCase{"philosophers.lua", {{"N", "8"}}},
                      SharedCase{"producers_consumers.lua", {}},
                      SharedCase{"paxos_kernel.lua", {{"acceptors", "2"}}},
                      SharedCase{"transaction_commit.lua", {{"N", "4"}}},
                      SharedCase{"two_phase.lua", {{"N", "3"}}},
                      SharedCase{"lamport_paxos.lua", {{"ballots", "2"}, {"values", "2"}}}),
    [](const auto& c) {
      const std::string model = c.param.model;
      return model.substr(0, model.find('.')) + std::to_string(c.index);
    });

}  // namespace
}  // namespace differential
