// The models of the corpus (../shared/corpus/cpn, README.md there), translated: their state spaces
// are those that CPN Tools and the models' authors printed.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <ostream>
#include <string>

#include "cpn/lua/lua_model.h"
#include "cpn/report/state_space_report.h"
#include "cpntools/reader.h"
#include "cpntools/translate.h"
#include "tests/cpntools/translated.h"

namespace cpntools {
namespace {

namespace fs = std::filesystem;
using cpn::report::HomeKind;

struct KnownAnswer {
  std::string model;
  std::map<std::string, std::string> parameters;
  std::uint64_t nodes = 0;
  std::uint64_t arcs = 0;
  std::uint64_t scc_nodes = 0;
  std::uint64_t scc_arcs = 0;
  std::uint64_t dead_markings = 0;
  HomeKind home = HomeKind::kAll;
};

void PrintTo(const KnownAnswer& answer, std::ostream* out) {
  *out << answer.model;
  for (const auto& [name, value] : answer.parameters) *out << ' ' << name << '=' << value;
}

fs::path FileOf(const std::string& model) {
  return fs::path(CPNGEN_CORPUS) / "cpn" / (model + ".cpn");
}

std::unique_ptr<cpn::lua::LuaModel> Load(const std::string& model,
                                         const std::map<std::string, std::string>& parameters) {
  const Translation translation = Translate(ReadDocumentFile(FileOf(model).string()), model);
  EXPECT_EQ(testing::Problems(translation), "");
  return testing::Load(translation, model, parameters);
}

class CpnToolsAnswersTest : public ::testing::TestWithParam<KnownAnswer> {};

TEST_P(CpnToolsAnswersTest, TranslatedModelHasTheStateSpaceThatCpnToolsFound) {
  const KnownAnswer& answer = GetParam();
  if (!fs::exists(FileOf(answer.model))) GTEST_SKIP() << "the corpus is not there";
  const auto model = Load(answer.model, answer.parameters);
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
}

KnownAnswer DataBase(int n, std::uint64_t nodes, std::uint64_t arcs) {
  return {"DistributedDataBase", {{"n", std::to_string(n)}}, nodes, arcs, 1, 0};
}

KnownAnswer Philosophers(int n, std::uint64_t nodes, std::uint64_t arcs) {
  return {"DiningPhilosophers", {{"n", std::to_string(n)}}, nodes, arcs, 1, 0};
}

INSTANTIATE_TEST_SUITE_P(
    Published, CpnToolsAnswersTest,
    ::testing::Values(DataBase(2, 7, 8), DataBase(3, 28, 42), DataBase(4, 109, 224),
                      DataBase(5, 406, 1090), DataBase(6, 1459, 4872), Philosophers(2, 3, 4),
                      Philosophers(3, 4, 6), Philosophers(5, 11, 30), Philosophers(10, 123, 680),
                      KnownAnswer{"SimpleProtocol", {}, 428, 1130, 182, 673, 1, HomeKind::kSome},
                      KnownAnswer{
                          "LimitProtocol", {}, 13215, 52784, 5013, 37312, 1, HomeKind::kSome},
                      KnownAnswer{"singlePaxos", {}, 55, 116, 55, 116, 1, HomeKind::kSome}));

class CpnToolsTranslationTest : public ::testing::TestWithParam<const char*> {};

/// Their state spaces are infinite, or nobody published them.
TEST_P(CpnToolsTranslationTest, TranslatedModelLoads) {
  if (!fs::exists(FileOf(GetParam()))) GTEST_SKIP() << "the corpus is not there";
  EXPECT_NE(Load(GetParam(), {}), nullptr);
}

INSTANTIATE_TEST_SUITE_P(Corpus, CpnToolsTranslationTest,
                         ::testing::Values("DisCSP", "Instances", "MultipleReceivers", "Queues",
                                           "Recursion", "UnionRecord", "twophasecommit"));

}  // namespace
}  // namespace cpntools
