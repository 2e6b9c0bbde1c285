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
  suite::CaseContent content;
};

class Flipper {
 public:
  static std::vector<Flip> FlipsOf(const suite::CaseContent& content) {
    Flipper flipper(content);
    std::visit([&](const auto& test) { flipper.FlipAll(test); }, content);
    return std::move(flipper.flips_);
  }

 private:
  explicit Flipper(const suite::CaseContent& content) : original_(content) {}

  /// Adds a copy of the case after `change` was applied to it.
  template <typename Case, typename Change>
  void Add(const std::string& oracle, Change change) {
    Flip flip{oracle, original_};
    change(std::get<Case>(flip.content));
    flips_.push_back(std::move(flip));
  }

  void FlipAll(const suite::PrepareQfCase& test) {
    using Case = suite::PrepareQfCase;
    Add<Case>("quorum", [](Case& c) { c.quorum = !c.quorum; });
    if (!test.combined) {
      Add<Case>("no combined", [](Case& c) { c.combined = suite::Promise{}; });
      return;
    }
    Add<Case>("rnd", [](Case& c) { ++c.combined->rnd; });
    Add<Case>("vrnd", [](Case& c) { ++c.combined->vrnd; });
    Add<Case>("vval", [](Case& c) { c.combined->vval += "x"; });
    Add<Case>("combined", [](Case& c) { c.combined.reset(); });
  }
  void FlipAll(const suite::AcceptQfCase& test) {
    using Case = suite::AcceptQfCase;
    Add<Case>("quorum", [](Case& c) { c.quorum = !c.quorum; });
    if (!test.combined) {
      Add<Case>("no combined", [](Case& c) { c.combined = suite::Learn{}; });
      return;
    }
    Add<Case>("rnd", [](Case& c) { ++c.combined->rnd; });
    Add<Case>("vval", [](Case& c) { c.combined->vval += "x"; });
    Add<Case>("combined", [](Case& c) { c.combined.reset(); });
  }
  void FlipAll(const suite::CommitQfCase&) {
    using Case = suite::CommitQfCase;
    Add<Case>("quorum", [](Case& c) { c.quorum = !c.quorum; });
  }
  void FlipAll(const suite::AcceptorCase& test) {
    using Case = suite::AcceptorCase;
    for (std::size_t i = 0; i < test.steps.size(); ++i) {
      if (!test.steps[i].reply) {
        Add<Case>("refusal", [i](Case& c) { c.steps[i].reply = suite::Promise{}; });
        continue;
      }
      Add<Case>("reply", [i](Case& c) { c.steps[i].reply.reset(); });
      if (std::holds_alternative<suite::Promise>(*test.steps[i].reply)) {
        const auto promise = [i](Case& c) -> suite::Promise& {
          return std::get<suite::Promise>(*c.steps[i].reply);
        };
        Add<Case>("promise rnd", [=](Case& c) { ++promise(c).rnd; });
        Add<Case>("promise vrnd", [=](Case& c) { ++promise(c).vrnd; });
        Add<Case>("promise vval", [=](Case& c) { promise(c).vval += "x"; });
      } else {
        const auto learn = [i](Case& c) -> suite::Learn& {
          return std::get<suite::Learn>(*c.steps[i].reply);
        };
        Add<Case>("learn rnd", [=](Case& c) { ++learn(c).rnd; });
        Add<Case>("learn val", [=](Case& c) { learn(c).vval += "x"; });
      }
    }
  }
  void FlipAll(const suite::FailureDetectorCase& test) {
    using Case = suite::FailureDetectorCase;
    for (std::size_t i = 0; i < test.expect_suspected.size(); ++i) {
      Add<Case>("suspect", [i](Case& c) { c.expect_suspected[i] = !c.expect_suspected[i]; });
    }
  }
  void FlipAll(const suite::LeaderChangeCase& test) {
    using Case = suite::LeaderChangeCase;
    for (std::size_t i = 0; i < test.leaders.size(); ++i) {
      Add<Case>("leader", [i](Case& c) { ++c.leaders[i]; });
    }
  }
  // Extensions, which no published suite has.
  void FlipAll(const suite::QuorumCallCase&) {}
  void FlipAll(const suite::LearnerCase&) {}
  void FlipAll(const suite::StorageCase&) {}
  void FlipAll(const suite::ConfigurationCase&) {}
  void FlipAll(const suite::WireCase&) {}
  void FlipAll(const suite::SystemCase& test) {
    using Case = suite::SystemCase;
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

  const suite::CaseContent& original_;
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
  std::map<suite::Kind, std::set<std::string>> flipped;
  for (const SelectedCase& selected : plan.cases) {
    for (Flip& flip : Flipper::FlipsOf(selected.test->content)) {
      flipped[selected.suite->kind].insert(flip.oracle);
      const suite::TestCase test{selected.test->id, std::move(flip.content), 0};
      EXPECT_EQ(run(*selected.suite, test, 1).outcome, Outcome::kFail)
          << selected.suite->file << ' ' << test.id << ": changed " << flip.oracle;
    }
  }
  const std::map<suite::Kind, std::set<std::string>> expected = {
      {suite::Kind::kPrepareQf, {"quorum", "rnd", "vrnd", "vval", "combined", "no combined"}},
      {suite::Kind::kAcceptQf, {"quorum", "rnd", "vval", "combined", "no combined"}},
      {suite::Kind::kCommitQf, {"quorum"}},
      {suite::Kind::kAcceptor,
       {"refusal", "reply", "promise rnd", "promise vrnd", "promise vval", "learn rnd",
        "learn val"}},
      {suite::Kind::kFailureDetector, {"suspect"}},
      {suite::Kind::kLeaderChange, {"leader"}},
      {suite::Kind::kSystem,
       {"leader", "last leader", "one more leader", "response", "no response"}}};
  EXPECT_EQ(flipped, expected);
}

}  // namespace
}  // namespace adapter
