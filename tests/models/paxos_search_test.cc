// The search in a state space that nobody explored: the full Paxos model, three replicas, a failure
// in each phase, with one inscription wrong.
//
// The next leader counts from the replica that is suspected last, not from the lowest id that is
// suspected by nobody. When the news of the second failure overtakes that of the first, nobody
// leads. So the step that kills is known: replica 3 hears that 2 failed before it hears of 1.
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "search/nets/net_system.h"
#include "search/search.h"
#include "search/testing.h"
#include "testing/files.h"
#include "testing/paths.h"

namespace models {
namespace {

using search::nets::NetSystem;

class PaxosSearchTest : public ::testing::Test {
 protected:
  /// The model, with the property that a value can be learned, and with `wrong` in the place of
  /// what elects the next leader.
  search::Crew CrewOf(const std::string& wrong) {
    const std::filesystem::path folder = folder_.path() / "paxos";
    std::filesystem::copy(test::SourcePath("/models/paxos"), folder,
                          std::filesystem::copy_options::recursive |
                              std::filesystem::copy_options::overwrite_existing);
    const std::string right = "s == leader and s ~= ids[1]";
    std::string detectors = test::ReadFile(folder / "detectors.lua");
    const std::size_t at = detectors.find(right);
    EXPECT_NE(at, std::string::npos);
    folder_.Write("paxos/detectors.lua", detectors.replace(at, right.size(), wrong));
    folder_.Write("paxos/properties.lua", test::ReadFile(folder / "properties.lua") +
                                              "property \"can be learned\" "
                                              "(INV(POS(for_some(learned))))\n");
    cpn::lua::LoadOptions options;
    options.parameters = {
        {"phase_one_failures", "1"}, {"phase_two_failures", "1"}, {"reduce", "false"}};
    auto model = cpn::lua::LuaModel::Load(folder, options);
    const std::size_t last = model->properties().size() - 1;
    std::vector<std::unique_ptr<search::System>> systems;
    systems.push_back(std::make_unique<NetSystem>(std::move(model), std::vector<std::size_t>{last},
                                                  search::nets::NetOptions{}));
    return search::Crew(std::move(systems));
  }

  base::TemporaryFolder folder_;
};

TEST_F(PaxosSearchTest, WrongInscriptionIsFoundByWalksAloneAtItsStep) {
  search::Crew crew = CrewOf("s == leader and s == failed + 1");
  auto& net = static_cast<NetSystem&>(crew.first());
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    search::SearchOptions options;
    options.seed = seed;
    options.liveness = 1;
    options.executions = 10'000;
    const search::SearchResult result = search::testing::SearchWith(crew, options);
    ASSERT_EQ(result.suspects.size(), 1u) << "seed " << seed;
    const search::Suspect& suspect = result.suspects.front();
    search::CriticalOptions how;
    how.seed = seed;
    how.most_steps = result.most_steps;
    const search::Critical critical = FindCritical(crew, suspect, how);
    ASSERT_EQ(critical.condition, search::Condition::kC1) << "seed " << seed;
    search::Replay(net, search::Choices(suspect.choices.begin(),
                                        suspect.choices.begin() +
                                            static_cast<std::ptrdiff_t>(critical.step - 1)));
    EXPECT_EQ(net.engine().FormatElement(net.ElementOf(suspect.choices[critical.step - 1])),
              "Replicas.Proposer.LeaderDetector.ElectNextLeader (s = 3, failed = 2, "
              "ids = [1, 2, 3], ids2 = [1, 3], leader = 1)")
        << "seed " << seed;
  }
}

TEST_F(PaxosSearchTest, RightModelIsNotSuspected) {
  search::Crew crew = CrewOf("s == leader and s ~= ids[1]");
  search::SearchOptions options;
  options.liveness = 1;
  options.executions = 2'000;
  EXPECT_TRUE(search::testing::SearchWith(crew, options).suspects.empty());
}

}  // namespace
}  // namespace models
