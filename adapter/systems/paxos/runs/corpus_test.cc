// The published suites, and small ones of ours: every case passes, and every oracle value is really
// compared (changing one makes its case fail).
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string_view>

#include "adapter/runner.h"
#include "adapter/sessions.h"
#include "adapter/systems/built_in.h"
#include "adapter/systems/grpc/grpc_session.h"
#include "adapter/systems/paxos/cases/kinds.h"
#include "adapter/systems/paxos/runs/run_any_case.h"
#include "testing/paths.h"

namespace adapter {
namespace {

const std::string kPublished = test::CorpusPath("/paxos-suites");

#define SKIP_WITHOUT_CORPUS()                                  \
  if (!std::filesystem::exists(kPublished)) {                  \
    GTEST_SKIP() << "the corpus is not there: " << kPublished; \
  }                                                            \
  static_assert(true)

/// A suite of ours of each kind that is published, too.
std::vector<std::string> Ours() {
  std::vector<std::string> files;
  for (const char* kind : {"qfprepare", "qfaccept", "qfcommit", "acceptortest", "timeouttest",
                           "leaderchangetest", "system"}) {
    files.push_back(test::SourcePath("/tests/fuzz/seeds/suite/") + kind + ".xml");
  }
  return files;
}

/// Runs a case once for each change of one of its oracle values; each run must fail.
class Flipper {
 public:
  using Flipped = std::function<void(const std::string& oracle, const Verdict& verdict)>;

  Flipper(const cases::Configuration& configuration, const SystemRunOptions& options,
          Flipped flipped)
      : configuration_(configuration), options_(options), flipped_(std::move(flipped)) {}

  template <typename Case>
  void Run(const Case& test) {
    original_ = &test;
    FlipAll(test);
  }

 private:
  /// Runs a copy of the case after `change` was applied to it.
  template <typename Case, typename Change>
  void Add(const std::string& oracle, Change change) {
    Case changed = *static_cast<const Case*>(original_);
    change(changed);
    flipped_(oracle, kRunAnyCase(changed, configuration_, options_));
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
  // The corpus has cases of published kinds only.
  template <typename Case>
  void FlipAll(const Case&) {}
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

  const cases::Configuration& configuration_;
  const SystemRunOptions& options_;
  const Flipped flipped_;
  const void* original_ = nullptr;
};

RunOptions Fast() {
  RunOptions options;
  options.transport = Transport::kInProcess;
  options.timeout = std::chrono::minutes(1);
  return options;
}

void ExpectPassesOverEveryTransport(const Plan& plan, const SystemDrivers& drivers) {
  for (const Transport transport : {Transport::kTcp, Transport::kUnix, Transport::kInProcess}) {
    RunOptions options = Fast();
    options.transport = transport;
    const Sessions sessions(plan, drivers, options);
    const CaseRunner run = [&](const SelectedCase& selected, std::uint64_t seed) {
      return sessions.Run(selected, seed);
    };
    for (const CaseResult& result : RunCases(plan.cases, {2, 1, 1}, run, {})) {
      EXPECT_EQ(result.verdict.outcome, Outcome::kPass)
          << TransportName(transport) << ' ' << result.file << ' ' << result.id << ": "
          << result.verdict.detail;
    }
  }
}

TEST(CorpusTest, EveryCaseOfEveryFilePassesOverEveryTransport) {
  SKIP_WITHOUT_CORPUS();
  const SystemDrivers drivers = BuiltInSystems();
  const Plan plan = MakePlan({{kPublished}, ""}, drivers);
  EXPECT_EQ(plan.suites.size(), 34u);
  EXPECT_EQ(plan.cases.size(), 98u);
  ExpectPassesOverEveryTransport(plan, drivers);
}

TEST(OurSuitesTest, EveryCaseOfEveryFilePassesOverEveryTransport) {
  const SystemDrivers drivers = BuiltInSystems();
  const Plan plan = MakePlan({Ours(), ""}, drivers);
  EXPECT_EQ(plan.cases.size(), 9u);
  ExpectPassesOverEveryTransport(plan, drivers);
}

using OraclesByKind = std::map<std::string, std::set<std::string>>;

/// Changes each oracle value of all cases, and expects each change to make its case fail. Returns
/// what was changed.
OraclesByKind FlipEveryOracleValue(const Plan& plan) {
  const GrpcSession session;
  const SystemRunOptions options{Transport::kInProcess, std::chrono::minutes(1), 1};
  OraclesByKind flipped;
  for (const auto& loaded : plan.suites) {
    cases::VisitPaxosKinds([&](const auto& kind) {
      if (std::string_view(kind.form.name) != loaded->form->name) return;
      const cases::Configuration configuration = cases::ReadConfiguration(loaded->suite, kind.form);
      for (const suite::Case& test : loaded->suite.cases()) {
        Flipper(configuration, options, [&](const std::string& oracle, const Verdict& verdict) {
          flipped[kind.form.name].insert(oracle);
          EXPECT_EQ(verdict.outcome, Outcome::kFail)
              << loaded->suite.file() << ' ' << test.id << ": changed " << oracle;
        }).Run(cases::ReadCase(kind, loaded->suite, test, configuration));
      }
    });
  }
  return flipped;
}

/// What the kinds that are published expect.
const OraclesByKind& AllOracles() {
  static const OraclesByKind kAll = {
      {"qfprepare", {"quorum", "rnd", "vrnd", "vval", "combined", "no combined"}},
      {"qfaccept", {"quorum", "rnd", "vval", "combined", "no combined"}},
      {"qfcommit", {"quorum"}},
      {"acceptortest",
       {"refusal", "reply", "promise rnd", "promise vrnd", "promise vval", "learn rnd",
        "learn val"}},
      {"timeouttest", {"suspect"}},
      {"leaderchangetest", {"leader"}},
      {"system", {"leader", "last leader", "one more leader", "response", "no response"}}};
  return kAll;
}

TEST(CorpusTest, EveryOracleValueOfEveryKindIsCompared) {
  SKIP_WITHOUT_CORPUS();
  const SystemDrivers drivers = BuiltInSystems();
  EXPECT_EQ(FlipEveryOracleValue(MakePlan({{kPublished}, ""}, drivers)), AllOracles());
}

TEST(OurSuitesTest, EveryOracleValueOfEveryKindIsCompared) {
  OraclesByKind expected = AllOracles();
  expected["qfaccept"].erase("no combined");  // the only case has a quorum
  const SystemDrivers drivers = BuiltInSystems();
  EXPECT_EQ(FlipEveryOracleValue(MakePlan({Ours(), ""}, drivers)), expected);
}

}  // namespace
}  // namespace adapter
