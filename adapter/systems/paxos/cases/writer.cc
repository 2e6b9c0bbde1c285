#include "adapter/systems/paxos/cases/writer.h"

#include <stdexcept>

#include "adapter/systems/paxos/cases/configuration_case_xml.h"
#include "adapter/systems/paxos/cases/reader.h"
#include "adapter/systems/paxos/cases/storage_case_xml.h"
#include "adapter/systems/paxos/cases/unit_case_writer.h"
#include "adapter/systems/paxos/cases/wire_case_xml.h"
#include "xml/xml.h"

namespace cases {
namespace {

void AddNumber(xml::Element& parent, const char* name, std::int64_t number) {
  parent.Add(name, std::to_string(number));
}

void AddBoolean(xml::Element& parent, const char* name, bool value) {
  parent.Add(name, value ? "true" : "false");
}

void AddServerIds(xml::Element& parent, const std::vector<ServerId>& ids) {
  xml::Element& list = parent.Add("ServerIDs");
  for (const ServerId id : ids) AddNumber(list, "ID", id);
}

void AddFlags(xml::Element& parent, const char* list_name, const char* name,
              const std::vector<bool>& flags) {
  xml::Element& list = parent.Add(list_name);
  for (const bool flag : flags) AddBoolean(list, name, flag);
}

void AddReport(xml::Element& parent, const char* name,
               const std::optional<std::vector<ServerId>>& reported) {
  if (!reported) return;
  xml::Element& list = parent.Add(name);
  for (const ServerId id : *reported) AddNumber(list, "ID", id);
}

void AddPromise(xml::Element& parent, const char* name, const Promise& promise) {
  xml::Element& message = parent.Add(name);
  AddNumber(message, "Rnd", promise.rnd);
  AddNumber(message, "Vrnd", promise.vrnd);
  message.Add("Vval", promise.vval);
}

/// Learn messages name their value Vval in qfaccept suites and Val in acceptor suites.
void AddLearn(xml::Element& parent, const char* name, const Learn& learn, const char* value_name) {
  xml::Element& message = parent.Add(name);
  AddNumber(message, "Rnd", learn.rnd);
  message.Add(value_name, learn.vval);
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

/// Adds the content of a case to its element, one overload per kind.
class CaseWriter {
 public:
  explicit CaseWriter(xml::Element& test_case) : case_(test_case) {}

  void operator()(const SystemCase& content) {
    xml::Element& values = case_.Add("TestValues");
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
    xml::Element& oracles = case_.Add("TestOracles");
    for (const ServerId leader : content.leaders) AddNumber(oracles, "Leader", leader);
    for (const std::string& response : content.responses) oracles.Add("Response", response);
    if (content.any_response) oracles.Add("AnyResponse");
    if (content.failed_phases) AddNumber(oracles, "FailedPhases", *content.failed_phases);
  }

  void operator()(const PrepareQfCase& content) {
    xml::Element& values = case_.Add("TestValues");
    for (const Promise& reply : content.replies) AddPromise(values, "PromiseMsg", reply);
    xml::Element& oracles = AddQuorum(content.quorum);
    if (content.combined) AddPromise(oracles, "PromiseMsg", *content.combined);
  }

  void operator()(const AcceptQfCase& content) {
    xml::Element& values = case_.Add("TestValues");
    for (const Learn& reply : content.replies) AddLearn(values, "LearnMsg", reply, "Vval");
    xml::Element& oracles = AddQuorum(content.quorum);
    if (content.combined) AddLearn(oracles, "LearnMsg", *content.combined, "Vval");
  }

  void operator()(const CommitQfCase& content) {
    xml::Element& values = case_.Add("TestValues");
    for (int i = 0; i < content.replies; ++i) values.Add("EmptyMsg");
    xml::Element& oracles = AddQuorum(content.quorum);
    if (content.quorum) oracles.Add("EmptyMsg");
  }

  void operator()(const AcceptorCase& content) {
    for (const AcceptorStep& step : content.steps) AddStep(step);
  }

  void operator()(const FailureDetectorCase& content) {
    xml::Element& values = case_.Add("TestValues");
    AddServerIds(values, content.server_ids);
    AddFlags(values, "Alives", "Alive", content.alive);
    AddFlags(values, "Suspects", "Suspected", content.suspected);
    if (content.late) AddFlags(values, "Lates", "Late", *content.late);
    xml::Element& oracles = case_.Add("TestOracles");
    AddFlags(oracles, "ExpectSuspects", "ExpectSuspect", content.expect_suspected);
    if (content.expect_longer) AddBoolean(oracles, "ExpectLonger", *content.expect_longer);
    AddReport(oracles, "ExpectNewlySuspected", content.expect_newly_suspected);
    AddReport(oracles, "ExpectRestored", content.expect_restored);
  }

  void operator()(const LeaderChangeCase& content) {
    AddServerIds(case_.Add("TestValue"), content.server_ids);
    xml::Element& leaders = case_.Add("TestOracles").Add("ExpectLeaders");
    for (const ServerId leader : content.leaders) AddNumber(leaders, "Leader", leader);
  }

  void operator()(const QuorumCallCase& content) { WriteQuorumCall(content, case_); }

  void operator()(const LearnerCase& content) { WriteLearner(content, case_); }

  void operator()(const StorageCase& content) { WriteStorage(content, case_); }

  void operator()(const ConfigurationCase& content) { WriteConfigurationCase(content, case_); }

  void operator()(const WireCase& content) { WriteWire(content, case_); }

 private:
  xml::Element& AddQuorum(bool quorum) {
    xml::Element& oracles = case_.Add("TestOracles");
    AddBoolean(oracles, "Quorum", quorum);
    return oracles;
  }

  void AddStep(const AcceptorStep& step) {
    xml::Element& value = case_.Add("TestValue");
    if (std::holds_alternative<RestartAcceptor>(step.request)) {
      value.Add("MsgType", "restart");
      return;
    }
    if (const auto* prepare = std::get_if<Prepare>(&step.request)) {
      value.Add("MsgType", "prepare");
      AddNumber(value.Add("PrepareMsg"), "Rnd", prepare->rnd);
    } else {
      const auto& accept = std::get<Accept>(step.request);
      value.Add("MsgType", "accept");
      xml::Element& message = value.Add("AcceptMsg");
      AddNumber(message, "Rnd", accept.rnd);
      message.Add("Val", accept.val);
    }
    AddBoolean(value, "ExpectOutput", step.reply.has_value());
    if (!step.reply) return;
    if (const auto* promise = std::get_if<Promise>(&*step.reply)) {
      AddPromise(value, "ExpectPromise", *promise);
    } else {
      AddLearn(value, "ExpectLearn", std::get<Learn>(*step.reply), "Val");
    }
  }

  xml::Element& case_;
};

/// The published suites without servers give the sizes as attributes of Test, and nothing else.
bool FitsAttributes(const Suite& suite) {
  const Configuration& configuration = suite.configuration;
  return MayOmitServers(suite.kind) && configuration.server_ids.empty() &&
         configuration.failure_phase_one == 0 && configuration.failure_phase_two == 0;
}

xml::Element ToElement(const Configuration& configuration) {
  xml::Element element("Configuration");
  AddNumber(element, "SystemSize", configuration.system_size);
  AddNumber(element, "QuorumSize", configuration.quorum_size);
  AddServerIds(element, configuration.server_ids);
  AddNumber(element, "FailurePhaseOne", configuration.failure_phase_one);
  AddNumber(element, "FailurePhaseTwo", configuration.failure_phase_two);
  return element;
}

}  // namespace

xml::Element ToElement(const Provenance& provenance) {
  xml::Element element("Generated");
  if (!provenance.generator.empty()) element.SetAttribute("Generator", provenance.generator);
  element.SetAttribute("Model", provenance.model);
  element.SetAttribute("Specification", provenance.specification);
  element.SetAttribute("Method", MethodName(provenance.method));
  if (provenance.seed) element.SetAttribute("Seed", std::to_string(*provenance.seed));
  if (provenance.runs) element.SetAttribute("Runs", std::to_string(*provenance.runs));
  for (const auto& [name, value] : provenance.parameters) {
    element.Add("Parameter").SetAttribute("Name", name).SetAttribute("Value", value);
  }
  return element;
}

xml::Element ToElement(const Suite& suite) {
  xml::Element test("Test");
  test.SetAttribute("TestName", suite.name);
  if (FitsAttributes(suite)) {
    test.SetAttribute("SystemSize", std::to_string(suite.configuration.system_size));
    test.SetAttribute("QuorumSize", std::to_string(suite.configuration.quorum_size));
  }
  if (suite.provenance) test.Add(ToElement(*suite.provenance));
  if (!FitsAttributes(suite)) test.Add(ToElement(suite.configuration));
  for (const TestCase& test_case : suite.cases) {
    xml::Element& element = test.Add("TestCase");
    element.SetAttribute("CaseID", test_case.id);
    std::visit(CaseWriter(element), test_case.content);
  }
  return test;
}

std::string WriteSuite(const Suite& suite) {
  std::string document = xml::Write(ToElement(suite));
  // The reader knows every rule of a suite; asking it keeps the rules in one place.
  try {
    if (ParseSuite(document, suite.name) == suite) return document;
  } catch (const base::ParseError& error) {
    throw std::invalid_argument(std::string("not a valid suite: ") + error.what());
  }
  throw std::invalid_argument(
      std::string("not a valid suite: it is not the same when read again; are its cases of kind ") +
      KindName(suite.kind) + "?");
}

}  // namespace cases
