// Suites generated from the .cpn models of the corpus (CPNGEN_CORPUS), against those that MBT/CPN
// generated from the same models; and .cpn models, ours too, imported and run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "suite/compare.h"
#include "testing/files.h"
#include "testing/paths.h"
#include "xml/xml.h"

namespace cpntools {
namespace {

namespace fs = std::filesystem;
using base::TemporaryFolder;
using cpngen::testing::Call;
using ::testing::Each;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

const fs::path kCorpus = test::CorpusPath();
const std::string kHere = test::SourcePath("/tests/cpntools/");

xml::Element Generate(const std::string& model, const std::string& with,
                      const std::string& specification, const std::vector<std::string>& settings) {
  const TemporaryFolder folder;
  const std::string file = folder / "suite.xml";
  std::vector<std::string> arguments = {"generate",     (kCorpus / "cpn" / model).string(),
                                        "--with",       kHere + with,
                                        "--spec",       specification,
                                        "-o",           file,
                                        "--state-space"};
  arguments.insert(arguments.end(), settings.begin(), settings.end());
  const auto outcome = Call(arguments);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return xml::ParseFile(file);
}

class TwoPhaseCommitSuiteTest : public ::testing::TestWithParam<int> {};

TEST_P(TwoPhaseCommitSuiteTest, IsThePublishedOne) {
  const std::string workers = std::to_string(GetParam());
  const fs::path published =
      kCorpus / "two-phase-commit-suites" / ("ss-tpctests-" + workers + ".xml");
  if (!fs::exists(published)) GTEST_SKIP() << "the corpus is not there";
  EXPECT_THAT(suite::CompareCases(xml::ParseFile(published.string()),
                                  Generate("twophasecommit.cpn", "two_phase_commit_tests.lua",
                                           "system", {"-D", "W=" + workers})),
              IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Workers, TwoPhaseCommitSuiteTest, ::testing::Values(2, 3, 4));

struct PaxosSettings {
  std::string kind;
  int replicas = 2;
  int phase_one_failures = 0;
  int phase_two_failures = 0;
  std::size_t more = 0;  ///< test cases of ours that were not published
};

void PrintTo(const PaxosSettings& s, std::ostream* out) {
  *out << s.kind << "_s" << s.replicas << '_' << s.phase_one_failures << '_'
       << s.phase_two_failures;
}

/// The published cases of these settings: system cases have a file each.
xml::Element Published(const PaxosSettings& s) {
  const fs::path folder = kCorpus / "paxos-suites" / (s.replicas == 2 ? "ss-2" : "si-3-10");
  const std::string name = (s.replicas == 2 ? "tcs-paxos-ss-" : "tcs-paxos-si-10-") + s.kind +
                           "-s" + std::to_string(s.replicas) + "-" +
                           std::to_string(s.phase_one_failures) + "-" +
                           std::to_string(s.phase_two_failures);
  if (fs::exists(folder / (name + ".xml"))) return xml::ParseFile(folder / (name + ".xml"));
  xml::Element all = xml::ParseFile(folder / (name + "-1.xml"));
  for (int i = 2; fs::exists(folder / (name + "-" + std::to_string(i) + ".xml")); ++i) {
    const xml::Element next = xml::ParseFile(folder / (name + "-" + std::to_string(i) + ".xml"));
    for (const xml::Element* one : next.FindChildren("TestCase")) all.children.push_back(*one);
  }
  return all;
}

class SinglePaxosSuiteTest : public ::testing::TestWithParam<PaxosSettings> {};

TEST_P(SinglePaxosSuiteTest, HasAllPublishedCases) {
  const PaxosSettings& s = GetParam();
  if (!fs::exists(kCorpus / "paxos-suites")) GTEST_SKIP() << "the corpus is not there";
  const std::string ids = s.replicas == 2 ? "[8080,8081]" : "[8080,8081,8082]";
  const std::vector<std::string> differences = suite::CompareCases(
      Published(s),
      Generate("singlePaxos.cpn", "single_paxos_tests.lua", s.kind,
               {"--initial", "Client_Request=[\"M1\"]", "-D", "n=" + std::to_string(s.replicas),
                "-D", "allIDs=" + ids, "-D", "fd_phaseone=" + std::to_string(s.phase_one_failures),
                "-D", "fd_phasetwo=" + std::to_string(s.phase_two_failures)}));
  EXPECT_THAT(differences, Each(StartsWith("extra")));
  EXPECT_THAT(differences, SizeIs(s.more));
}

/// With one failure of three replicas there are millions of states: not here (docs/cpn_tools.md).
INSTANTIATE_TEST_SUITE_P(
    Published, SinglePaxosSuiteTest,
    ::testing::Values(PaxosSettings{"qfprepare", 2, 0, 0}, PaxosSettings{"qfprepare", 2, 1, 0},
                      PaxosSettings{"qfprepare", 2, 0, 1}, PaxosSettings{"qfaccept", 2, 0, 0},
                      PaxosSettings{"qfaccept", 2, 1, 0}, PaxosSettings{"qfaccept", 2, 0, 1},
                      PaxosSettings{"qfcommit", 2, 0, 0}, PaxosSettings{"qfcommit", 2, 1, 0},
                      PaxosSettings{"qfcommit", 2, 0, 1}, PaxosSettings{"system", 2, 0, 0},
                      PaxosSettings{"system", 2, 1, 0}, PaxosSettings{"system", 2, 0, 1},
                      PaxosSettings{"qfprepare", 3, 0, 0}, PaxosSettings{"qfaccept", 3, 0, 0},
                      PaxosSettings{"qfcommit", 3, 0, 0}, PaxosSettings{"system", 3, 0, 0}),
    ::testing::PrintToStringParamName());

void ExpectRunsAsItIsAndImported(const fs::path& model) {
  const auto run = Call({"simulate", model.string(), "--steps", "300", "--json"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  const TemporaryFolder folder;
  ASSERT_EQ(Call({"import", model.string(), "-o", folder / "imported"}).code, 0);
  const std::string imported = folder / "imported/" + model.stem().string();
  const bool one_file = fs::exists(imported + ".lua");
  const auto again =
      Call({"simulate", imported + (one_file ? ".lua" : ""), "--steps", "300", "--json"});
  EXPECT_EQ(again.code, 0) << again.err;
  const auto steps = [](const std::string& json) { return json.substr(json.find("\"steps\"")); };
  EXPECT_EQ(steps(again.out), steps(run.out));
}

TEST(OurModelsTest, RunAsTheyAreAndImported) {
  ExpectRunsAsItIsAndImported(kHere + "models/philosophers.cpn");
  ExpectRunsAsItIsAndImported(kHere + "models/post.cpn");
}

class CpnToolsModelTest : public ::testing::TestWithParam<const char*> {};

TEST_P(CpnToolsModelTest, RunsAsItIsAndImported) {
  const fs::path model = kCorpus / "cpn" / (std::string(GetParam()) + ".cpn");
  if (!fs::exists(model)) GTEST_SKIP() << "the corpus is not there";
  ExpectRunsAsItIsAndImported(model);
}

INSTANTIATE_TEST_SUITE_P(Corpus, CpnToolsModelTest,
                         ::testing::Values("DiningPhilosophers", "DisCSP", "DistributedDataBase",
                                           "Instances", "LimitProtocol", "MultipleReceivers",
                                           "Queues", "Recursion", "SimpleProtocol", "UnionRecord",
                                           "singlePaxos", "twophasecommit"));

TEST(CpnToolsReportTest, SinglePaxosHasTheReportThatCpnToolsWrote) {
  const fs::path published = kCorpus / "cpn/singlePaxos.report.txt";
  if (!fs::exists(published)) GTEST_SKIP() << "the corpus is not there";
  const auto outcome = Call({"space", (kCorpus / "cpn/singlePaxos.cpn").string(), "--cpn-tools"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const auto without_file_and_date = [](const std::string& text) {
    return text.substr(text.find("\n\n"));
  };
  EXPECT_EQ(without_file_and_date(outcome.out),
            without_file_and_date(test::ReadFile(published.string())));
}

}  // namespace
}  // namespace cpntools
