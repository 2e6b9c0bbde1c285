#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "adapter/systems/cases/case_writer.h"
#include "adapter/systems/paxos/cases/kinds.h"
#include "adapter/systems/paxos/cases/message_xml.h"
#include "base/characters.h"

namespace cases {
namespace {

std::optional<std::variant<Promise, Learn>> ExpectedReply(const CaseReader& reader,
                                                          const xml::Checked& step,
                                                          bool is_prepare) {
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
  if (is_prepare) return ReadPromise(reader, reply);
  return ReadLearn(reader, reply, kVal);
}

AcceptorStep ReadStep(const CaseReader& reader, const xml::Checked& step) {
  const xml::Checked type = step.One("MsgType");
  const std::string_view type_name = base::Trim(type.Text());
  if (type_name == "restart") {
    reader.Plain(step, {"MsgType"});
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
    const xml::Checked message = reader.Plain(step.One("PrepareMsg"), {"Rnd"});
    content.request = Prepare{ReadRound(message, "Rnd")};
  } else {
    const xml::Checked message = reader.Plain(step.One("AcceptMsg"), {"Rnd", kVal});
    content.request = Accept{ReadRound(message, "Rnd"), message.One(kVal).NonEmptyText()};
  }
  content.reply = ExpectedReply(reader, step, is_prepare);
  return content;
}

AcceptorCase Read(const CaseReader& reader) {
  AcceptorCase content;
  for (const xml::Checked& step : reader.Steps()) content.steps.push_back(ReadStep(reader, step));
  return content;
}

void AddStep(const AcceptorStep& step, xml::Element& test_case) {
  xml::Element& value = test_case.Add("TestValue");
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

void Write(const AcceptorCase& content, xml::Element& test_case) {
  for (const AcceptorStep& step : content.steps) AddStep(step, test_case);
}

}  // namespace

Kind<AcceptorCase> AcceptorKind() {
  const Particle round = One("Rnd", kNumber);
  const Type accept = Children(Sequence({round, One("Val", kNonEmptyText)}));
  const Particle request = Choice({One("PrepareMsg", Children(round)), One("AcceptMsg", accept)});
  const Particle reply =
      Choice({One("ExpectPromise", PromiseGrammar()), One("ExpectLearn", LearnGrammar("Val"))});
  Grammar grammar{
      .steps = {
          Sequence({One("MsgType", Words({"prepare", "accept", "restart"})),
                    Maybe(Sequence({request, One("ExpectOutput", kTruthValue), Maybe(reply)}))})}};
  return MakeKind({.name = "acceptortest",
                   .article = "an",
                   .meaning = "message sequences against one acceptor",
                   .may_omit_servers = true},
                  std::move(grammar), Read, Write);
}

}  // namespace cases
