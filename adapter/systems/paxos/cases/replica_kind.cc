#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "adapter/systems/cases/case_writer.h"
#include "adapter/systems/paxos/cases/kinds.h"
#include "xml/words.h"

namespace cases {
namespace {

constexpr const char* kEventNames[] = {"Start", "ClientRequest", "Decision", "Period", "Replies"};

Round ReadRound(const xml::Checked& parent, const char* name) {
  return parent.One(name).Number(0, kMaxNumber);
}

Commit ReadRoundValue(const CaseReader& reader, const xml::Checked& element) {
  reader.Plain(element, {"Rnd", "Val"});
  return {ReadRound(element, "Rnd"), element.One("Val").NonEmptyText()};
}

/// Reads the steps of a case one after the other.
class StepReader {
 public:
  explicit StepReader(const CaseReader& reader) : reader_(reader) {}

  ReplicaStep Read(const xml::Checked& step) {
    ReplicaStep content{.event = ReadEvent(OnlyEvent(step))};
    content.detectors = ReadDetectors(step, std::holds_alternative<ReplicaPeriod>(content.event));
    if (const auto call = step.Optional("ExpectCall")) content.call = ReadCall(*call);
    for (const xml::Checked& answer : step.All("ExpectClient")) {
      content.answers.push_back(answer.NonEmptyText());
    }
    return content;
  }

 private:
  static xml::Checked OnlyEvent(const xml::Checked& step) {
    std::vector<xml::Checked> events;
    for (const xml::Checked& child : step.Children()) {
      if (std::ranges::find(kEventNames, child.element().name) != std::end(kEventNames)) {
        events.push_back(child);
      }
    }
    if (events.size() == 1) return events.front();
    (events.empty() ? step : events.back())
        .Fail(std::to_string(events.size()) + " events in a step",
              "a step has one <Start>, <ClientRequest>, <Decision>, <Period> or <Replies>");
  }

  ReplicaEvent ReadEvent(const xml::Checked& event) {
    const std::string& name = event.element().name;
    if (!own_ && name != "Start") {
      event.Fail(event.tag() + " before the replica starts", "a case begins with its <Start>");
    }
    if (name == "Start") return ReadStart(event);
    if (name == "ClientRequest") return ReplicaRequest{event.NonEmptyText()};
    if (name == "Decision") return ReplicaDecision{ReadRoundValue(reader_, event)};
    if (name == "Period") return ReadPeriod(event);
    return ReadReplies(event);
  }

  ReplicaStart ReadStart(const xml::Checked& event) {
    const ServerId server = reader_.Server(event);
    if (own_ && *own_ != server) {
      event.FailAtText("start of another replica, " + std::to_string(server),
                       "the case is about " + std::to_string(*own_));
    }
    own_ = server;
    return {server};
  }

  ReplicaPeriod ReadPeriod(const xml::Checked& event) const {
    reader_.Plain(event, {"Answer"});
    ReplicaPeriod period;
    for (const xml::Checked& answer : event.All("Answer")) {
      reader_.Plain(answer, {"ID", "Of", "Vrnd", "Knows"});
      PingAnswer content{reader_.Server(answer.One("ID")), answer.One("Of").Number(1, kMaxNumber)};
      if (content.server == *own_) {
        answer.Fail("an answer of the replica itself", "a replica pings the others");
      }
      if (answer.Optional("Vrnd")) content.vrnd = ReadRound(answer, "Vrnd");
      if (const auto knows = answer.Optional("Knows")) {
        content.decided = ReadRoundValue(reader_, *knows);
      }
      period.answers.push_back(std::move(content));
    }
    return period;
  }

  ReplicaReplies ReadReplies(const xml::Checked& event) const {
    reader_.Plain(event, {kCallReplyWords[0], kCallReplyWords[1], kCallReplyWords[2]});
    ReplicaReplies replies;
    for (const xml::Checked& reply : event.Children()) {
      replies.replies.push_back(ReadReply(reply));
      const ServerId server = replies.replies.back().server;
      if (std::ranges::count(replies.replies, server, &CallReply::server) > 1) {
        reply.Fail("second reply of server " + std::to_string(server), "each replies once");
      }
    }
    return replies;
  }

  CallReply ReadReply(const xml::Checked& reply) const {
    const auto* const word = std::ranges::find(kCallReplyWords, reply.element().name);
    CallReply content{.kind = static_cast<CallReply::Kind>(word - std::begin(kCallReplyWords))};
    if (content.kind == CallReply::Kind::kRefuse) {
      reader_.Plain(reply, {"ID", "Rnd"});
      content.rnd = ReadRound(reply, "Rnd");
    } else if (content.kind == CallReply::Kind::kAgree) {
      reader_.Plain(reply, {"ID", "Vrnd", "Vval"});
      if (reply.Has("Vrnd") || reply.Has("Vval")) {
        content.vote = Commit{ReadRound(reply, "Vrnd"), reply.One("Vval").NonEmptyText()};
      }
    } else {
      reader_.Plain(reply, {"ID"});
    }
    content.server = reader_.Server(reply.One("ID"));
    return content;
  }

  std::optional<ExpectedDetectors> ReadDetectors(const xml::Checked& step, bool is_period) const {
    const auto found = step.Optional("ExpectDetectors");
    if (!is_period) {
      if (found) found->Fail(found->tag() + " where no period ends", "it stands with a <Period>");
      return std::nullopt;
    }
    const xml::Checked element = step.One("ExpectDetectors");
    reader_.Plain(element, {"Suspect", "Restore", "Growths", "Leader"});
    ExpectedDetectors detectors;
    const auto& servers = reader_.configuration().server_ids;
    detectors.suspects = reader_.Servers(DistinctLeaves(element, "Suspect"), servers);
    detectors.restores = reader_.Servers(DistinctLeaves(element, "Restore"), servers);
    detectors.growths = element.One("Growths").Number(0, kMaxNumber);
    if (const auto leader = element.Optional("Leader")) detectors.leader = reader_.Server(*leader);
    return detectors;
  }

  ExpectedCall ReadCall(const xml::Checked& element) const {
    reader_.Plain(element, {"Phase", "Rnd", "Val"});
    ExpectedCall call;
    call.phase = xml::ReadWord<ExpectedCall::Phase>(element.One("Phase"), kCallPhaseWords);
    call.rnd = ReadRound(element, "Rnd");
    const auto value = element.Optional("Val");
    if (call.phase != ExpectedCall::Phase::kPrepare) {
      call.value = element.One("Val").NonEmptyText();
    } else if (value) {
      value->Fail("<Val> of a prepare", "phase one has no value");
    }
    return call;
  }

  const CaseReader& reader_;
  std::optional<ServerId> own_;
};

ReplicaCase Read(const CaseReader& reader) {
  ReplicaCase content;
  StepReader steps(reader);
  for (const xml::Checked& step : reader.Steps()) content.steps.push_back(steps.Read(step));
  return content;
}

/// Adds the element of an event.
class EventWriter {
 public:
  explicit EventWriter(xml::Element& step) : step_(step) {}

  void operator()(const ReplicaStart& start) const { AddNumber(step_, "Start", start.server); }
  void operator()(const ReplicaRequest& request) const {
    step_.Add("ClientRequest", request.value);
  }
  void operator()(const ReplicaDecision& decision) const {
    AddRoundValue(step_.Add("Decision"), decision.commit);
  }
  void operator()(const ReplicaPeriod& period) const {
    xml::Element& element = step_.Add("Period");
    for (const PingAnswer& answer : period.answers) {
      xml::Element& child = element.Add("Answer");
      AddNumber(child, "ID", answer.server);
      AddNumber(child, "Of", answer.period);
      if (answer.vrnd) AddNumber(child, "Vrnd", *answer.vrnd);
      if (answer.decided) AddRoundValue(child.Add("Knows"), *answer.decided);
    }
  }
  void operator()(const ReplicaReplies& replies) const {
    xml::Element& element = step_.Add("Replies");
    for (const CallReply& reply : replies.replies) {
      xml::Element& child = element.Add(xml::WordOf(reply.kind, kCallReplyWords));
      AddNumber(child, "ID", reply.server);
      if (reply.kind == CallReply::Kind::kRefuse) AddNumber(child, "Rnd", reply.rnd);
      if (!reply.vote) continue;
      AddNumber(child, "Vrnd", reply.vote->rnd);
      child.Add("Vval", reply.vote->val);
    }
  }

 private:
  static void AddRoundValue(xml::Element& element, const Commit& commit) {
    AddNumber(element, "Rnd", commit.rnd);
    element.Add("Val", commit.val);
  }

  xml::Element& step_;
};

void Write(const ReplicaCase& content, xml::Element& test_case) {
  for (const ReplicaStep& step : content.steps) {
    xml::Element& value = test_case.Add("TestValue");
    std::visit(EventWriter(value), step.event);
    if (step.detectors) {
      xml::Element& detectors = value.Add("ExpectDetectors");
      for (const ServerId server : step.detectors->suspects)
        AddNumber(detectors, "Suspect", server);
      for (const ServerId server : step.detectors->restores)
        AddNumber(detectors, "Restore", server);
      AddNumber(detectors, "Growths", step.detectors->growths);
      if (step.detectors->leader) AddNumber(detectors, "Leader", *step.detectors->leader);
    }
    if (step.call) {
      xml::Element& call = value.Add("ExpectCall");
      call.Add("Phase", xml::WordOf(step.call->phase, kCallPhaseWords));
      AddNumber(call, "Rnd", step.call->rnd);
      if (!step.call->value.empty()) call.Add("Val", step.call->value);
    }
    for (const std::string& answer : step.answers) value.Add("ExpectClient", answer);
  }
}

}  // namespace

Kind<ReplicaCase> ReplicaKind() {
  const Particle server = One("ID", kServer), round = One("Rnd", kNumber);
  const Type round_value = Children(Sequence({round, One("Val", kNonEmptyText)}));
  const Type answer = Children(Sequence(
      {server, One("Of", kNumber), Maybe(One("Vrnd", kNumber)), Maybe(One("Knows", round_value))}));
  const Particle vote = Sequence({One("Vrnd", kNumber), One("Vval", kNonEmptyText)});
  const Type replies = Children(Any(
      Choice({One("Agree", Children(Sequence({server, Maybe(vote)}))),
              One("Refuse", Children(Sequence({server, round}))), One("Fail", Children(server))})));
  const Particle event = Choice(
      {One("Start", kServer), One("ClientRequest", kNonEmptyText), One("Decision", round_value),
       One("Period", Children(Any(One("Answer", answer)))), One("Replies", replies)});
  const Type detectors =
      Children(Sequence({Any(One("Suspect", kServer)), Any(One("Restore", kServer)),
                         One("Growths", kNumber), Maybe(One("Leader", kServer))}));
  const Type call = Children(
      Sequence({One("Phase", Words(kCallPhaseWords)), round, Maybe(One("Val", kNonEmptyText))}));
  Grammar grammar{.steps = {Sequence({event, Maybe(One("ExpectDetectors", detectors)),
                                      Maybe(One("ExpectCall", call)),
                                      Any(One("ExpectClient", kNonEmptyText))})}};
  return MakeKind({.name = "replicatest",
                   .article = "a",
                   .meaning = "extension: one replica through several periods and rounds"},
                  std::move(grammar), Read, Write);
}

}  // namespace cases
