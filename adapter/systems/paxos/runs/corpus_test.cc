// The published suites: every case passes, and every oracle value is really compared (changing one
// makes its case fail).
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "adapter/execute.h"
#include "adapter/selection.h"

namespace adapter {
namespace {

const std::string kFolder = CPNGEN_CORPUS "/paxos-suites";

#define SKIP_WITHOUT_CORPUS()                               \
  if (!std::filesystem::exists(kFolder)) {                  \
    GTEST_SKIP() << "the corpus is not there: " << kFolder; \
  }                                                         \
  static_assert(true)

/// A case with one oracle value changed, and which one.
struct Flip {
  std::string oracle;
  cases::CaseContent content;
};

class Flipper {
 public:
  static std::vector<Flip> FlipsOf(const cases::CaseContent& content) {
    Flipper flipper(content);
    std::visit([&](const auto& test) { flipper.FlipAll(test); }, content);
    return std::move(flipper.flips_);
  }

 private:
  explicit Flipper(const cases::CaseContent& content) : original_(content) {}

  /// Adds a copy of the case after `change` was applied to it.
  template <typename Case, typename Change>
  void Add(const std::string& oracle, Change change) {
    Flip flip{oracle, original_};
    change(std::get<Case>(flip.content));
    flips_.push_back(std::move(flip));
  }

  void FlipAll(const cases::PrepareQfCase& test) {
    using Case = cases::PrepareQfCase;
    Add<Case>("quorum", [](Case& c) { c.quorum = !c.quorum; });
    if (!test.combined) {
      Add<Case>("no combined", [](Case& c) { c.combined = cases::Promise{}; });
      return;
    }
    Add<Case>("rnd", [](Case& c) { ++c.combined->rnd; });
    Add<Case>("vrnd", [](Case& c) { ++c.combined->vrnd; });
    Add<Case>("vval", [](Case& c) { c.combined->vval += "x"; });
    Add<Case>("combined", [](Case& c) { c.combined.reset(); });
  }
  void FlipAll(const cases::AcceptQfCase& test) {
    using Case = cases::AcceptQfCase;
    Add<Case>("quorum", [](Case& c) { c.quorum = !c.quorum; });
    if (!test.combined) {
      Add<Case>("no combined", [](Case& c) { c.combined = cases::Learn{}; });
      return;
    }
    Add<Case>("rnd", [](Case& c) { ++c.combined->rnd; });
    Add<Case>("vval", [](Case& c) { c.combined->vval += "x"; });
    Add<Case>("combined", [](Case& c) { c.combined.reset(); });
  }
  void FlipAll(const cases::CommitQfCase&) {
    using Case = cases::CommitQfCase;
    Add<Case>("quorum", [](Case& c) { c.quorum = !c.quorum; });
  }
  void FlipAll(const cases::AcceptorCase& test) {
    using Case = cases::AcceptorCase;
    for (std::size_t i = 0; i < test.steps.size(); ++i) {
      if (!test.steps[i].reply) {
        Add<Case>("refusal", [i](Case& c) { c.steps[i].reply = cases::Promise{}; });
        continue;
      }
      Add<Case>("reply", [i](Case& c) { c.steps[i].reply.reset(); });
      if (std::holds_alternative<cases::Promise>(*test.steps[i].reply)) {
        const auto promise = [i](Case& c) -> cases::Promise& {
          return std::get<cases::Promise>(*c.steps[i].reply);
        };
        Add<Case>("promise rnd", [=](Case& c) { ++promise(c).rnd; });
        Add<Case>("promise vrnd", [=](Case& c) { ++promise(c).vrnd; });
        Add<Case>("promise vval", [=](Case& c) { promise(c).vval += "x"; });
      } else {
        const auto learn = [i](Case& c) -> cases::Learn& {
          return std::get<cases::Learn>(*c.steps[i].reply);
        };
        Add<Case>("learn rnd", [=](Case& c) { ++learn(c).rnd; });
        Add<Case>("learn val", [=](Case& c) { learn(c).vval += "x"; });
      }
    }
  }
  void FlipAll(const cases::FailureDetectorCase& test) {
    using Case = cases::FailureDetectorCase;
    for (std::size_t i = 0; i < test.expect_suspected.size(); ++i) {
      Add<Case>("suspect", [i](Case& c) { c.expect_suspected[i] = !c.expect_suspected[i]; });
    }
  }
  void FlipAll(const cases::LeaderChangeCase& test) {
    using Case = cases::LeaderChangeCase;
    for (std::size_t i = 0; i < test.leaders.size(); ++i) {
      Add<Case>("leader", [i](Case& c) { ++c.leaders[i]; });
    }
  }
  // Extensions, which no published suite has.
  void FlipAll(const cases::QuorumCallCase&) {}
  void FlipAll(const cases::LearnerCase&) {}
  void FlipAll(const cases::StorageCase&) {}
  void FlipAll(const cases::ConfigurationCase&) {}
  void FlipAll(const cases::WireCase&) {}
  void FlipAll(const cases::SystemCase& test) {
    using Case = cases::SystemCase;
    for (std::size_t i = 0; i < test.leaders.size(); ++i) {
      Add<Case>("leader", [i](Case& c) { ++c.leaders[i]; });
    }
    Add<Case>("last leader", [](Case& c) { c.leaders.pop_back(); });
    Add<Case>("one more leader", [](Case& c) { c.leaders.push_back(c.leaders.back() + 1); });
    for (std::size_t i = 0; i < test.responses.size(); ++i) {
      Add<Case>("response", [i](Case& c) { c.responses[i] += "x"; });
    }
    Add<Case>("no response", [](Case& c) { c.responses.clear(); });
  }

  const cases::CaseContent& original_;
  std::vector<Flip> flips_;
};

RunOptions Fast() {
  RunOptions options;
  options.transport = Transport::kInProcess;
  options.timeout = std::chrono::minutes(1);
  return options;
}

TEST(CorpusTest, EveryCaseOfEveryFilePassesOverEveryTransport) {
  SKIP_WITHOUT_CORPUS();
  const Plan plan = MakePlan({{kFolder}, ""});
  EXPECT_EQ(plan.suites.size(), 34u);
  EXPECT_EQ(plan.cases.size(), 98u);
  for (const Transport transport : {Transport::kTcp, Transport::kUnix, Transport::kInProcess}) {
    RunOptions options = Fast();
    options.transport = transport;
    for (const CaseResult& result : RunCases(plan.cases, {2, 1, 1}, MakeCaseRunner(options), {})) {
      EXPECT_EQ(result.verdict.outcome, Outcome::kPass)
          << TransportName(transport) << ' ' << result.file << ' ' << result.id << ": "
          << result.verdict.detail;
    }
  }
}

TEST(CorpusTest, EveryOracleValueOfEveryKindIsCompared) {
  SKIP_WITHOUT_CORPUS();
  const Plan plan = MakePlan({{kFolder}, ""});
  const CaseRunner run = MakeCaseRunner(Fast());
  std::map<cases::Kind, std::set<std::string>> flipped;
  for (const SelectedCase& selected : plan.cases) {
    for (Flip& flip : Flipper::FlipsOf(selected.test->content)) {
      flipped[selected.suite->kind].insert(flip.oracle);
      const cases::TestCase test{selected.test->id, std::move(flip.content), 0};
      EXPECT_EQ(run(*selected.suite, test, 1).outcome, Outcome::kFail)
          << selected.suite->file << ' ' << test.id << ": changed " << flip.oracle;
    }
  }
  const std::map<cases::Kind, std::set<std::string>> expected = {
      {cases::Kind::kPrepareQf, {"quorum", "rnd", "vrnd", "vval", "combined", "no combined"}},
      {cases::Kind::kAcceptQf, {"quorum", "rnd", "vval", "combined", "no combined"}},
      {cases::Kind::kCommitQf, {"quorum"}},
      {cases::Kind::kAcceptor,
       {"refusal", "reply", "promise rnd", "promise vrnd", "promise vval", "learn rnd",
        "learn val"}},
      {cases::Kind::kFailureDetector, {"suspect"}},
      {cases::Kind::kLeaderChange, {"leader"}},
      {cases::Kind::kSystem,
       {"leader", "last leader", "one more leader", "response", "no response"}}};
  EXPECT_EQ(flipped, expected);
}

}  // namespace
}  // namespace adapter
