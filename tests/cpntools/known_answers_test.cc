// The models of the corpus (../shared/corpus/cpn, README.md there), translated: their state spaces
// are those that CPN Tools and the models' authors printed. Those of models/, which are ours, are
// small enough to be counted by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <tuple>

#include "cpn/lua/lua_model.h"
#include "cpn/report/state_space_report.h"
#include "cpntools/document/reader.h"
#include "cpntools/overrides.h"
#include "cpntools/translate.h"
#include "testing/paths.h"
#include "tests/cpntools/translated.h"

namespace cpntools {
namespace {

namespace fs = std::filesystem;
using cpn::report::HomeKind;
using ::testing::Each;
using ::testing::IsEmpty;
using ::testing::SizeIs;

struct KnownAnswer {
  std::string model;
  std::map<std::string, std::string> parameters;
  std::uint64_t nodes = 0;
  std::uint64_t arcs = 0;
  std::uint64_t scc_nodes = 0;
  std::uint64_t scc_arcs = 0;
  std::uint64_t dead_markings = 0;
  HomeKind home = HomeKind::kAll;
  bool all_live_and_impartial = false;              ///< otherwise nothing was published
  std::map<std::string, std::string> initial = {};  ///< other initial markings, by place
};

void PrintTo(const KnownAnswer& answer, std::ostream* out) {
  *out << answer.model;
  for (const auto& [name, value] : answer.parameters) *out << ' ' << name << '=' << value;
  for (const auto& [name, value] : answer.initial) *out << ' ' << name << '=' << value;
}

fs::path FileOf(const std::string& model) {
  return fs::path(test::CorpusPath()) / "cpn" / (model + ".cpn");
}

fs::path OurFile(const std::string& model) {
  return test::SourcePath("/tests/cpntools/models/") + model + ".cpn";
}

std::unique_ptr<cpn::lua::LuaModel> Load(const fs::path& file,
                                         const std::map<std::string, std::string>& parameters,
                                         const std::map<std::string, std::string>& initial = {}) {
  Document document = ReadDocumentFile(file.string());
  for (const auto& [place, inscription] : initial) SetInitialMarking(document, place, inscription);
  const std::string model = file.stem().string();
  const Translation translation = Translate(document, model);
  EXPECT_EQ(testing::Problems(translation), "");
  return testing::Load(translation, model, parameters);
}

void ExpectStateSpace(const fs::path& file, const KnownAnswer& answer) {
  const auto model = Load(file, answer.parameters, answer.initial);
  const cpn::StateSpace space = cpn::Explore(model->engine());
  const auto report = cpn::report::MakeReport(model->engine(), space);
  EXPECT_TRUE(report.complete());
  EXPECT_EQ(report.nodes, answer.nodes);
  EXPECT_EQ(report.arcs, answer.arcs);
  EXPECT_EQ(report.scc.nodes, answer.scc_nodes);
  EXPECT_EQ(report.scc.arcs, answer.scc_arcs);
  EXPECT_EQ(report.dead_markings.size(), answer.dead_markings);
  ASSERT_TRUE(report.home);
  EXPECT_EQ(report.home->kind, answer.home);
  if (!answer.all_live_and_impartial) return;
  ASSERT_TRUE(report.live_transitions && report.fairness);
  EXPECT_THAT(*report.live_transitions, SizeIs(model->net().transitions().size()));
  EXPECT_THAT(*report.fairness, Each(cpn::report::Fairness::kImpartial));
}

class CpnToolsSpaceTest : public ::testing::TestWithParam<KnownAnswer> {};

TEST_P(CpnToolsSpaceTest, TranslatedModelHasTheStateSpaceThatCpnToolsFound) {
  const fs::path file = FileOf(GetParam().model);
  if (!fs::exists(file)) GTEST_SKIP() << "the corpus is not there";
  ExpectStateSpace(file, GetParam());
}

KnownAnswer DataBase(int n, std::uint64_t nodes, std::uint64_t arcs) {
  return {"DistributedDataBase",
          {{"n", std::to_string(n)}},
          nodes,
          arcs,
          1,
          0,
          0,
          HomeKind::kAll,
          true};
}

KnownAnswer Philosophers(int n, std::uint64_t nodes, std::uint64_t arcs) {
  return {
      "DiningPhilosophers", {{"n", std::to_string(n)}}, nodes, arcs, 1, 0, 0, HomeKind::kAll, true};
}

/// Of the spaces without their components in the README they are pinned: what we found.
KnownAnswer Simple(int limit, std::uint64_t nodes, std::uint64_t arcs, std::uint64_t scc_nodes,
                   std::uint64_t scc_arcs) {
  KnownAnswer answer{"SimpleProtocol", {}, nodes, arcs, scc_nodes, scc_arcs, 1, HomeKind::kSome};
  answer.initial = {{"Limit", std::to_string(limit) + "`e"}};
  return answer;
}

INSTANTIATE_TEST_SUITE_P(
    Published, CpnToolsSpaceTest,
    ::testing::Values(DataBase(2, 7, 8), DataBase(3, 28, 42), DataBase(4, 109, 224),
                      DataBase(5, 406, 1090), DataBase(6, 1459, 4872), DataBase(7, 5104, 20426),
                      Philosophers(2, 3, 4), Philosophers(3, 4, 6), Philosophers(4, 7, 16),
                      Philosophers(5, 11, 30), Philosophers(6, 18, 60), Philosophers(7, 29, 112),
                      Philosophers(8, 47, 208), Philosophers(9, 76, 378),
                      Philosophers(10, 123, 680), Simple(1, 33, 44, 17, 16),
                      Simple(2, 428, 1130, 182, 673), Simple(3, 3329, 12825, 1281, 8865),
                      Simple(4, 18520, 91220, 6587, 67240),
                      KnownAnswer{
                          "LimitProtocol", {}, 13215, 52784, 5013, 37312, 1, HomeKind::kSome},
                      KnownAnswer{"singlePaxos", {}, 55, 116, 55, 116, 1, HomeKind::kSome}));

// Of five philosophers nobody, one, or two who are no neighbours can eat: 1 + 5 + 5.
TEST(OurModelsTest, PhilosophersHaveTheStateSpaceOfTheBook) {
  for (const auto& [n, nodes, arcs] : {std::tuple{2, 3u, 4u}, std::tuple{5, 11u, 30u}}) {
    ExpectStateSpace(OurFile("philosophers"), Philosophers(n, nodes, arcs));
  }
}

// Letter 1 is sent, delivered or read; each letter 2 may be lost as well, and the two are equal: 3
// times 10 markings. All letters are read or lost in 3 of them.
TEST(OurModelsTest, PostHasTheStateSpaceCountedByHand) {
  ExpectStateSpace(OurFile("post"), {"post", {}, 30, 56, 30, 56, 3, HomeKind::kNone});
}

TEST(CpnToolsAnswersTest, LimitProtocolHasNoLiveAndNoDeadTransitions) {
  if (!fs::exists(FileOf("LimitProtocol"))) GTEST_SKIP() << "the corpus is not there";
  const auto model = Load(FileOf("LimitProtocol"), {});
  const cpn::StateSpace space = cpn::Explore(model->engine());
  const auto report = cpn::report::MakeReport(model->engine(), space);
  EXPECT_THAT(report.dead_transitions, IsEmpty());
  ASSERT_TRUE(report.live_transitions);
  EXPECT_THAT(*report.live_transitions, IsEmpty());
  ASSERT_TRUE(report.home);
  EXPECT_EQ(report.home->nodes, report.dead_markings);
}

/// What a document has, and what its translation has of it.
struct Sizes {
  std::size_t transitions = 0;
  std::size_t arcs = 0;  ///< with tokens
  std::size_t conditions = 0;
  std::size_t initial_markings = 0;  ///< but for [], which may be no token or an empty list
  std::size_t priorities = 0;
  bool operator==(const Sizes&) const = default;
};

void PrintTo(const Sizes& s, std::ostream* out) {
  *out << s.transitions << " transitions, " << s.arcs << " arcs, " << s.conditions
       << " conditions, " << s.initial_markings << " initial markings, " << s.priorities
       << " priorities";
}

Sizes SizesOf(const Document& document) {
  Sizes sizes;
  for (const Page& page : document.pages) {
    for (const Transition& transition : page.transitions) {
      if (!transition.subpage.empty()) continue;
      ++sizes.transitions;
      const std::string& guard = transition.guard.text;
      if (!guard.empty() && guard != "[]") ++sizes.conditions;
      const std::string& priority = transition.priority.text;
      if (!priority.empty() && priority != "P_NORMAL") ++sizes.priorities;
    }
    for (const Arc& arc : page.arcs) {
      const auto transition =
          std::find_if(page.transitions.begin(), page.transitions.end(),
                       [&](const Transition& one) { return one.id == arc.transition; });
      // Arcs of substitution transitions stand for the arcs behind them.
      if (transition->subpage.empty() && arc.inscription.text != "empty") ++sizes.arcs;
    }
    for (const Place& place : page.places) {
      const std::string& marking = place.initial.text;
      const bool none = marking.empty() || marking == "empty" || marking.ends_with("[]") ||
                        marking.starts_with("0`");
      if (place.port.empty() && !none) ++sizes.initial_markings;
    }
  }
  return sizes;
}

Sizes SizesOf(const cpn::Model& model) {
  Sizes sizes;
  for (const cpn::ModuleDeclaration& module : model.modules) {
    for (const cpn::TransitionDeclaration& transition : module.transitions) {
      ++sizes.transitions;
      if (!transition.guards.empty() || !transition.lets.empty()) ++sizes.conditions;
      if (transition.priority != 0) ++sizes.priorities;
      sizes.arcs += transition.arcs.size();
    }
    for (const cpn::PlaceDeclaration& place : module.places) {
      const bool none = place.initial.empty() || place.initial_text == "1`[]";
      if (!none) ++sizes.initial_markings;
    }
  }
  return sizes;
}

class CpnToolsTranslationTest : public ::testing::TestWithParam<const char*> {};

TEST_P(CpnToolsTranslationTest, DropsNoInscription) {
  const fs::path file = FileOf(GetParam());
  if (!fs::exists(file)) GTEST_SKIP() << "the corpus is not there";
  EXPECT_EQ(SizesOf(Load(file, {})->model()), SizesOf(ReadDocumentFile(file.string())));
}

TEST(OurModelsTest, TranslationDropsNoInscription) {
  for (const char* model : {"philosophers", "post"}) {
    const fs::path file = OurFile(model);
    EXPECT_EQ(SizesOf(Load(file, {})->model()), SizesOf(ReadDocumentFile(file.string()))) << model;
  }
}

INSTANTIATE_TEST_SUITE_P(Corpus, CpnToolsTranslationTest,
                         ::testing::Values("DiningPhilosophers", "DisCSP", "DistributedDataBase",
                                           "Instances", "LimitProtocol", "MultipleReceivers",
                                           "Queues", "Recursion", "SimpleProtocol", "UnionRecord",
                                           "singlePaxos", "twophasecommit"));

}  // namespace
}  // namespace cpntools
