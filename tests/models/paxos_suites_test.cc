// The suites that models/paxos yields: pinned sizes, and all that the published ones have.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "adapter/systems/paxos/cases/cases.h"
#include "adapter/systems/testing/typed_suite.h"
#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "testing/paths.h"

namespace models {
namespace {

namespace fs = std::filesystem;
using base::TemporaryFolder;
using cpngen::testing::Call;

const std::string kModel = test::SourcePath("/models/paxos");

struct Settings {
  int replicas = 3;
  int clients = 2;
  int phase_one_failures = 0;
  int phase_two_failures = 0;
  bool reduce = true;
};

std::vector<std::string> Arguments(const std::string& specification, const Settings& s) {
  return {"generate", kModel,
          "--spec",   specification,
          "-D",       "replicas=" + std::to_string(s.replicas),
          "-D",       "clients=" + std::to_string(s.clients),
          "-D",       "phase_one_failures=" + std::to_string(s.phase_one_failures),
          "-D",       "phase_two_failures=" + std::to_string(s.phase_two_failures),
          "-D",       s.reduce ? "reduce=true" : "reduce=false"};
}

cases::Suite Generate(const std::string& specification, const Settings& settings,
                      const std::vector<std::string>& method = {"--state-space"}) {
  const TemporaryFolder folder;
  const std::string file = folder / "suite.xml";
  std::vector<std::string> arguments = Arguments(specification, settings);
  arguments.insert(arguments.end(), method.begin(), method.end());
  arguments.insert(arguments.end(), {"-o", file});
  const auto outcome = Call(arguments);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return cases::ReadSuite(file);
}

template <class Reply>
bool Before(const Reply& a, const Reply& b);
template <>
bool Before(const cases::Promise& a, const cases::Promise& b) {
  return std::tie(a.rnd, a.vrnd, a.vval) < std::tie(b.rnd, b.vrnd, b.vval);
}
template <>
bool Before(const cases::Learn& a, const cases::Learn& b) {
  return std::tie(a.rnd, a.vval) < std::tie(b.rnd, b.vval);
}

/// The same case with its replies, which are a multi-set, in order.
cases::CaseContent Canonical(cases::CaseContent content) {
  if (content.Is<cases::PrepareQfCase>()) {
    auto& replies = content.As<cases::PrepareQfCase>().replies;
    std::sort(replies.begin(), replies.end(), Before<cases::Promise>);
  } else if (content.Is<cases::AcceptQfCase>()) {
    auto& replies = content.As<cases::AcceptQfCase>().replies;
    std::sort(replies.begin(), replies.end(), Before<cases::Learn>);
  }
  return content;
}

std::vector<cases::CaseContent> Contents(const cases::Suite& suite) {
  std::vector<cases::CaseContent> contents;
  for (const cases::TestCase& test_case : suite.cases) {
    contents.push_back(Canonical(test_case.content));
  }
  return contents;
}

std::string Specification(const std::string& kind) {
  const std::map<std::string, std::string> specifications = {{"system", "system"},
                                                             {"qfprepare", "prepare_qf"},
                                                             {"qfaccept", "accept_qf"},
                                                             {"qfcommit", "commit_qf"}};
  return specifications.at(kind);
}

/// Every case of the published file is one of ours, with one client and the file's configuration.
void ExpectCovered(const fs::path& file, const std::vector<std::string>& method) {
  SCOPED_TRACE(file);
  const cases::Suite published = cases::ReadSuite(file.string());
  const cases::Suite ours =
      Generate(Specification(published.kind),
               {published.configuration.system_size, 1, published.configuration.failure_phase_one,
                published.configuration.failure_phase_two},
               method);
  EXPECT_EQ(ours.configuration, published.configuration);
  const auto contents = Contents(ours);
  for (const cases::TestCase& test_case : published.cases) {
    EXPECT_THAT(contents, ::testing::Contains(Canonical(test_case.content)))
        << "case " << test_case.id;
  }
}

TEST(PaxosSuitesTest, PublishedCasesAreAmongOurs) {
  const fs::path corpus = fs::path(test::CorpusPath()) / "paxos-suites";
  if (!fs::exists(corpus)) GTEST_SKIP() << "no corpus at " << corpus;
  int files = 0;
  for (const char* folder : {"ss-2", "si-3-10"}) {
    for (const auto& entry : fs::directory_iterator(corpus / folder)) {
      ExpectCovered(entry.path(), {"--state-space"});
      ++files;
    }
  }
  const std::vector<std::string> runs = {"--simulations", "100", "--seed", "1"};
  ExpectCovered(corpus / "examples/systemtestexample.xml", runs);
  ExpectCovered(corpus / "examples/acceptqftest.xml", runs);
  EXPECT_EQ(files, 28);
}

TEST(PaxosSuitesTest, ReductionLosesNoTestCase) {
  for (const Settings& settings :
       {Settings{2, 2, 1, 0}, Settings{2, 2, 0, 1}, Settings{3, 1, 0, 0}}) {
    Settings full = settings;
    full.reduce = false;
    for (const char* specification : {"system", "prepare_qf", "accept_qf", "commit_qf"}) {
      EXPECT_EQ(Generate(specification, settings).cases, Generate(specification, full).cases)
          << specification;
    }
  }
}

struct Sizes {
  Settings settings;
  std::size_t system;
  std::size_t prepare_qf;
  std::size_t accept_qf;
  std::size_t commit_qf;
};

TEST(PaxosSuitesTest, SuitesHavePinnedSizes) {
  for (const Sizes& sizes : {Sizes{{3, 1, 0, 1}, 2, 12, 7, 3}, Sizes{{3, 2, 0, 0}, 2, 4, 6, 3}}) {
    EXPECT_EQ(Generate("system", sizes.settings).cases.size(), sizes.system);
    EXPECT_EQ(Generate("prepare_qf", sizes.settings).cases.size(), sizes.prepare_qf);
    EXPECT_EQ(Generate("accept_qf", sizes.settings).cases.size(), sizes.accept_qf);
    EXPECT_EQ(Generate("commit_qf", sizes.settings).cases.size(), sizes.commit_qf);
  }
}

/// What a leader took for its own decides, unless a value was locked in before.
std::string Decided(const cases::SystemCase& test_case) {
  for (const cases::LeaderProposal& proposal : test_case.leader_proposals) {
    const bool failed_in_phase_one =
        std::any_of(test_case.failures.begin(), test_case.failures.end(),
                    [&](const auto& f) { return f.phase == 1 && f.server == proposal.server; });
    if (!failed_in_phase_one) return proposal.value;
  }
  return "";
}

TEST(PaxosSuitesTest, StimuliOfASystemTestDetermineItsResponses) {
  const cases::Suite suite = Generate("system", {3, 2, 1, 1});
  // One leader that does not fail, after none, one or two that fail; each with one of two values.
  EXPECT_EQ(suite.cases.size(), 2u + 2 * 4 + 2 * 8);
  std::set<std::size_t> leaders;
  for (const cases::TestCase& test_case : suite.cases) {
    const auto& content = test_case.content.As<cases::SystemCase>();
    SCOPED_TRACE(test_case.id);
    EXPECT_THAT(content.responses, ::testing::ElementsAre(Decided(content)));
    EXPECT_EQ(content.leaders.size(), content.failures.size() + 1);
    EXPECT_EQ(content.leaders.size(), content.leader_proposals.size());
    leaders.insert(content.leaders.size());
  }
  EXPECT_THAT(leaders, ::testing::ElementsAre(1, 2, 3));
}

TEST(PaxosSuitesTest, PrepareSuiteHasMixedVotesRefusalsAndTooFewReplies) {
  const cases::Suite suite = Generate("prepare_qf", {3, 2, 0, 1});
  const auto contents = Contents(suite);
  const cases::Promise vote{8081, 8080, "M2"}, no_vote{8081, 0, ""}, refusal{0, 0, ""};
  using Case = cases::PrepareQfCase;
  EXPECT_THAT(contents, ::testing::Contains(cases::CaseContent(Case{{vote}, false, {}})));
  EXPECT_THAT(contents, ::testing::Contains(cases::CaseContent(Case{{no_vote, vote}, true, vote})));
  EXPECT_THAT(contents,
              ::testing::Contains(cases::CaseContent(Case{{refusal, no_vote, vote}, true, vote})));
}

TEST(PaxosSuitesTest, SimulationsYieldCasesOfTheStateSpace) {
  for (const char* specification : {"system", "prepare_qf", "accept_qf", "commit_qf"}) {
    SCOPED_TRACE(specification);
    const auto all = Contents(Generate(specification, {3, 2, 1, 1}));
    const auto some =
        Contents(Generate(specification, {3, 2, 1, 1}, {"--simulations", "20", "--seed", "3"}));
    for (const auto& content : some) EXPECT_THAT(all, ::testing::Contains(content));
  }
}

}  // namespace
}  // namespace models
