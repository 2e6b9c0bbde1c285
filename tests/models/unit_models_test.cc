// The models of one acceptor, of the failure detector and of the quorum functions alone: their
// suites hold every behaviour of the published examples, and what the Paxos model lacks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "generator/testing.h"
#include "suite/reader.h"
#include "suite/suite.h"

namespace models {
namespace {

namespace fs = std::filesystem;

suite::Suite Generate(const std::string& model, const std::string& specification) {
  const generator::testing::TemporaryFolder folder;
  const std::string file = folder / "suite.xml";
  const auto outcome =
      generator::testing::Call({"generate", std::string(CPNGEN_SOURCE_DIR "/models/paxos/") + model,
                                "--spec", specification, "--state-space", "-o", file});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return suite::ReadSuite(file);
}

fs::path Examples() { return fs::path(CPNGEN_CORPUS) / "paxos-suites/examples"; }

TEST(AcceptorModelTest, SuiteHasEverySequenceOfThreeMessagesOfThreeRounds) {
  const suite::Suite suite = Generate("acceptor_model.lua", "acceptor");
  EXPECT_EQ(suite.kind, suite::Kind::kAcceptor);
  EXPECT_EQ(suite.cases.size(), 6u * 6 * 6);
}

TEST(AcceptorModelTest, PublishedCasesBeginCasesOfOurs) {
  if (!fs::exists(Examples())) GTEST_SKIP() << "no corpus at " << Examples();
  const suite::Suite ours = Generate("acceptor_model.lua", "acceptor");
  const suite::Suite published = suite::ReadSuite((Examples() / "acceptortest.xml").string());
  EXPECT_EQ(published.cases.size(), 10u);
  for (const suite::TestCase& test_case : published.cases) {
    const auto& steps = std::get<suite::AcceptorCase>(test_case.content).steps;
    EXPECT_TRUE(std::any_of(ours.cases.begin(), ours.cases.end(),
                            [&](const auto& other) {
                              const auto& all = std::get<suite::AcceptorCase>(other.content).steps;
                              return steps.size() <= all.size() &&
                                     std::equal(steps.begin(), steps.end(), all.begin());
                            }))
        << "case " << test_case.id;
  }
}

TEST(FailureDetectorModelTest, SuiteHasEveryTimeoutOfThreeReplicas) {
  const suite::Suite suite = Generate("failure_detector_model.lua", "failure_detector");
  EXPECT_EQ(suite.kind, suite::Kind::kFailureDetector);
  EXPECT_EQ(suite.cases.size(), 8u * 8);
  for (const suite::TestCase& test_case : suite.cases) {
    const auto& content = std::get<suite::FailureDetectorCase>(test_case.content);
    for (std::size_t i = 0; i < content.alive.size(); ++i) {
      EXPECT_NE(content.alive[i], content.expect_suspected[i]) << "case " << test_case.id;
    }
  }
}

TEST(FailureDetectorModelTest, PublishedCasesAreAmongOurs) {
  if (!fs::exists(Examples())) GTEST_SKIP() << "no corpus at " << Examples();
  std::vector<suite::CaseContent> ours;
  for (const auto& test_case : Generate("failure_detector_model.lua", "failure_detector").cases) {
    ours.push_back(test_case.content);
  }
  const suite::Suite published = suite::ReadSuite((Examples() / "timeouttest.xml").string());
  EXPECT_EQ(published.cases.size(), 5u);
  for (const suite::TestCase& test_case : published.cases) {
    EXPECT_THAT(ours, ::testing::Contains(test_case.content)) << "case " << test_case.id;
  }
}

TEST(QuorumFunctionsModelTest, SuitesHaveEveryMultiSetOfUpToThreeReplies) {
  // Of 5 answers (no vote, two votes, refusal, stray) 5 + 15 + 35 multi-sets, less the 2 + 3 + 4
  // without an answer of the round; of 3 answers to Accept 3 + 6 + 10, less as many.
  EXPECT_EQ(Generate("quorum_functions_model.lua", "prepare_qf").cases.size(), 46u);
  EXPECT_EQ(Generate("quorum_functions_model.lua", "accept_qf").cases.size(), 10u);
  EXPECT_EQ(Generate("quorum_functions_model.lua", "commit_qf").cases.size(), 3u);
}

TEST(QuorumFunctionsModelTest, PrepareSuiteHasWhatFailuresAfterAQuorumNeverCause) {
  std::vector<suite::CaseContent> contents;
  for (const auto& test_case : Generate("quorum_functions_model.lua", "prepare_qf").cases) {
    auto content = std::get<suite::PrepareQfCase>(test_case.content);
    std::sort(content.replies.begin(), content.replies.end(), [](const auto& a, const auto& b) {
      return std::tie(a.rnd, a.vrnd) < std::tie(b.rnd, b.vrnd);
    });
    contents.emplace_back(content);
  }
  const suite::Promise first{8082, 8080, "M1"}, second{8082, 8081, "M2"}, refusal{0, 0, ""};
  const suite::Promise none{8082, 0, ""}, stray{8081, 8080, "M1"};
  using Case = suite::PrepareQfCase;
  EXPECT_THAT(contents,
              ::testing::Contains(suite::CaseContent(Case{{first, second}, true, second})));
  EXPECT_THAT(contents,
              ::testing::Contains(suite::CaseContent(Case{{refusal, refusal, first}, false, {}})));
  EXPECT_THAT(contents, ::testing::Contains(suite::CaseContent(Case{{stray, none}, false, {}})));
  EXPECT_THAT(contents,
              ::testing::Contains(suite::CaseContent(Case{{stray, none, none}, true, none})));
}

}  // namespace
}  // namespace models
