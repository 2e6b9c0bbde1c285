#include "adapter/systems/paxos/oracles/event_steps.h"

#include <cassert>
#include <compare>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace oracles {
namespace {

using trace::Fields;
using trace::Kind;
using trace::Step;

std::string Text(std::int64_t number) { return std::to_string(number); }

Step Of(ServerId replica, std::string name, Fields fields = {}) {
  return {.kind = Kind::kEvent,
          .node = Text(replica),
          .name = std::move(name),
          .fields = std::move(fields)};
}

Step CrashStep(ServerId replica) {
  Step step = Of(replica, std::string(trace::kCrash));
  step.kind = Kind::kFault;
  return step;
}

Fields WithVote(Fields fields, const std::optional<Vote>& vote) {
  if (!vote) {
    fields.emplace_back("vote", "none");
    return fields;
  }
  fields.emplace_back("vote/round", Text(vote->rnd));
  fields.emplace_back("vote/value", vote->value);
  return fields;
}

/// Of what the fault is about, as its element of a suite has it.
Fields FieldsOf(const cases::Fault& fault) {
  const cases::FaultForm& form = cases::FormOf(fault.kind);
  Fields fields;
  if (form.message) {
    fields = {{"message", cases::NameOf(fault.message)},
              {"from", Text(fault.servers.at(0))},
              {"to", Text(fault.servers.at(1))}};
  }
  if (form.servers) {
    for (const ServerId server : fault.servers) fields.emplace_back("server", Text(server));
  }
  if (form.at) fields.emplace_back("at", cases::NameOf(fault.at));
  if (form.until) fields.emplace_back("until", cases::NameOf(fault.until));
  if (form.restart && fault.restart != cases::Restart::kNever) {
    fields.emplace_back("restart", cases::NameOf(fault.restart));
  }
  if (form.round) fields.emplace_back("round", cases::NameOf(fault.round));
  return fields;
}

struct StepMaker {
  Step operator()(const ClientProposed& e) const {
    return {.kind = Kind::kStimulus,
            .node = NameOfClient(e.client),
            .name = "proposes",
            .fields = {{"value", e.value}}};
  }
  Step operator()(const ClientAnswered& e) const {
    return {.node = NameOfClient(e.client), .name = "is answered", .fields = {{"value", e.value}}};
  }
  Step operator()(const PrepareSent& e) const {
    return Of(e.replica, "sends prepare", {{"round", Text(e.rnd)}});
  }
  Step operator()(const Promised& e) const {
    return Of(e.replica, "promises", WithVote({{"round", Text(e.rnd)}}, e.vote));
  }
  Step operator()(const AcceptSent& e) const {
    return Of(e.replica, "sends accept", {{"round", Text(e.rnd)}, {"value", e.value}});
  }
  Step operator()(const Voted& e) const {
    return Of(e.replica, "votes", {{"round", Text(e.rnd)}, {"value", e.value}});
  }
  Step operator()(const Refused& e) const {
    Step step = Of(e.replica, e.phase == 1 ? "refuses prepare" : "refuses accept",
                   {{"round", Text(e.rnd)}});
    if (e.promised) step.fields.emplace_back("promised", Text(*e.promised));
    return step;
  }
  Step operator()(const CommitSent& e) const {
    return Of(e.replica, "sends commit", {{"round", Text(e.rnd)}, {"value", e.value}});
  }
  Step operator()(const Learned& e) const {
    Step step = Of(e.replica, "learns", {{"value", e.value}});
    if (e.rnd) step.fields.emplace_back("round", Text(*e.rnd));
    return step;
  }
  Step operator()(const LeaderElected& e) const {
    return Of(e.replica, "trusts", {{"leader", Text(e.leader)}});
  }
  Step operator()(const Suspected& e) const {
    return Of(e.replica, "suspects", {{"", Text(e.suspect)}});
  }
  Step operator()(const Restored& e) const {
    return Of(e.replica, "restores", {{"", Text(e.restored)}});
  }
  Step operator()(const LeaderFailed& e) const {
    Step step = CrashStep(e.replica);
    step.fields = {{"after phase", Text(e.phase)}};
    return step;
  }
  Step operator()(const PhaseFailed& e) const {
    Step step = Of(e.replica, "gets no quorum", {{"round", Text(e.rnd)}});
    if (e.refused) step.fields.emplace_back("refused", Text(*e.refused));
    return step;
  }
  Step operator()(const Saved& e) const {
    return Of(e.replica, "saves",
              WithVote({{"promised", e.promised ? Text(*e.promised) : "none"}}, e.vote));
  }
  Step operator()(const PeriodBegan& e) const {
    Step step = Of(e.replica, "begins a period", {{"microseconds", Text(e.microseconds)}});
    step.kind = Kind::kTimer;
    return step;
  }
  Step operator()(const Loaded& e) const {
    Step step = Of(e.replica, "begins",
                   WithVote({{"promised", e.promised ? Text(*e.promised) : "none"}}, e.vote));
    if (e.begun) step.fields.emplace_back("begun", Text(*e.begun));
    if (e.learned) step.fields.emplace_back("learned", *e.learned);
    return step;
  }
  Step operator()(const FaultHappened& e) const {
    const cases::FaultForm& form = cases::FormOf(e.fault.kind);
    return {.kind = Kind::kFault,
            .node = form.one_server ? Text(e.fault.servers.at(0)) : "",
            .name = form.element,
            .fields = FieldsOf(e.fault)};
  }
  Step operator()(const Restarted& e) const {
    Step step = Of(e.replica, std::string(trace::kRestart));
    step.kind = Kind::kFault;
    return step;
  }
};

/// The message that an event begins to send, or that it answers.
struct Message {
  int phase = 1;           // of three
  Round rnd = 0;           // 0: a learner did not tell it
  std::string value = {};  // of phase three
  auto operator<=>(const Message&) const = default;
};

struct SentMessage {
  template <typename Other>
  std::optional<Message> operator()(const Other&) const {
    return std::nullopt;
  }
  std::optional<Message> operator()(const PrepareSent& e) const { return Message{1, e.rnd}; }
  std::optional<Message> operator()(const AcceptSent& e) const { return Message{2, e.rnd}; }
  std::optional<Message> operator()(const CommitSent& e) const {
    return Message{3, e.rnd, e.value};
  }
};

struct AnsweredMessage {
  template <typename Other>
  std::optional<Message> operator()(const Other&) const {
    return std::nullopt;
  }
  std::optional<Message> operator()(const Promised& e) const { return Message{1, e.rnd}; }
  std::optional<Message> operator()(const Voted& e) const { return Message{2, e.rnd}; }
  std::optional<Message> operator()(const Refused& e) const { return Message{e.phase, e.rnd}; }
  std::optional<Message> operator()(const Learned& e) const {
    return Message{3, e.rnd.value_or(0), e.value};
  }
};

}  // namespace

trace::Step StepOf(const Event& event) { return std::visit(StepMaker(), event); }

std::vector<trace::Step> StepsOf(const std::vector<Event>& log,
                                 const std::vector<std::int64_t>& times,
                                 const std::vector<Crash>& crashes) {
  assert(log.size() == times.size());
  std::vector<trace::Step> steps;
  steps.reserve(log.size() + crashes.size());
  auto crash = crashes.begin();
  const auto crashes_up_to = [&](std::size_t after) {
    for (; crash != crashes.end() && crash->after <= after; ++crash) {
      steps.push_back(CrashStep(crash->replica));
      steps.back().time = crash->time;
    }
  };
  std::map<Message, std::vector<std::size_t>> senders;  // numbers of the steps that sent it
  for (std::size_t i = 0; i < log.size(); ++i) {
    crashes_up_to(i);
    trace::Step step = StepOf(log[i]);
    step.time = times[i];
    if (const auto message = std::visit(AnsweredMessage(), log[i])) {
      const std::vector<std::size_t>& of_this = senders[*message];
      if (of_this.size() == 1) step.cause = of_this.front();
    }
    if (const auto message = std::visit(SentMessage(), log[i]))
      senders[*message].push_back(steps.size() + 1);
    steps.push_back(std::move(step));
  }
  crashes_up_to(log.size());
  return steps;
}

}  // namespace oracles
