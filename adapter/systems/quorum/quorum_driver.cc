#include "adapter/systems/quorum/quorum_driver.h"

#include "adapter/systems/cases/kind_table.h"
#include "adapter/systems/grpc/grpc_session.h"
#include "adapter/systems/quorum/call_kind.h"
#include "adapter/systems/quorum/network_call_case.h"
#include "adapter/systems/quorum/quorum_call_case.h"

namespace adapter {
namespace {

// TSan does not see how the packaged gRPC synchronises what it hands over.
#ifdef __SANITIZE_THREAD__
constexpr bool kOverNetworks = false;
#else
constexpr bool kOverNetworks = true;
#endif

/// What running a case takes beside the case.
struct CallRun {
  CallNetworks& networks;
  std::uint64_t seed = 1;
};

using QuorumKinds = cases::KindTable<CallRun>;

Verdict RunBoth(const cases::QuorumCallCase& test, const cases::Configuration& configuration,
                const CallRun& run) {
  Verdict verdict = RunCase(test, configuration);
  if (verdict.outcome != Outcome::kPass || !kOverNetworks) return verdict;
  return RunOverNetwork(test, configuration, run.networks, run.seed);
}

class QuorumSession : public Session {
 public:
  explicit QuorumSession(const QuorumKinds& kinds) : kinds_(kinds) {}

  Verdict Run(const suite::Suite& suite, const CaseForm& form, const suite::Case& test,
              std::uint64_t seed) override {
    return kinds_.Run(suite, form, test, CallRun{networks_, seed});
  }

 private:
  const QuorumKinds& kinds_;
  const GrpcSession grpc_;  // before the networks
  CallNetworks networks_;
};

class QuorumDriver : public SystemDriver {
 public:
  QuorumDriver() { kinds_.Add(cases::QuorumCallKind(), RunBoth); }

  std::string name() const override { return "quorum"; }
  const std::vector<CaseForm>& forms() const override { return kinds_.forms(); }
  std::string Description(const CaseForm& form) const override { return kinds_.Description(form); }
  std::string Schema(const CaseForm& form) const override { return kinds_.Schema(form); }
  void Check(const suite::Suite& suite, const CaseForm& form) const override {
    kinds_.Check(suite, form);
  }
  FaultVocabulary faults() const override { return {}; }
  std::vector<CoverageRule> coverage_rules() const override {
    return {{"quorum library", {"quorum/"}}};
  }
  std::unique_ptr<Session> Open(const RunOptions&) const override {
    return std::make_unique<QuorumSession>(kinds_);
  }

 private:
  QuorumKinds kinds_;
};

}  // namespace

std::unique_ptr<SystemDriver> MakeQuorumDriver() { return std::make_unique<QuorumDriver>(); }

}  // namespace adapter
