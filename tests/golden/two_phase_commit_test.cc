// The suites of two-phase commit: those that MBT/CPN published, and larger ones of the same model.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/temporary_folder.h"
#include "suite/compare.h"
#include "testing/paths.h"
#include "tests/golden/program.h"
#include "xml/xml.h"

namespace golden {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

const std::string kModel = "models/two_phase_commit";

std::size_t CountCases(const xml::Element& test) { return test.FindChildren("TestCase").size(); }

class TwoPhaseCommitSuiteTest : public ::testing::TestWithParam<int> {
 protected:
  base::TemporaryFolder folder_;

  xml::Element Generate(const std::string& method) {
    const std::string file = folder_ / "suite.xml";
    const Outcome outcome = RunCpngen("generate " + kModel + " --spec system " + method +
                                      " -D W=" + std::to_string(GetParam()) + " -o " + file);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return xml::ParseFile(file);
  }
};

TEST_P(TwoPhaseCommitSuiteTest, StateSpaceGivesThePublishedCases) {
  const std::string file = test::CorpusPath("/two-phase-commit-suites/ss-tpctests-") +
                           std::to_string(GetParam()) + ".xml";
  if (!fs::exists(file)) GTEST_SKIP() << "no corpus: " << file << " is absent";
  const xml::Element published = xml::ParseFile(file);
  const xml::Element generated = Generate("--state-space");
  EXPECT_THAT(suite::CompareCases(published, generated), IsEmpty());
  EXPECT_EQ(generated.FindAttribute("TestName")->value, published.FindAttribute("TestName")->value);
}

TEST_P(TwoPhaseCommitSuiteTest, StateSpaceGivesACaseForEveryVote) {
  EXPECT_EQ(CountCases(Generate("--state-space")), std::size_t{1} << GetParam());
}

TEST_P(TwoPhaseCommitSuiteTest, EnoughSimulationsGiveTheSameCases) {
  EXPECT_THAT(suite::CompareCases(Generate("--state-space"), Generate("--simulations 400")),
              IsEmpty());
}

TEST_P(TwoPhaseCommitSuiteTest, OneSimulationGivesOneOfThem) {
  const auto differences =
      suite::CompareCases(Generate("--state-space"), Generate("--simulations 1"));
  EXPECT_THAT(differences, SizeIs((std::size_t{1} << GetParam()) - 1));
}

INSTANTIATE_TEST_SUITE_P(Workers, TwoPhaseCommitSuiteTest, ::testing::Values(2, 3, 4));

TEST(TwoPhaseCommitTest, StateSpacesHaveTheirKnownSizes) {
  for (const auto& [w, sizes] :
       {std::pair{2, "32 states, 39 arcs"}, std::pair{3, "100 states, 143 arcs"},
        std::pair{4, "332 states, 515 arcs"}}) {
    const Outcome outcome = RunCpngen(
        "generate " + kModel + " --spec system --state-space -D W=" + std::to_string(w) + " -o -");
    EXPECT_THAT(outcome.err, StartsWith("cpngen: standard output: " + std::to_string(1 << w) +
                                        " test cases (" + sizes + ", "));
  }
}

TEST(TwoPhaseCommitTest, TenWorkersGiveAllCases) {
  const base::TemporaryFolder folder;
  const std::string file = folder / "suite.xml";
  const Outcome outcome =
      RunCpngen("generate " + kModel + " --spec system --state-space -D W=10 -o " + file);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err,
              StartsWith("cpngen: " + file + ": 1024 test cases (454760 states, 798587 arcs, "));
  const xml::Element test = xml::ParseFile(file);
  EXPECT_EQ(CountCases(test), 1024u);
  EXPECT_THAT(suite::CompareCases(test, test), IsEmpty());
}

TEST(TwoPhaseCommitTest, ModelOfTheLanguagesExampleGivesAsManyCases) {
  const std::string example = test::DslPath("/two_phase_commit.lua");
  if (!fs::exists(example)) GTEST_SKIP() << "no example: " << example << " is absent";
  const Outcome outcome =
      RunCpngen("generate " + example + " --spec system --state-space -D W=4 -o -");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(CountCases(xml::Parse(outcome.out, "-")), 16u);
}

}  // namespace
}  // namespace golden
