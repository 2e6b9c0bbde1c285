#include "adapter/systems/paxos/runs/system_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "adapter/systems/paxos/cluster/driver.h"
#include "adapter/systems/paxos/cluster/local_cluster.h"
#include "adapter/systems/paxos/cluster/monitor.h"
#include "adapter/systems/paxos/cluster/process_cluster.h"
#include "adapter/systems/paxos/oracles/event_steps.h"
#include "adapter/systems/paxos/oracles/expected.h"
#include "adapter/systems/paxos/runs/quorum_sizes.h"
#include "base/split_mix64.h"
#include "sut/paxos/oracles/safety.h"

namespace adapter {
namespace {

/// The inputs of a run, and of nothing else.
struct Scenario {
  std::vector<cases::ServerId> server_ids;
  paxos::QuorumSizes quorums;
  std::vector<std::string> proposals;
  Decisions decisions;

  ClientReach ReachOf(int client) const {
    return decisions.reaches.empty() ? ReachesAll(static_cast<int>(server_ids.size()))
                                     : decisions.reaches[static_cast<std::size_t>(client)];
  }
};

struct Observed {
  std::vector<oracles::Event> log;
  std::vector<std::int64_t> times;  // of the log, in microseconds
  std::vector<oracles::Crash> crashes;
  oracles::SystemOutcome outcome;
  std::vector<oracles::Mismatch> mismatches;  // that need no expectation
  Unfinished unfinished;
};

void StartClients(Cluster& cluster, Monitor& monitor, const Scenario& scenario,
                  std::uint64_t seed) {
  const auto clients = static_cast<int>(scenario.proposals.size());
  for (const int client : base::SplitMix64(seed).Permutation(clients)) {
    const std::string& value = scenario.proposals[static_cast<std::size_t>(client)];
    monitor.Proposed(client, value);
    cluster.Propose(
        value, scenario.ReachOf(client),
        {[&monitor, client](const std::string& answer) { monitor.Answered(client, answer); },
         [&monitor, client](const std::string& reason) { monitor.ClientFailed(client, reason); }});
  }
}

// What is wrong whatever a case expects: of clients that gave up, processes that ended by
// themselves, and reports.
std::vector<oracles::Mismatch> WrongAnyway(const ClusterView& view, int commit_quorum) {
  std::vector<oracles::Mismatch> mismatches = view.broken_processes();
  mismatches.insert(mismatches.end(), view.wrong_reports().begin(), view.wrong_reports().end());
  const auto learners = view.learners_of_quorum();
  if (learners && *learners < commit_quorum) {
    mismatches.push_back({"replicas that had learned when phase three had its quorum",
                          fmt::format("{} at least", commit_quorum), fmt::to_string(*learners)});
  }
  for (const std::string& error : view.client_errors()) {
    mismatches.push_back({"clients", "an answer to each", error});
  }
  return mismatches;
}

std::unique_ptr<Cluster> MakeCluster(const ClusterOptions& cluster, const SystemRunOptions& options,
                                     Monitor& monitor) {
  if (options.fork_server != nullptr) {
    return std::make_unique<ProcessCluster>(cluster, monitor, *options.fork_server);
  }
  return StartLocalCluster(cluster, monitor);
}

// Faults that a case asks for and that have not happened: what holds a run back, or what it lacks.
std::string MissingFaults(const ClusterView& view, std::vector<cases::Fault> faults) {
  for (const cases::Fault& fault : view.happened()) {
    const auto found = std::ranges::find(faults, fault);
    if (found != faults.end()) faults.erase(found);
  }
  std::string text;
  for (const cases::Fault& fault : faults) {
    text += (text.empty() ? "; not over: " : ", ") + cases::ToString(fault);
  }
  return text;
}

Unfinished UnfinishedRun(const RunEnd& end, std::chrono::milliseconds timeout,
                         const std::string& faults) {
  const std::string span = end.periods >= Driver::kManyPeriods
                               ? fmt::format("{} periods of all failure detectors", end.periods)
                               : DurationText(timeout);
  return {fmt::format("after {} {} {}{}", span,
                      end.stuck ? "nothing more happens, without" : "still waiting for",
                      end.missing, faults),
          end.stuck};
}

// Plays the scenario on a cluster, which has ended when this returns or throws SystemFailure. What
// must be seen before the cluster goes is `observed`: clients and phases that fail because it ends
// are no part of the case.
void Play(const Scenario& scenario, const SystemRunOptions& options, Monitor& monitor,
          Observed& observed) {
  const auto deadline = std::chrono::steady_clock::now() + options.timeout;
  // A client gives up later than the case, however short that is and however long the start
  // takes: then the case can say what it was waiting for.
  constexpr std::chrono::seconds kLater{30};
  const int replicas = static_cast<int>(scenario.server_ids.size());
  const auto cluster = MakeCluster(
      {replicas, scenario.quorums, options.transport, options.timeout + kLater, options.ordered},
      options, monitor);
  // Waits for the pings of the first period: one that is answered later could already tell of
  // what the case is about to do.
  monitor.WaitFor([](const ClusterView& view) { return view.AllPingsDone(); }, deadline);
  StartClients(*cluster, monitor, scenario, options.seed);
  const RunEnd end = Driver(replicas, monitor, *cluster, deadline).Run();
  monitor.Look([&](const ClusterView& view) {
    if (!end.missing.empty()) {
      observed.unfinished =
          UnfinishedRun(end, options.timeout, MissingFaults(view, scenario.decisions.faults));
    }
    observed.mismatches = WrongAnyway(view, scenario.quorums.commit);
    observed.outcome.failed_phases = view.failed_phases();
    observed.outcome.halted = view.halted();
  });
}

Observed Observe(const Scenario& scenario, const SystemRunOptions& options) {
  Monitor monitor(scenario.server_ids, static_cast<int>(scenario.proposals.size()),
                  scenario.decisions);
  Observed observed;
  try {
    Play(scenario, options, monitor, observed);
  } catch (const SystemFailure& failure) {
    observed.unfinished = {failure.what(), true};
  }
  monitor.Look([&](const ClusterView& view) {
    observed.log = view.log();
    observed.times = view.times();
    observed.crashes = view.crashes();
    observed.outcome.failures = view.failures();
    observed.outcome.responses = view.responses();
    observed.outcome.faults = view.happened();
  });
  LeaderOrder order =
      OrderOfLeaders(observed.log, observed.outcome.failures, scenario.decisions.faults);
  observed.outcome.leaders = std::move(order.leaders);
  if (!order.disagreement.empty()) {
    observed.mismatches.push_back({"leaders", "the same at all replicas", order.disagreement});
  }
  return observed;
}

/// Clients stand on the left of the replicas.
trace::Trace TraceOf(const Scenario& scenario, const Observed& observed) {
  trace::Trace trace;
  for (std::size_t i = 0; i < scenario.proposals.size(); ++i) {
    trace.header.nodes.push_back(oracles::NameOfClient(static_cast<int>(i)));
  }
  for (const cases::ServerId server : scenario.server_ids) {
    trace.header.nodes.push_back(std::to_string(server));
  }
  trace.steps = oracles::StepsOf(observed.log, observed.times, observed.crashes);
  return trace;
}

Verdict JudgeAll(const Scenario& scenario, Observed observed,
                 std::vector<oracles::Mismatch> expected) {
  observed.mismatches.insert(observed.mismatches.end(), expected.begin(), expected.end());
  const oracles::SafetyOracles rules(scenario.quorums.prepare, scenario.quorums.accept);
  return Judge(observed.mismatches, oracles::Check(rules, observed.log), observed.unfinished,
               TraceOf(scenario, observed));
}

/// By client; none when each reaches all.
std::vector<ClientReach> ReachesOf(const cases::SystemCase& test,
                                   const std::vector<cases::ServerId>& server_ids) {
  if (test.reaches.empty()) return {};
  std::vector<ClientReach> reaches;
  for (const std::string& proposal : test.proposals) {
    const auto its = std::ranges::find(test.reaches, proposal, &cases::ClientReach::value);
    reaches.push_back(ReachesAll(static_cast<int>(server_ids.size())));
    if (its == test.reaches.end()) continue;
    reaches.back() = {{}, its->quorum};
    for (const cases::ServerId server : its->servers) {
      const auto found = std::ranges::find(server_ids, server);
      reaches.back().replicas.push_back(static_cast<paxos::ReplicaId>(found - server_ids.begin()));
    }
  }
  return reaches;
}

}  // namespace

SystemRun RunAndLog(const cases::SystemCase& test, const cases::Configuration& configuration,
                    const SystemRunOptions& options) {
  const Scenario scenario{.server_ids = configuration.server_ids,
                          .quorums = QuorumsOf(configuration),
                          .proposals = test.proposals,
                          .decisions = {.failures = test.failures,
                                        .proposals = test.leader_proposals,
                                        .faults = test.faults,
                                        .reaches = ReachesOf(test, configuration.server_ids)}};
  const Observed observed = Observe(scenario, options);
  return {JudgeAll(scenario, observed, oracles::Compare(test, observed.outcome)), observed.log};
}

Verdict RunCase(const cases::SystemCase& test, const cases::Configuration& configuration,
                const SystemRunOptions& options) {
  return RunAndLog(test, configuration, options).verdict;
}

Verdict RunCase(const cases::LeaderChangeCase& test, const cases::Configuration& configuration,
                const SystemRunOptions& options) {
  const int failures = static_cast<int>(test.leaders.size()) - 1;
  const Scenario scenario{.server_ids = test.server_ids,
                          .quorums = QuorumsOf(configuration),
                          .proposals = {"leader change"},
                          .decisions = {.any_leader_failures = failures}};
  const Observed observed = Observe(scenario, options);
  return JudgeAll(scenario, observed,
                  oracles::Compare(test, oracles::LeaderChangeOutcome{observed.outcome.leaders}));
}

}  // namespace adapter
