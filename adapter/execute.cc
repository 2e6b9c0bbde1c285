#include "adapter/execute.h"

#include <memory>
#include <utility>
#include <variant>

#include "adapter/network/grpc_session.h"
#include "adapter/systems/paxos/cluster/fork_server.h"
#include "adapter/systems/paxos/runs/configuration_case.h"
#include "adapter/systems/paxos/runs/storage_case.h"
#include "adapter/systems/paxos/runs/system_case.h"
#include "adapter/systems/paxos/runs/unit_case.h"
#include "adapter/systems/paxos/runs/wire_case.h"
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

struct Dispatch {
  const cases::Configuration& configuration;
  const SystemRunOptions& options;
  CallNetworks& networks;

  Verdict operator()(const cases::SystemCase& test) const {
    return RunCase(test, configuration, options);
  }
  Verdict operator()(const cases::LeaderChangeCase& test) const {
    return RunCase(test, configuration, options);
  }
  Verdict operator()(const cases::AcceptorCase& test) const { return RunCase(test); }
  Verdict operator()(const cases::FailureDetectorCase& test) const { return RunCase(test); }
  Verdict operator()(const cases::LearnerCase& test) const { return RunCase(test); }
  Verdict operator()(const cases::StorageCase& test) const { return RunCase(test); }
  Verdict operator()(const cases::ConfigurationCase& test) const { return RunCase(test); }
  Verdict operator()(const cases::WireCase& test) const { return RunCase(test, options.timeout); }
  Verdict operator()(const cases::QuorumCallCase& test) const {
    Verdict verdict = RunCase(test, configuration);
    if (verdict.outcome != Outcome::kPass || !kOverNetworks) return verdict;
    return RunOverNetwork(test, configuration, networks, options.seed);
  }
  template <typename CaseOfConfiguration>
  Verdict operator()(const CaseOfConfiguration& test) const {
    return RunCase(test, configuration);
  }
};

}  // namespace

CaseRunner MakeCaseRunner(const RunOptions& options) {
  auto fork_server = options.processes ? std::make_shared<ForkServer>() : nullptr;  // before gRPC
  return [fork_server = std::move(fork_server), session = std::make_shared<GrpcSession>(),
          networks = std::make_shared<CallNetworks>(), transport = options.transport,
          timeout = options.timeout, ordered = options.ordered](
             const cases::Suite& suite, const cases::TestCase& test, std::uint64_t seed) {
    const SystemRunOptions system{transport, timeout, seed, fork_server.get(), ordered};
    return std::visit(Dispatch{suite.configuration, system, *networks}, test.content);
  };
}

}  // namespace adapter
