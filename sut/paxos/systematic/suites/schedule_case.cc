#include "sut/paxos/systematic/suites/schedule_case.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "sut/paxos/systematic/suites/happenings.h"
#include "sut/paxos/systematic/suites/schedule_faults.h"
#include "sut/paxos/systematic/suites/suite_names.h"

namespace paxos {
namespace {

/// "v1", as harnesses call what client 1 proposes, is "M2".
std::string SuiteValue(const std::string& value) { return ValueName(std::stoi(value.substr(1))); }

/// Writes the suite of an execution with these faults.
class CaseWriter {
 public:
  CaseWriter(const Happenings& happenings, const CaseFaults& faults)
      : happenings_(happenings), faults_(faults) {}

  xml::Element SuiteOf(const systematic::Schedule& schedule) const {
    xml::Element suite("Test");
    suite.SetAttribute("TestName", "paxos/schedule-of-" + schedule.harness);
    suite.Add(Configuration());
    const std::vector<std::string> values = OwnValues();
    AddCase("1", values, suite);
    if (values != OtherValues()) AddCase("2", OtherValues(), suite);
    return suite;
  }

 private:
  /// What the replica proposes when nothing binds it: what it did propose so.
  std::string OwnValue(int replica) const {
    bool bound = false;
    for (const TimedEvent& timed : happenings_.events) {
      const Event& event = timed.event;
      if (event.replica != replica) continue;
      if (event.point == Point::kPhaseOneQuorum) bound = event.vval.has_value();
      if (event.point == Point::kAcceptSent && event.value && !bound) {
        return SuiteValue(*event.value);
      }
    }
    return PreparedValue(replica);
  }

  /// What it took for its own when it prepared its last round.
  std::string PreparedValue(int replica) const {
    std::string own = ValueName(replica % happenings_.clients);
    std::vector<int> pending;
    std::size_t chosen = 0;
    auto event = happenings_.events.begin();
    for (const NamedChoice& choice : happenings_.choices) {
      for (; event != happenings_.events.end() && event->choices < choice.number; ++event) {
        const bool prepares =
            event->event.point == Point::kPrepareSent && event->event.replica == replica;
        if (prepares && chosen < pending.size()) own = ValueName(pending[chosen]);
        if (prepares) chosen = 0;
      }
      if (choice.to != replica) continue;
      if (choice.kind == "proposal") chosen = choice.value;
      const bool is_new = std::ranges::find(pending, choice.client) == pending.end();
      const bool proposes = choice.client < happenings_.clients;  // those behind them only wait
      if (choice.kind == "ask" && proposes && is_new) pending.push_back(choice.client);
    }
    return own;
  }

  std::vector<std::string> OwnValues() const {
    std::vector<std::string> values;
    for (int i = 0; i < happenings_.replicas; ++i) values.push_back(OwnValue(i));
    return values;
  }

  /// A server has one value of its own in a case, a replica another one in each round: as others,
  /// neighbours differ.
  std::vector<std::string> OtherValues() const {
    std::vector<std::string> values;
    for (int i = 0; i < happenings_.replicas; ++i) {
      values.push_back(ValueName(i % happenings_.clients));
    }
    return values;
  }

  xml::Element Inputs(const std::vector<std::string>& own_values) const {
    xml::Element inputs("TestValues");
    for (int client = 0; client < happenings_.clients; ++client) {
      inputs.Add("ClientPropose", ValueName(client));
    }
    for (int replica = 0; happenings_.clients > 1 && replica < happenings_.replicas; ++replica) {
      xml::Element& proposal = inputs.Add("LeaderProposal");
      proposal.Add("ID", ServerName(replica));
      proposal.Add("Value", own_values[static_cast<std::size_t>(replica)]);
    }
    for (int phase = 1; phase <= 2; ++phase) {
      for (const auto& [failed_phase, replica] : faults_.failures) {
        if (failed_phase != phase) continue;
        inputs.Add(phase == 1 ? "P1Failure" : "P2Failure", ServerName(replica));
      }
    }
    for (const xml::Element& fault : faults_.faults) inputs.Add(fault);
    return inputs;
  }

  xml::Element Oracles() const {
    xml::Element oracles("TestOracles");
    for (const int leader : LeadersOf(faults_, happenings_.replicas)) {
      oracles.Add("Leader", ServerName(leader));
    }
    if (happenings_.clients > 1) {
      oracles.Add("AnyResponse");
    } else {
      oracles.Add("Response", ValueName(0));
    }
    return oracles;
  }

  xml::Element Configuration() const {
    xml::Element configuration("Configuration");
    configuration.Add("SystemSize", std::to_string(happenings_.replicas));
    configuration.Add("QuorumSize", std::to_string(happenings_.replicas / 2 + 1));
    xml::Element& ids = configuration.Add("ServerIDs");
    for (int i = 0; i < happenings_.replicas; ++i) ids.Add("ID", ServerName(i));
    const auto failures = [this](int phase) {
      return std::to_string(
          std::ranges::count(faults_.failures, phase, &std::pair<int, int>::first));
    };
    configuration.Add("FailurePhaseOne", failures(1));
    configuration.Add("FailurePhaseTwo", failures(2));
    return configuration;
  }

  void AddCase(const char* id, const std::vector<std::string>& own_values,
               xml::Element& suite) const {
    xml::Element& test_case = suite.Add("TestCase");
    test_case.SetAttribute("CaseID", id);
    test_case.Add(Inputs(own_values));
    test_case.Add(Oracles());
  }

  const Happenings& happenings_;
  const CaseFaults& faults_;
};

}  // namespace

std::optional<ScheduleCase> CaseOf(const systematic::Schedule& schedule) {
  const Happenings happenings = HappeningsOf(schedule);
  if (schedule.harness == "hostile") return std::nullopt;  // its peers are no replicas
  if (happenings.replicas == 0 || happenings.clients == 0) return std::nullopt;
  if (!happenings.majorities) return std::nullopt;  // a suite has one quorum size
  CaseFaults faults = FaultsOf(happenings);
  ScheduleCase result;
  result.suite = CaseWriter(happenings, faults).SuiteOf(schedule);
  result.left_out = std::move(faults.left_out);
  return result;
}

}  // namespace paxos
