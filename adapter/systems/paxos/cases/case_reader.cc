#include "adapter/systems/paxos/cases/case_reader.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "adapter/systems/paxos/cases/configuration_case_xml.h"
#include "adapter/systems/paxos/cases/fault_reader.h"
#include "adapter/systems/paxos/cases/storage_case_xml.h"
#include "adapter/systems/paxos/cases/unit_case_reader.h"
#include "adapter/systems/paxos/cases/wire_case_xml.h"
#include "base/characters.h"
#include "base/nearest.h"
#include "xml/characters.h"

namespace cases {
namespace {

constexpr std::int64_t kMaxNumber = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t kServersInAdvice = 9;
constexpr xml::Name kVval{"Vval", "Val"};
constexpr xml::Name kVal{"Val", "Vval"};

/// The elements inside TestValues and TestOracles that one kind alone has.
struct Characteristic {
  const char* element;
  Kind kind;
};
constexpr Characteristic kCharacteristics[] = {
    {"ClientPropose", Kind::kSystem},
    {"LeaderProposal", Kind::kSystem},
    {"P1Failure", Kind::kSystem},
    {"P2Failure", Kind::kSystem},
    {"Leader", Kind::kSystem},
    {"Response", Kind::kSystem},
    {"AnyResponse", Kind::kSystem},
    {"FailedPhases", Kind::kSystem},
    {"PromiseMsg", Kind::kPrepareQf},
    {"LearnMsg", Kind::kAcceptQf},
    {"EmptyMsg", Kind::kCommitQf},
    {"MsgType", Kind::kAcceptor},
    {"PrepareMsg", Kind::kAcceptor},
    {"AcceptMsg", Kind::kAcceptor},
    {"ExpectOutput", Kind::kAcceptor},
    {"ExpectPromise", Kind::kAcceptor},
    {"ExpectLearn", Kind::kAcceptor},
    {"Alives", Kind::kFailureDetector},
    {"Suspects", Kind::kFailureDetector},
    {"ExpectSuspects", Kind::kFailureDetector},
    {"Lates", Kind::kFailureDetector},
    {"ExpectLonger", Kind::kFailureDetector},
    {"ExpectNewlySuspected", Kind::kFailureDetector},
    {"ExpectRestored", Kind::kFailureDetector},
    {"ExpectLeaders", Kind::kLeaderChange},
    {"Skip", Kind::kQuorumCall},
    {"Reply", Kind::kQuorumCall},
    {"Error", Kind::kQuorumCall},
    {"NextCall", Kind::kQuorumCall},
    {"LateReply", Kind::kQuorumCall},
    {"LateError", Kind::kQuorumCall},
    {"ExpectRequest", Kind::kQuorumCall},
    {"ExpectEnd", Kind::kQuorumCall},
    {"CommitMsg", Kind::kLearner},
    {"ExpectLearned", Kind::kLearner},
    {"Save", Kind::kStorage},
    {"Reopen", Kind::kStorage},
    {"Damage", Kind::kStorage},
    {"Open", Kind::kStorage},
    {"ExpectStored", Kind::kStorage},
    {"ExpectRefused", Kind::kStorage},
    {"Peer", Kind::kConfiguration},
    {"Own", Kind::kConfiguration},
    {"PrepareQuorum", Kind::kConfiguration},
    {"AcceptQuorum", Kind::kConfiguration},
    {"CommitQuorum", Kind::kConfiguration},
    {"ClientQuorum", Kind::kConfiguration},
    {"DetectorDelay", Kind::kConfiguration},
    {"DetectorDelta", Kind::kConfiguration},
    {"CallTimeout", Kind::kConfiguration},
    {"Address", Kind::kConfiguration},
    {"TlsCa", Kind::kConfiguration},
    {"TlsCertificate", Kind::kConfiguration},
    {"TlsKey", Kind::kConfiguration},
    {"ExpectStart", Kind::kConfiguration},
    {"ExpectDefect", Kind::kConfiguration},
    {"Message", Kind::kWire},
    {"Connect", Kind::kWire},
    {"Drain", Kind::kWire},
    {"Stop", Kind::kWire},
    {"Vanish", Kind::kWire},
    {"ExpectOutcome", Kind::kWire},
    {"ExpectState", Kind::kWire},
};

/// What the readers of all kinds share: the case, its kind and the suite's configuration.
class CaseReader {
 public:
  CaseReader(Kind kind, const xml::Checked& test_case, const Configuration& configuration)
      : whose_(" of " + WithArticle(kind) + " case"),
        case_(test_case),
        configuration_(configuration) {}

  SystemCase System() const;
  PrepareQfCase PrepareQf() const;
  AcceptQfCase AcceptQf() const;
  CommitQfCase CommitQf() const;
  AcceptorCase Acceptor() const;
  FailureDetectorCase FailureDetector() const;
  LeaderChangeCase LeaderChange() const;
  QuorumCallCase QuorumCall() const;
  LearnerCase Learner() const;
  StorageCase Storage() const;
  ConfigurationCase ConfigurationOfCase() const;
  WireCase Wire() const;

 private:
  /// Everything but Acceptor is in two parts.
  struct Parts {
    xml::Checked values;
    xml::Checked oracles;
  };
  Parts TwoParts(const xml::Names& values, const xml::Names& oracles) const;

  xml::Checked Plain(const xml::Checked& element, const xml::Names& children) const;
  Promise ReadPromise(const xml::Checked& message) const;
  Learn ReadLearn(const xml::Checked& message, const xml::Name& value) const;
  static Round ReadRound(const xml::Checked& message, const char* name) {
    return message.One(name).Number(0, kMaxNumber);
  }

  ServerId Server(const xml::Checked& leaf, const std::vector<ServerId>& known) const;
  std::vector<ServerId> Servers(const std::vector<xml::Checked>& leaves,
                                const std::vector<ServerId>& known) const;
  void ReadResponses(const xml::Checked& oracles, SystemCase& content) const;
  std::vector<LeaderProposal> LeaderProposals(const xml::Checked& values,
                                              const std::vector<std::string>& proposals) const;
  std::vector<LeaderFailure> Failures(const xml::Checked& values) const;
  void CheckFailureCount(const xml::Checked& values, const char* name, int most,
                         const char* bound) const;

  std::vector<xml::Checked> Replies(const xml::Checked& values, const char* name) const;
  /// Reads `Quorum`; the combined reply must be there exactly when it is true.
  std::optional<xml::Checked> Combined(const xml::Checked& oracles, const char* name,
                                       bool& quorum) const;

  AcceptorStep Step(const xml::Checked& step) const;
  std::optional<std::variant<Promise, Learn>> ExpectedReply(const xml::Checked& step,
                                                            bool is_prepare) const;

  std::vector<ServerId> CaseServers(const xml::Checked& values) const;
  std::vector<bool> Flags(const xml::Checked& list, const char* name, std::size_t count,
                          bool may_be_empty) const;

  const std::string whose_;
  const xml::Checked& case_;
  const Configuration& configuration_;
};

CaseReader::Parts CaseReader::TwoParts(const xml::Names& values, const xml::Names& oracles) const {
  case_.AllowChildren({kTestValues, kTestOracles}, whose_);
  return {Plain(case_.One(kTestValues), values), Plain(case_.One(kTestOracles), oracles)};
}

/// The element itself, once it is known to have no attributes and no other children than these.
xml::Checked CaseReader::Plain(const xml::Checked& element, const xml::Names& children) const {
  element.AllowAttributes({});
  element.AllowChildren(children, whose_);
  return element;
}

Promise CaseReader::ReadPromise(const xml::Checked& message) const {
  Plain(message, {"Rnd", "Vrnd", kVval});
  return {ReadRound(message, "Rnd"), ReadRound(message, "Vrnd"), message.One(kVval).Text()};
}

Learn CaseReader::ReadLearn(const xml::Checked& message, const xml::Name& value) const {
  Plain(message, {"Rnd", value});
  return {ReadRound(message, "Rnd"), message.One(value).Text()};
}

ServerId CaseReader::Server(const xml::Checked& leaf, const std::vector<ServerId>& known) const {
  const ServerId id = leaf.Number(0, kMaxNumber);
  if (std::find(known.begin(), known.end(), id) != known.end()) return id;
  std::string servers;
  for (std::size_t i = 0; i < known.size() && i < kServersInAdvice; ++i) {
    servers += (i > 0 ? ", " : "") + std::to_string(known[i]);
  }
  if (known.size() > kServersInAdvice) servers += ", ...";
  leaf.FailAtText("unknown server " + std::to_string(id), "the servers are " + servers);
}

std::vector<ServerId> CaseReader::Servers(const std::vector<xml::Checked>& leaves,
                                          const std::vector<ServerId>& known) const {
  std::vector<ServerId> servers;
  for (const xml::Checked& leaf : leaves) servers.push_back(Server(leaf, known));
  return servers;
}

SystemCase CaseReader::System() const {
  xml::Names values = {"ClientPropose", "LeaderProposal", "P1Failure", "P2Failure"};
  for (const FaultForm& form : FaultForms()) values.emplace_back(form.element);
  const Parts parts = TwoParts(values, {"Leader", "Response", "AnyResponse", "FailedPhases"});
  SystemCase content;
  for (const xml::Checked& proposal : parts.values.Some("ClientPropose")) {
    content.proposals.push_back(proposal.NonEmptyText());
  }
  content.leader_proposals = LeaderProposals(parts.values, content.proposals);
  content.failures = Failures(parts.values);
  content.faults = ReadFaults(parts.values, [this](const xml::Checked& leaf) {
    return Server(leaf, configuration_.server_ids);
  });
  content.leaders = Servers(parts.oracles.Some("Leader"), configuration_.server_ids);
  ReadResponses(parts.oracles, content);
  if (const auto failed = parts.oracles.Optional("FailedPhases")) {
    content.failed_phases = failed->Number(0, kMaxNumber);
  }
  return content;
}

/// What the clients get, or that it is open.
void CaseReader::ReadResponses(const xml::Checked& oracles, SystemCase& content) const {
  if (const auto any = oracles.Optional("AnyResponse")) {
    Plain(*any, {});
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

std::vector<LeaderProposal> CaseReader::LeaderProposals(
    const xml::Checked& values, const std::vector<std::string>& proposals) const {
  std::vector<LeaderProposal> leader_proposals;
  std::set<ServerId> seen;
  for (const xml::Checked& element : values.All("LeaderProposal")) {
    Plain(element, {"ID", "Value"});
    const xml::Checked value = element.One("Value");
    const ServerId server = Server(element.One("ID"), configuration_.server_ids);
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

std::vector<LeaderFailure> CaseReader::Failures(const xml::Checked& values) const {
  CheckFailureCount(values, "P1Failure", configuration_.failure_phase_one, "FailurePhaseOne");
  CheckFailureCount(values, "P2Failure", configuration_.failure_phase_two, "FailurePhaseTwo");
  std::vector<LeaderFailure> failures;
  std::set<ServerId> failed;
  const xml::Name either{"P1Failure", "P2Failure"};  // in the order of the document
  for (const xml::Checked& element : values.All(either)) {
    const ServerId server = Server(element, configuration_.server_ids);
    if (!failed.insert(server).second) {
      element.Fail("server " + std::to_string(server) + " fails twice",
                   "a failed leader does not lead again");
    }
    failures.push_back({element.element().name == "P1Failure" ? 1 : 2, server});
  }
  return failures;
}

void CaseReader::CheckFailureCount(const xml::Checked& values, const char* name, int most,
                                   const char* bound) const {
  const std::vector<xml::Checked> failures = values.All(name);
  if (failures.size() <= static_cast<std::size_t>(most)) return;
  failures[static_cast<std::size_t>(most)].Fail(
      std::to_string(failures.size()) + " <" + name + "> in a case",
      std::string("at most ") + std::to_string(most) + ", as <" + bound + "> says");
}

std::vector<xml::Checked> CaseReader::Replies(const xml::Checked& values, const char* name) const {
  std::vector<xml::Checked> replies = values.Some(name);
  const auto servers = static_cast<std::size_t>(configuration_.system_size);
  if (replies.size() > servers) {
    replies[servers].Fail(
        std::to_string(replies.size()) + " replies in a system of " + std::to_string(servers),
        "each server replies at most once");
  }
  return replies;
}

std::optional<xml::Checked> CaseReader::Combined(const xml::Checked& oracles, const char* name,
                                                 bool& quorum) const {
  const xml::Checked is_quorum = oracles.One("Quorum");
  quorum = is_quorum.Boolean();
  const std::optional<xml::Checked> combined = oracles.Optional(name);
  if (quorum && !combined) oracles.One(name);  // fails with the message for a missing element
  if (!quorum && combined) {
    combined->Fail(combined->tag() + " without a quorum",
                   "there is a combined reply only when <Quorum> is true");
  }
  return combined;
}

PrepareQfCase CaseReader::PrepareQf() const {
  const Parts parts = TwoParts({"PromiseMsg"}, {"Quorum", "PromiseMsg"});
  PrepareQfCase content;
  for (const xml::Checked& reply : Replies(parts.values, "PromiseMsg")) {
    content.replies.push_back(ReadPromise(reply));
  }
  const auto combined = Combined(parts.oracles, "PromiseMsg", content.quorum);
  if (combined) content.combined = ReadPromise(*combined);
  return content;
}

AcceptQfCase CaseReader::AcceptQf() const {
  const Parts parts = TwoParts({"LearnMsg"}, {"Quorum", "LearnMsg"});
  AcceptQfCase content;
  for (const xml::Checked& reply : Replies(parts.values, "LearnMsg")) {
    content.replies.push_back(ReadLearn(reply, kVval));
  }
  const auto combined = Combined(parts.oracles, "LearnMsg", content.quorum);
  if (combined) content.combined = ReadLearn(*combined, kVval);
  return content;
}

CommitQfCase CaseReader::CommitQf() const {
  const Parts parts = TwoParts({"EmptyMsg"}, {"Quorum", "EmptyMsg"});
  CommitQfCase content;
  for (const xml::Checked& reply : Replies(parts.values, "EmptyMsg")) {
    Plain(reply, {});
    ++content.replies;
  }
  const auto combined = Combined(parts.oracles, "EmptyMsg", content.quorum);
  if (combined) Plain(*combined, {});
  return content;
}

AcceptorCase CaseReader::Acceptor() const {
  case_.AllowChildren({xml::Name("TestValue", "TestValues")}, whose_);
  AcceptorCase content;
  for (const xml::Checked& step : case_.Some(kTestValues)) content.steps.push_back(Step(step));
  return content;
}

AcceptorStep CaseReader::Step(const xml::Checked& step) const {
  Plain(step,
        {"MsgType", "PrepareMsg", "AcceptMsg", "ExpectOutput", "ExpectPromise", "ExpectLearn"});
  const xml::Checked type = step.One("MsgType");
  const std::string_view type_name = base::Trim(type.Text());
  if (type_name == "restart") {
    Plain(step, {"MsgType"});
    return {RestartAcceptor(), std::nullopt};
  }
  const bool is_prepare = type_name == "prepare";
  if (!is_prepare && type_name != "accept") {
    type.FailAtText(type_name.empty() ? "missing message type"
                                      : base::Quoted(type_name) + " is not a message type",
                    "<MsgType> is prepare, accept or restart");
  }
  if (const auto other = step.Optional(is_prepare ? "AcceptMsg" : "PrepareMsg")) {
    other->Fail(other->tag() + " in a step of type " + base::Quoted(type_name),
                std::string("expected <") + (is_prepare ? "PrepareMsg" : "AcceptMsg") + ">");
  }
  AcceptorStep content;
  if (is_prepare) {
    const xml::Checked message = Plain(step.One("PrepareMsg"), {"Rnd"});
    content.request = Prepare{ReadRound(message, "Rnd")};
  } else {
    const xml::Checked message = Plain(step.One("AcceptMsg"), {"Rnd", kVal});
    content.request = Accept{ReadRound(message, "Rnd"), message.One(kVal).NonEmptyText()};
  }
  content.reply = ExpectedReply(step, is_prepare);
  return content;
}

std::optional<std::variant<Promise, Learn>> CaseReader::ExpectedReply(const xml::Checked& step,
                                                                      bool is_prepare) const {
  const char* expected_name = is_prepare ? "ExpectPromise" : "ExpectLearn";
  const bool has_output = step.One("ExpectOutput").Boolean();
  for (const char* name : {"ExpectPromise", "ExpectLearn"}) {
    const auto reply = step.Optional(name);
    if (!reply) continue;
    if (!has_output) {
      reply->Fail(reply->tag() + " where no reply is expected",
                  "there is one only when <ExpectOutput> is true");
    }
    if (name != std::string_view(expected_name)) {
      reply->Fail(reply->tag() + " for the wrong message",
                  std::string("expected <") + expected_name + ">");
    }
  }
  if (!has_output) return std::nullopt;
  const xml::Checked reply = step.One(expected_name);
  if (is_prepare) return ReadPromise(reply);
  return ReadLearn(reply, kVal);
}

std::vector<ServerId> CaseReader::CaseServers(const xml::Checked& values) const {
  const xml::Checked list = values.One("ServerIDs");
  std::vector<ServerId> servers = ReadServerIds(list, configuration_.system_size);
  if (!configuration_.server_ids.empty()) Servers(list.All("ID"), configuration_.server_ids);
  return servers;
}

std::vector<bool> CaseReader::Flags(const xml::Checked& list, const char* name, std::size_t count,
                                    bool may_be_empty) const {
  Plain(list, {name});
  std::vector<bool> flags;
  for (const xml::Checked& flag : list.All(name)) flags.push_back(flag.Boolean());
  if (flags.empty() && may_be_empty) flags.assign(count, false);
  if (flags.size() != count) {
    list.Fail(
        std::to_string(flags.size()) + " <" + name + "> for " + std::to_string(count) + " servers",
        list.tag() + " holds one for each <ID> of <ServerIDs>" +
            (may_be_empty ? ", or none when all are false" : ""));
  }
  return flags;
}

FailureDetectorCase CaseReader::FailureDetector() const {
  const Parts parts =
      TwoParts({"ServerIDs", "Alives", "Suspects", "Lates"},
               {"ExpectSuspects", "ExpectLonger", "ExpectNewlySuspected", "ExpectRestored"});
  FailureDetectorCase content;
  content.server_ids = CaseServers(parts.values);
  const std::size_t count = content.server_ids.size();
  content.alive = Flags(parts.values.One("Alives"), "Alive", count, false);
  content.suspected = Flags(parts.values.One("Suspects"), "Suspected", count, true);
  content.expect_suspected =
      Flags(parts.oracles.One("ExpectSuspects"), "ExpectSuspect", count, true);
  if (const auto lates = parts.values.Optional("Lates")) {
    content.late = Flags(*lates, "Late", count, true);
  }
  if (const auto longer = parts.oracles.Optional("ExpectLonger")) {
    content.expect_longer = longer->Boolean();
  }
  const auto reported = [&](const char* name) -> std::optional<std::vector<ServerId>> {
    const auto list = parts.oracles.Optional(name);
    if (!list) return std::nullopt;
    return Servers(DistinctLeaves(Plain(*list, {"ID"}), "ID"), content.server_ids);
  };
  content.expect_newly_suspected = reported("ExpectNewlySuspected");
  content.expect_restored = reported("ExpectRestored");
  return content;
}

LeaderChangeCase CaseReader::LeaderChange() const {
  const Parts parts = TwoParts({"ServerIDs"}, {"ExpectLeaders"});
  LeaderChangeCase content;
  content.server_ids = CaseServers(parts.values);
  const xml::Checked leaders = Plain(parts.oracles.One("ExpectLeaders"), {"Leader"});
  content.leaders = Servers(leaders.Some("Leader"), content.server_ids);
  return content;
}

QuorumCallCase CaseReader::QuorumCall() const {
  const Parts parts = TwoParts(QuorumCallValues(), QuorumCallOracles());
  return ReadQuorumCall(parts.values, parts.oracles, whose_, [this](const xml::Checked& leaf) {
    return Server(leaf, configuration_.server_ids);
  });
}

LearnerCase CaseReader::Learner() const {
  case_.AllowChildren({xml::Name("TestValue", "TestValues")}, whose_);
  LearnerCase content;
  for (const xml::Checked& step : case_.Some(kTestValues)) {
    content.steps.push_back(ReadLearnerStep(Plain(step, {"CommitMsg", "ExpectLearned"}), whose_));
  }
  return content;
}

StorageCase CaseReader::Storage() const {
  const Parts parts = TwoParts(StorageValues(), StorageOracles());
  return ReadStorage(parts.values, parts.oracles, whose_);
}

ConfigurationCase CaseReader::ConfigurationOfCase() const {
  const Parts parts = TwoParts(ConfigurationValues(), ConfigurationOracles());
  return ReadConfigurationCase(parts.values, parts.oracles);
}

WireCase CaseReader::Wire() const {
  const Parts parts = TwoParts(WireValues(), WireOracles());
  return ReadWire(parts.values, parts.oracles, whose_);
}

}  // namespace

std::vector<ServerId> ReadServerIds(const xml::Checked& list, int system_size) {
  list.AllowAttributes({});
  list.AllowChildren({"ID"});
  std::map<ServerId, int> lines;
  std::vector<ServerId> ids;
  for (const xml::Checked& leaf : list.All("ID")) {
    const ServerId id = leaf.Number(0, kMaxNumber);
    const auto [first, is_new] = lines.emplace(id, leaf.element().position.line);
    if (!is_new) {
      leaf.Fail("second server " + std::to_string(id),
                "the first one is in line " + std::to_string(first->second));
    }
    ids.push_back(id);
  }
  if (ids.size() != static_cast<std::size_t>(system_size)) {
    list.Fail(
        std::to_string(ids.size()) + " server ids in a system of " + std::to_string(system_size),
        list.tag() + " lists each server once");
  }
  return ids;
}

std::string WithArticle(Kind kind) {
  return std::string(kind == Kind::kAcceptor ? "an " : "a ") + KindName(kind);
}

std::optional<Kind> DetectKind(const xml::Element& test_case) {
  for (const xml::Element& part : test_case.children) {
    if (!kTestValues.Is(part.name) && !kTestOracles.Is(part.name)) continue;
    for (const xml::Element& child : part.children) {
      for (const Characteristic& characteristic : kCharacteristics) {
        if (child.name == characteristic.element) return characteristic.kind;
      }
      if (FindFaultForm(child.name) != nullptr) return Kind::kSystem;
    }
  }
  return std::nullopt;
}

void FailUnknownKind(const xml::Checked& test_case) {
  const std::string advice =
      "a system case has <ClientPropose>, a quorum function's <PromiseMsg>, <LearnMsg> or "
      "<EmptyMsg>; docs/suite_format.md says what the other kinds have";
  test_case.AllowChildren({kTestValues, kTestOracles});
  std::vector<std::string_view> known;
  for (const Characteristic& each : kCharacteristics) known.push_back(each.element);
  for (const FaultForm& form : FaultForms()) known.push_back(form.element);
  for (const xml::Element& part : test_case.element().children) {
    for (const xml::Element& child : part.children) {
      if (child.name == "ServerIDs" || child.name == "Quorum") continue;  // several kinds have them
      const auto nearest = base::Nearest(child.name, known);
      test_case.FailAt(child.position, "no kind of suite has " + xml::Tag(child.name) + " here",
                       nearest ? "did you mean " + xml::Tag(*nearest) + "?" : advice);
    }
  }
  test_case.Some(kTestValues);
  test_case.Fail("nothing in this case tells its kind", advice);
}

CaseContent ReadCase(Kind kind, const xml::Checked& test_case, const Configuration& configuration) {
  const CaseReader reader(kind, test_case, configuration);
  switch (kind) {
    case Kind::kSystem:
      return reader.System();
    case Kind::kPrepareQf:
      return reader.PrepareQf();
    case Kind::kAcceptQf:
      return reader.AcceptQf();
    case Kind::kCommitQf:
      return reader.CommitQf();
    case Kind::kAcceptor:
      return reader.Acceptor();
    case Kind::kFailureDetector:
      return reader.FailureDetector();
    case Kind::kLeaderChange:
      return reader.LeaderChange();
    case Kind::kQuorumCall:
      return reader.QuorumCall();
    case Kind::kLearner:
      return reader.Learner();
    case Kind::kStorage:
      return reader.Storage();
    case Kind::kConfiguration:
      return reader.ConfigurationOfCase();
    case Kind::kWire:
      break;
  }
  return reader.Wire();
}

}  // namespace cases
