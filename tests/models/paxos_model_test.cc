// The state spaces of models/paxos: pinned figures, and what must hold in every marking, of the
// model and of variants that are broken on purpose (so that the oracle is seen to object).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "testing/paths.h"
#include "tests/models/paxos_oracle.h"
#include "tests/models/variant.h"

namespace models {
namespace {

const std::string kModel = test::SourcePath("/models/paxos");

struct Parameters {
  int replicas = 3;
  int clients = 2;
  int phase_one_failures = 0;
  int phase_two_failures = 0;
  bool reduce = true;
};

std::unique_ptr<cpn::lua::LuaModel> Load(const std::string& path, const Parameters& parameters) {
  cpn::lua::LoadOptions options;
  options.parameters = {{"replicas", std::to_string(parameters.replicas)},
                        {"clients", std::to_string(parameters.clients)},
                        {"phase_one_failures", std::to_string(parameters.phase_one_failures)},
                        {"phase_two_failures", std::to_string(parameters.phase_two_failures)},
                        {"reduce", parameters.reduce ? "true" : "false"}};
  return cpn::lua::LuaModel::Load(path, options);
}

PaxosVerdict ExamineModel(const std::string& path, const Parameters& parameters) {
  const auto model = Load(path, parameters);
  return Examine(*model, cpn::Explore(model->engine()));
}

struct Figures {
  std::uint64_t nodes = 0;
  std::uint64_t arcs = 0;
  std::uint64_t dead_markings = 0;
  bool operator==(const Figures&) const = default;
};

void PrintTo(const Figures& f, std::ostream* out) {
  *out << f.nodes << " nodes, " << f.arcs << " arcs, " << f.dead_markings << " dead markings";
}

struct Pinned {
  Parameters parameters;
  Figures figures;
};

void PrintTo(const Pinned& p, std::ostream* out) {
  *out << p.parameters.replicas << " replicas, " << p.parameters.clients << " clients, failures "
       << p.parameters.phase_one_failures << " and " << p.parameters.phase_two_failures
       << (p.parameters.reduce ? "" : ", not reduced");
}

class PaxosModelTest : public ::testing::TestWithParam<Pinned> {};

TEST_P(PaxosModelTest, StateSpaceHasPinnedSizeAndKeepsThePromisesOfPaxos) {
  const auto model = Load(kModel, GetParam().parameters);
  const cpn::StateSpace space = cpn::Explore(model->engine());
  const PaxosVerdict verdict = Examine(*model, space);
  EXPECT_EQ(GetParam().figures, (Figures{space.nodes(), space.arcs(), verdict.dead_markings}));
  EXPECT_EQ(verdict.not_proposed, 0u);
  EXPECT_EQ(verdict.disagreements, 0u);
  EXPECT_EQ(verdict.not_chosen, 0u);
  EXPECT_EQ(verdict.without_answer, 0u);
}

INSTANTIATE_TEST_SUITE_P(
    Configurations, PaxosModelTest,
    ::testing::Values(
        Pinned{{2, 1, 0, 0}, {43, 54, 1}}, Pinned{{2, 2, 0, 1}, {252, 390, 4}},
        Pinned{{2, 2, 0, 1, false}, {1488, 4556, 4}}, Pinned{{3, 1, 0, 0}, {187, 273, 1}},
        Pinned{{3, 1, 0, 0, false}, {46988, 268988, 1}}, Pinned{{3, 2, 0, 0}, {570, 1204, 2}},
        Pinned{{3, 2, 1, 0}, {1581, 2961, 4}}, Pinned{{3, 2, 0, 1}, {3380, 5370, 4}},
        Pinned{{3, 2, 1, 1}, {15889, 23185, 8}}, Pinned{{3, 3, 0, 1}, {9406, 25749, 6}},
        Pinned{{4, 2, 0, 1}, {10622, 21450, 4}}, Pinned{{5, 2, 0, 0}, {11090, 38366, 2}},
        Pinned{{5, 2, 1, 0}, {47548, 112268, 4}}));

TEST(PaxosVariantTest, OwnValueDespiteAVoteBreaksAgreement) {
  const Variant variant("paxos", "phases.lua",
                        "output = { AcceptCall { s, Message.Accept { rnd, locked } } }",
                        "output = { AcceptCall { s, Message.Accept { rnd, v } } }");
  EXPECT_GT(ExamineModel(variant.path(), {3, 2, 0, 1}).disagreements, 0u);
}

TEST(PaxosVariantTest, OnePromiseAsAQuorumBreaksAgreement) {
  const Variant variant("paxos", "quorum_calls.lua", "count(replies, \"Promise\") >= quorum",
                        "count(replies, \"Promise\") >= 1");
  EXPECT_GT(ExamineModel(variant.path(), {3, 2, 0, 1}).disagreements, 0u);
}

TEST(PaxosVariantTest, OneVoteAsAQuorumLetsLearnWhatIsNotChosen) {
  const Variant variant("paxos", "quorum_calls.lua", "count(replies, \"Learn\") >= quorum",
                        "count(replies, \"Learn\") >= 1");
  EXPECT_GT(ExamineModel(variant.path(), {3, 2, 0, 0}).not_chosen, 0u);
}

TEST(PaxosVariantTest, LeaderWithoutRequestProposesWhatNoClientDoes) {
  const Variant variant("paxos", "proposer.lua", "test = { Request { s, v } },", "");
  EXPECT_GT(ExamineModel(variant.path(), {2, 2, 0, 0, false}).not_proposed, 0u);
}

TEST(PaxosVariantTest, LearnerThatAnswersOneClientLeavesTheOtherWithoutAnswer) {
  const Variant variant("paxos", "learner.lua", "Response { a, all, v }", "Response { a, 1, v }");
  const PaxosVerdict verdict = ExamineModel(variant.path(), {3, 2, 0, 0});
  EXPECT_GT(verdict.dead_markings, 0u);
  EXPECT_EQ(verdict.without_answer, verdict.dead_markings);
}

TEST(PaxosVariantTest, NoNextLeaderLeavesClientsWithoutAnswer) {
  const Variant variant("paxos", "phases.lua",
                        "output = { TimeoutFD(s) },\n  }\nend)\n\nPhaseThree",
                        "}\nend)\n\nPhaseThree");
  EXPECT_GT(ExamineModel(variant.path(), {3, 2, 0, 1}).without_answer, 0u);
}

TEST(PaxosModelDeclarationsTest, HasThePapersModules) {
  const auto model = Load(kModel, {});
  std::vector<std::string> names;
  for (const cpn::ModuleDeclaration& module : model->model().modules) {
    if (&module != &model->model().modules[model->model().top]) names.push_back(module.name);
  }
  EXPECT_THAT(names, ::testing::UnorderedElementsAre(
                         "Clients", "ProposeValue", "Replicas", "Proposer", "ProposerCore",
                         "InitProposer", "LeaderDetector", "FailureDetector", "Phases", "PhaseOne",
                         "PhaseTwo", "PhaseThree", "Prepare", "Accept", "Commit", "Acceptor",
                         "HandlePrepare", "HandleAccept", "Learner", "HandleCommit"));
}

TEST(PaxosModelDeclarationsTest, NetIsTheSameForAnyNumberOfReplicas) {
  const auto three = Load(kModel, {3, 2, 0, 0});
  const auto five = Load(kModel, {5, 2, 1, 1});
  EXPECT_EQ(three->net().places().size(), five->net().places().size());
  ASSERT_EQ(three->net().transitions().size(), five->net().transitions().size());
  for (std::size_t i = 0; i < three->net().transitions().size(); ++i) {
    EXPECT_EQ(three->net().transitions()[i].name, five->net().transitions()[i].name);
  }
}

TEST(PaxosModelDeclarationsTest, StatesThePapersProperties) {
  const auto model = Load(kModel, {});
  std::vector<std::string> names;
  for (const cpn::ctl::Property& property : model->properties()) names.push_back(property.name);
  EXPECT_THAT(names, ::testing::ElementsAre("S1", "S2", "S3", "L1", "L2"));
}

TEST(PaxosModelParametersTest, MoreFailuresThanLeadersIsAnError) {
  try {
    Load(kModel, {3, 2, 2, 1});
    FAIL() << "loaded";
  } catch (const cpn::ModelError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("phase_one_failures + phase_two_failures is too "
                                                   "much: nobody is left to lead"));
  }
}

}  // namespace
}  // namespace models
