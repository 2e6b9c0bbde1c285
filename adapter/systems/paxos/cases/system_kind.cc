#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "adapter/systems/cases/case_writer.h"
#include "adapter/systems/paxos/cases/fault_reader.h"
#include "adapter/systems/paxos/cases/kinds.h"
#include "base/characters.h"

namespace cases {
namespace {

void CheckFailureCount(const xml::Checked& values, const char* name, int most, const char* bound) {
  const std::vector<xml::Checked> failures = values.All(name);
  if (failures.size() <= static_cast<std::size_t>(most)) return;
  failures[static_cast<std::size_t>(most)].Fail(
      std::to_string(failures.size()) + " <" + name + "> in a case",
      std::string("at most ") + std::to_string(most) + ", as <" + bound + "> says");
}

std::vector<LeaderFailure> Failures(const CaseReader& reader, const xml::Checked& values) {
  CheckFailureCount(values, "P1Failure", reader.configuration().failure_phase_one,
                    "FailurePhaseOne");
  CheckFailureCount(values, "P2Failure", reader.configuration().failure_phase_two,
                    "FailurePhaseTwo");
  std::vector<LeaderFailure> failures;
  std::set<ServerId> failed;
  const xml::Name either{"P1Failure", "P2Failure"};  // in the order of the document
  for (const xml::Checked& element : values.All(either)) {
    const ServerId server = reader.Server(element);
    if (!failed.insert(server).second) {
      element.Fail("server " + std::to_string(server) + " fails twice",
                   "a failed leader does not lead again");
    }
    failures.push_back({element.element().name == "P1Failure" ? 1 : 2, server});
  }
  return failures;
}

std::vector<LeaderProposal> LeaderProposals(const CaseReader& reader, const xml::Checked& values,
                                            const std::vector<std::string>& proposals) {
  std::vector<LeaderProposal> leader_proposals;
  std::set<ServerId> seen;
  for (const xml::Checked& element : values.All("LeaderProposal")) {
    reader.Plain(element, {"ID", "Value"});
    const xml::Checked value = element.One("Value");
    const ServerId server = reader.Server(element.One("ID"));
    if (!seen.insert(server).second) {
      element.Fail("second <LeaderProposal> for server " + std::to_string(server),
                   "a leader takes one client's value for its own");
    }
    const std::string& text = value.NonEmptyText();
    if (std::find(proposals.begin(), proposals.end(), text) == proposals.end()) {
      value.FailAtText("no client proposes " + base::Quoted(text),
                       "<Value> is the value of one <ClientPropose>");
    }
    leader_proposals.push_back({server, text});
  }
  return leader_proposals;
}

/// What the clients get, or that it is open.
void ReadResponses(const CaseReader& reader, const xml::Checked& oracles, SystemCase& content) {
  if (const auto any = oracles.Optional("AnyResponse")) {
    reader.Plain(*any, {});
    if (oracles.Has("Response")) {
      any->Fail("<AnyResponse> beside <Response>", "the response is known, or it is open");
    }
    content.any_response = true;
    return;
  }
  for (const xml::Checked& response : oracles.Some("Response")) {
    content.responses.push_back(response.NonEmptyText());
  }
}

SystemCase Read(const CaseReader& reader) {
  const CaseReader::Parts parts = reader.TwoParts();
  SystemCase content;
  for (const xml::Checked& proposal : parts.values.Some("ClientPropose")) {
    content.proposals.push_back(proposal.NonEmptyText());
  }
  content.leader_proposals = LeaderProposals(reader, parts.values, content.proposals);
  content.failures = Failures(reader, parts.values);
  content.faults =
      ReadFaults(parts.values, [&](const xml::Checked& leaf) { return reader.Server(leaf); });
  content.leaders = reader.Servers(parts.oracles.Some("Leader"), reader.configuration().server_ids);
  ReadResponses(reader, parts.oracles, content);
  if (const auto failed = parts.oracles.Optional("FailedPhases")) {
    content.failed_phases = failed->Number(0, kMaxNumber);
  }
  return content;
}

void AddFault(xml::Element& parent, const Fault& fault) {
  const FaultForm& form = FormOf(fault.kind);
  xml::Element& element = parent.Add(form.element);
  if (form.message) {
    element.Add("Message", NameOf(fault.message));
    AddNumber(element, "From", fault.servers.at(0));
    AddNumber(element, "To", fault.servers.at(1));
  } else {
    for (const ServerId server : fault.servers) AddNumber(element, "ID", server);
  }
  if (form.at) element.Add("At", NameOf(fault.at));
  if (form.until) element.Add("Until", NameOf(fault.until));
  if (fault.restart != Restart::kNever) element.Add("Restart", NameOf(fault.restart));
  if (form.round) element.Add("Round", NameOf(fault.round));
}

void Write(const SystemCase& content, xml::Element& test_case) {
  xml::Element& values = test_case.Add("TestValues");
  for (const std::string& proposal : content.proposals) values.Add("ClientPropose", proposal);
  for (const LeaderProposal& proposal : content.leader_proposals) {
    xml::Element& element = values.Add("LeaderProposal");
    AddNumber(element, "ID", proposal.server);
    element.Add("Value", proposal.value);
  }
  for (const LeaderFailure& failure : content.failures) {
    AddNumber(values, failure.phase == 1 ? "P1Failure" : "P2Failure", failure.server);
  }
  for (const Fault& fault : content.faults) AddFault(values, fault);
  xml::Element& oracles = test_case.Add("TestOracles");
  for (const ServerId leader : content.leaders) AddNumber(oracles, "Leader", leader);
  for (const std::string& response : content.responses) oracles.Add("Response", response);
  if (content.any_response) oracles.Add("AnyResponse");
  if (content.failed_phases) AddNumber(oracles, "FailedPhases", *content.failed_phases);
}

}  // namespace

Kind<SystemCase> SystemKind() {
  const Type leader_proposal =
      Children(Sequence({One("ID", kServer), One("Value", kNonEmptyText)}));
  Particle faults = Any(Choice({}));
  for (const FaultForm& form : FaultForms()) faults.parts.push_back(FaultGrammar(form));
  Grammar grammar{
      .values = {Sequence({Some(One("ClientPropose", kNonEmptyText)),
                           Any(One("LeaderProposal", leader_proposal)),
                           Any(Choice({One("P1Failure", kServer), One("P2Failure", kServer)})),
                           std::move(faults)})},
      .oracles = {
          Sequence({Some(One("Leader", kServer)),
                    Choice({Some(One("Response", kNonEmptyText)), One("AnyResponse", kNothing)}),
                    Maybe(One("FailedPhases", kNumber))})}};
  return MakeKind({.name = "system",
                   .article = "a",
                   .meaning = "whole replicas, clients and failures",
                   .whole_system = true},
                  std::move(grammar), Read, Write);
}

}  // namespace cases
