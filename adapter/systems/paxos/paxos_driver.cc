#include "adapter/systems/paxos/paxos_driver.h"

#include <utility>

#include "adapter/systems/cases/kind_table.h"
#include "adapter/systems/grpc/grpc_session.h"
#include "adapter/systems/paxos/cases/kinds.h"
#include "adapter/systems/paxos/cluster/fork_server.h"
#include "adapter/systems/paxos/faults/fault_list.h"
#include "adapter/systems/paxos/runs/run_any_case.h"

namespace adapter {
namespace {

using PaxosKinds = cases::KindTable<SystemRunOptions>;

class PaxosSession : public Session {
 public:
  PaxosSession(const PaxosKinds& kinds, const RunOptions& options)
      : kinds_(kinds),
        fork_server_(options.processes ? std::make_unique<ForkServer>() : nullptr),
        options_{options.transport, options.timeout, 1, fork_server_.get(), options.ordered} {}

  Verdict Run(const suite::Suite& suite, const CaseForm& form, const suite::Case& test,
              std::uint64_t seed) override {
    SystemRunOptions options = options_;
    options.seed = seed;
    return kinds_.Run(suite, form, test, options);
  }

 private:
  const PaxosKinds& kinds_;
  const std::unique_ptr<ForkServer> fork_server_;  // before gRPC
  const GrpcSession grpc_;
  const SystemRunOptions options_;
};

class PaxosDriver : public SystemDriver {
 public:
  PaxosDriver() {
    cases::VisitPaxosKinds([this](const auto& kind) { kinds_.Add(kind, kRunAnyCase); });
  }

  std::string name() const override { return "paxos"; }
  const std::vector<CaseForm>& forms() const override { return kinds_.forms(); }
  std::string Description(const CaseForm& form) const override { return kinds_.Description(form); }
  std::string Schema(const CaseForm& form) const override { return kinds_.Schema(form); }
  void Check(const suite::Suite& suite, const CaseForm& form) const override {
    kinds_.Check(suite, form);
  }
  FaultVocabulary faults() const override { return PaxosFaults(); }
  /// What a fault does to messages and disks shows in what replicas do.
  conformance::Sight sight() const override {
    return {true, {{std::string(trace::kCrash), std::string(trace::kRestart)}}};
  }

  // The rows of Table 1 in Wang, Kristensen, Meling, Stolz, "Model-based testing of the Gorums
  // framework for fault-tolerant distributed systems" (ToPNoC 2018).
  std::vector<CoverageRule> coverage_rules() const override {
    return {{"proposer", {"sut/paxos/roles/proposer."}},
            {"acceptor", {"sut/paxos/roles/acceptor."}},
            {"learner", {"sut/paxos/roles/learner."}},
            {"failure detector", {"sut/paxos/roles/failure_detector."}},
            {"leader detector", {"sut/paxos/roles/leader_detector."}},
            {"replica", {"sut/paxos/replica/", "sut/paxos/rpc/replica"}},
            {"quorum calls", {"sut/paxos/roles/quorum_calls."}},
            {"quorum functions", {"sut/paxos/roles/quorum_functions."}},
            {"client, transport, clock", {"sut/paxos/"}}};
  }

  std::unique_ptr<Session> Open(const RunOptions& options) const override {
    return std::make_unique<PaxosSession>(kinds_, options);
  }

 private:
  PaxosKinds kinds_;
};

}  // namespace

std::unique_ptr<SystemDriver> MakePaxosDriver() { return std::make_unique<PaxosDriver>(); }

}  // namespace adapter
