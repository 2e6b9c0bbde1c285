// `cpngen mcc` against the answers that the tools of the Model Checking Contest 2023 agree on: all
// nets of the corpus (../shared/corpus/mcc), all examinations, every formula and bound.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "pnml/testing.h"
#include "testing/files.h"
#include "testing/paths.h"
#include "testing/text.h"

namespace mcc {
namespace {

namespace fs = std::filesystem;
using Lines = std::map<std::string, std::string>;

const fs::path kCorpus = fs::path(test::CorpusPath()) / "mcc";

/// The contest's answers are in files of shorter names.
constexpr std::array<std::pair<const char*, const char*>, 9> kExaminations{{
    {"StateSpace", "SS"},
    {"ReachabilityDeadlock", "RD"},
    {"QuasiLiveness", "QL"},
    {"Liveness", "L"},
    {"UpperBounds", "UB"},
    {"ReachabilityCardinality", "RC"},
    {"ReachabilityFireability", "RF"},
    {"CTLCardinality", "CTLC"},
    {"CTLFireability", "CTLF"},
}};

/// What each line "FORMULA name answer ..." or "STATE_SPACE name answer ..." says.
Lines AnswersIn(const std::string& text) {
  Lines answers;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string kind;
    std::string name;
    std::string answer;
    words >> kind >> name >> answer;
    if (kind == "FORMULA" || kind == "STATE_SPACE") answers[name] = answer;
  }
  return answers;
}

#ifdef __SANITIZE_ADDRESS__
constexpr bool kIsSlow = true;
#else
constexpr bool kIsSlow = false;
#endif

/// What takes most of the time, which a sanitizer multiplies.
bool IsLeftOut(const std::string& net, const std::string& examination) {
  return kIsSlow && net == "Philosophers-COL-000010" && examination == "CTLFireability";
}

std::vector<std::string> Nets() {
  std::vector<std::string> nets;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(kCorpus, none)) {
    nets.push_back(entry.path().filename().string());
  }
  std::sort(nets.begin(), nets.end());
  return nets;
}

class MccTest : public ::testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(MccTest);

TEST_P(MccTest, AgreesWithTheContest) {
  const fs::path folder = kCorpus / GetParam();
  for (const auto& [examination, file] : kExaminations) {
    if (IsLeftOut(GetParam(), examination)) continue;
    const Lines expected =
        AnswersIn(test::ReadFile(folder / ("oracle-" + std::string(file) + ".out")));
    ASSERT_FALSE(expected.empty()) << examination;
    const auto outcome =
        cpngen::testing::Call({"mcc", folder.string(), "--examination", examination});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Lines answers = AnswersIn(outcome.out);
    for (const auto& [name, answer] : expected) {
      if (answer == "?") continue;
      const auto found = answers.find(name);
      ASSERT_NE(found, answers.end()) << name;
      EXPECT_EQ(found->second, answer) << name;
    }
  }
}

/// "Nodes: ...": what `cpngen space --count` says.
std::string CountsOf(const std::string& model) {
  const auto outcome = cpngen::testing::Call({"space", model, "--count"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return outcome.out.substr(outcome.out.find("Nodes:"));
}

TEST_P(MccTest, ExportHasTheSameStateSpace) {
  const base::TemporaryFolder folder;
  const std::string net = (kCorpus / GetParam() / "model.pnml").string();
  const auto outcome = cpngen::testing::Call({"export", net, "-o", folder / "again.pnml"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(CountsOf(folder / "again.pnml"), CountsOf(net));
}

INSTANTIATE_TEST_SUITE_P(Corpus, MccTest, ::testing::ValuesIn(Nets()), [](const auto& net) {
  std::string name = net.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(PnmlModelTest, EveryCommandTakesAPnmlFile) {
  const base::TemporaryFolder folder;
  const std::string net = folder.Write("net.pnml", pnml::testing::PlainNet());
  const auto outcome = cpngen::testing::Call({"space", net, "--count"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("Nodes:  3"), std::string::npos) << outcome.out;
}

class OurNetTest : public ::testing::TestWithParam<const char*> {};

TEST_P(OurNetTest, ExportHasTheSameStateSpace) {
  const base::TemporaryFolder folder;
  const std::string net = test::SourcePath("/tests/fuzz/seeds/pnml/") + GetParam() + ".pnml";
  const auto outcome = cpngen::testing::Call({"export", net, "-o", folder / "again.pnml"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(CountsOf(folder / "again.pnml"), CountsOf(net));
}

INSTANTIATE_TEST_SUITE_P(Pnml, OurNetTest,
                         ::testing::Values("clock", "contest", "plain", "products", "references"));

class ShippedModelTest : public ::testing::TestWithParam<const char*> {};

TEST_P(ShippedModelTest, ExportHasTheSameStateSpace) {
  const base::TemporaryFolder folder;
  const std::string model = test::SourcePath("/models/") + GetParam() + ".lua";
  const auto outcome = cpngen::testing::Call({"export", model, "-o", folder / "net.pnml"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(CountsOf(folder / "net.pnml"), CountsOf(model));
}

// Those that are symmetric nets (docs/pnml.md).
INSTANTIATE_TEST_SUITE_P(Models, ShippedModelTest,
                         ::testing::Values("dining_philosophers", "distributed_data_base",
                                           "philosophers", "producers_consumers"));

TEST(PnmlModelTest, AnErrorNamesItsPlaceInTheFile) {
  const base::TemporaryFolder folder;
  const std::string net = folder.Write(
      "net.pnml", test::Replace(pnml::testing::PlainNet(), "target=\"t\"", "target=\"u\""));
  const auto outcome = cpngen::testing::Call({"space", net});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, net +
                             ":5:24: there is no node of id u\n"
                             "<arc id=\"1\" source=\"a\" target=\"u\"/>\n"
                             "                       ^\n");
}

TEST(MccCorpusTest, IsThere) {
  if (Nets().empty()) GTEST_SKIP() << "no corpus in " << kCorpus << "; set CPNGEN_CORPUS";
  EXPECT_EQ(Nets().size(), 24u);
}

}  // namespace
}  // namespace mcc
