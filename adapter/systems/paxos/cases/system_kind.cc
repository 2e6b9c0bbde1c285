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

/// A value that exactly one client proposes, and that names it.
const std::string& ReadClient(const xml::Checked& value,
                              const std::vector<std::string>& proposals) {
  const std::string& text = value.NonEmptyText();
  const auto clients = std::ranges::count(proposals, text);
  if (clients != 1) {
    const std::string how_many = clients == 0 ? "no client proposes " : "several clients propose ";
    value.FailAtText(how_many + base::Quoted(text),
                     value.tag() + " names a client by the value that only it proposes");
  }
  return text;
}

std::vector<ServerId> ReachedServers(const CaseReader& reader, const xml::Checked& element) {
  std::vector<ServerId> servers;
  for (const xml::Checked& leaf : element.Some("ID")) {
    const ServerId server = reader.Server(leaf);
    if (std::ranges::count(servers, server) > 0) {
      leaf.Fail("second server " + std::to_string(server) + " in <ClientReach>",
                "a client asks a server once");
    }
    servers.push_back(server);
  }
  return servers;
}

std::vector<ClientReach> ClientReaches(const CaseReader& reader, const xml::Checked& values,
                                       const std::vector<std::string>& proposals) {
  std::vector<ClientReach> reaches;
  for (const xml::Checked& element : values.All("ClientReach")) {
    reader.Plain(element, {"Value", "Quorum", "ID"});
    ClientReach reach{ReadClient(element.One("Value"), proposals), ReachedServers(reader, element)};
    if (std::ranges::count(reaches, reach.value, &ClientReach::value) > 0) {
      element.Fail("second <ClientReach> of the client of " + base::Quoted(reach.value),
                   "it lists all servers that the client asks");
    }
    if (const auto quorum = element.Optional("Quorum")) {
      reach.quorum =
          static_cast<int>(quorum->Number(0, static_cast<std::int64_t>(reach.servers.size())));
    }
    reaches.push_back(std::move(reach));
  }
  return reaches;
}

/// A leader cannot propose the value of a client that never asks it.
void CheckReached(const xml::Checked& values, const SystemCase& content) {
  const std::vector<xml::Checked> elements = values.All("LeaderProposal");
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const LeaderProposal& proposal = content.leader_proposals[i];
    const auto reach = std::ranges::find(content.reaches, proposal.value, &ClientReach::value);
    if (reach == content.reaches.end()) continue;
    if (std::ranges::count(reach->servers, proposal.server) > 0) continue;
    elements[i].Fail(
        "<LeaderProposal> of a client that does not ask server " + std::to_string(proposal.server),
        "<ClientReach> of " + base::Quoted(proposal.value) + " lists whom it asks");
  }
}

/// Who gets nothing. A value cannot stand for two clients.
std::vector<std::string> ReadUnanswered(const xml::Checked& oracles,
                                        const std::vector<std::string>& proposals) {
  std::vector<std::string> unanswered;
  for (const xml::Checked& leaf : oracles.All("Unanswered")) {
    const std::string& value = ReadClient(leaf, proposals);
    if (std::ranges::count(unanswered, value) > 0) {
      leaf.Fail("second <Unanswered> of the client of " + base::Quoted(value),
                "a client is named once");
    }
    unanswered.push_back(value);
  }
  return unanswered;
}

/// What the clients get that get something, or that it is open.
void ReadResponses(const CaseReader& reader, const xml::Checked& oracles, SystemCase& content) {
  if (content.unanswered.size() == content.proposals.size()) {
    for (const char* const name : {"AnyResponse", "Response"}) {
      for (const xml::Checked& element : oracles.All(name)) {
        element.Fail(element.tag() + " where no client is answered",
                     "<Unanswered> names all clients of the case");
      }
    }
    return;
  }
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
  content.reaches = ClientReaches(reader, parts.values, content.proposals);
  CheckReached(parts.values, content);
  content.failures = Failures(reader, parts.values);
  content.faults =
      ReadFaults(parts.values, [&](const xml::Checked& leaf) { return reader.Server(leaf); });
  content.leaders = reader.Servers(parts.oracles.Some("Leader"), reader.configuration().server_ids);
  content.unanswered = ReadUnanswered(parts.oracles, content.proposals);
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
  for (const ClientReach& reach : content.reaches) {
    xml::Element& element = values.Add("ClientReach");
    element.Add("Value", reach.value);
    if (reach.quorum != 0) AddNumber(element, "Quorum", reach.quorum);
    AddIds(element, reach.servers);
  }
  for (const LeaderFailure& failure : content.failures) {
    AddNumber(values, failure.phase == 1 ? "P1Failure" : "P2Failure", failure.server);
  }
  for (const Fault& fault : content.faults) AddFault(values, fault);
  xml::Element& oracles = test_case.Add("TestOracles");
  for (const ServerId leader : content.leaders) AddNumber(oracles, "Leader", leader);
  for (const std::string& response : content.responses) oracles.Add("Response", response);
  if (content.any_response) oracles.Add("AnyResponse");
  for (const std::string& value : content.unanswered) oracles.Add("Unanswered", value);
  if (content.failed_phases) AddNumber(oracles, "FailedPhases", *content.failed_phases);
}

}  // namespace

Kind<SystemCase> SystemKind() {
  const Type leader_proposal =
      Children(Sequence({One("ID", kServer), One("Value", kNonEmptyText)}));
  const Type client_reach = Children(Sequence(
      {One("Value", kNonEmptyText), Maybe(One("Quorum", kNumber)), Some(One("ID", kServer))}));
  const Particle unanswered = One("Unanswered", kNonEmptyText);
  Particle faults = Any(Choice({}));
  for (const FaultForm& form : FaultForms()) faults.parts.push_back(FaultGrammar(form));
  Grammar grammar{
      .values = {Sequence({Some(One("ClientPropose", kNonEmptyText)),
                           Any(One("LeaderProposal", leader_proposal)),
                           Any(One("ClientReach", client_reach)),
                           Any(Choice({One("P1Failure", kServer), One("P2Failure", kServer)})),
                           std::move(faults)})},
      .oracles = {Sequence(
          {Some(One("Leader", kServer)),
           Choice({Sequence({Some(One("Response", kNonEmptyText)), Any(unanswered)}),
                   Sequence({One("AnyResponse", kNothing), Any(unanswered)}), Some(unanswered)}),
           Maybe(One("FailedPhases", kNumber))})}};
  return MakeKind({.name = "system",
                   .article = "a",
                   .meaning = "whole replicas, clients and failures",
                   .whole_system = true},
                  std::move(grammar), Read, Write);
}

}  // namespace cases
