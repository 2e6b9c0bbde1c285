#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

#include "adapter/systems/paxos/cases/kinds.h"
#include "xml/words.h"

namespace cases {
namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMostBytes = std::int64_t{1} << 30;

constexpr auto kTypeWords = [] {
  std::array<const char*, std::size(kWireMessageForms)> words{};
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = kWireMessageForms[i].word;
  return words;
}();

/// A field that the message must, may or must not have.
enum class Presence { kNever, kOptional, kAlways };

std::optional<std::int64_t> Field(const xml::Checked& message, const WireMessageForm& form,
                                  const char* name, Presence presence, std::int64_t least,
                                  std::int64_t most) {
  const auto leaf =
      presence == Presence::kAlways ? std::optional(message.One(name)) : message.Optional(name);
  if (!leaf) return std::nullopt;
  if (presence == Presence::kNever) {
    leaf->Fail(leaf->tag() + " of '" + form.word + "'", "such a message has no such field");
  }
  return leaf->Number(least, most);
}

WireMessage ReadMessage(const xml::Checked& element, const std::string& whose) {
  element.AllowAttributes({});
  element.AllowChildren({"Type", "Rnd", "From", "Vrnd", "Bytes"}, whose);
  WireMessage message;
  message.type = xml::ReadWord<WireMessage::Type>(element.One("Type"), kTypeWords);
  const WireMessageForm& form = FormOf(message.type);
  const auto presence = [](bool always) { return always ? Presence::kAlways : Presence::kNever; };
  message.rnd = Field(element, form, "Rnd", presence(form.rnd), kLeast, kMost);
  message.from = Field(element, form, "From", presence(form.from), kLeast, kMost);
  const Presence vote = form.vote ? Presence::kOptional : Presence::kNever;
  message.vrnd = Field(element, form, "Vrnd", vote, kLeast, kMost);
  message.bytes = Field(element, form, "Bytes", presence(form.value || message.vrnd.has_value()), 0,
                        kMostBytes);
  return message;
}

WireEvent ReadEvent(const xml::Checked& element, const std::string& whose) {
  const std::string& name = element.element().name;
  if (name == "Message") return ReadMessage(element, whose);
  element.AllowAttributes({});
  element.AllowChildren({}, whose);
  const auto* const step = std::find(std::begin(kWireStepWords), std::end(kWireStepWords), name);
  return static_cast<WireStep>(step - std::begin(kWireStepWords));
}

bool IsReply(const WireEvent& event) {
  const auto* const message = std::get_if<WireMessage>(&event);
  return message != nullptr && FormOf(message->type).reply;
}

WireState ReadState(const xml::Checked& element, const std::string& whose) {
  element.AllowAttributes({});
  element.AllowChildren({"Promised", "Vrnd", "Decided"}, whose);
  const auto round = [&](const char* name) -> std::optional<std::int64_t> {
    const auto leaf = element.Optional(name);
    if (!leaf) return std::nullopt;
    return leaf->Number(0, kMost);
  };
  return {round("Promised"), round("Vrnd"), round("Decided")};
}

void AddNumber(xml::Element& parent, const char* name, const std::optional<std::int64_t>& number) {
  if (number) parent.Add(name, std::to_string(*number));
}

WireCase Read(const CaseReader& reader) {
  const auto [values, oracles] = reader.TwoParts();
  const std::string& whose = reader.whose();
  WireCase content;
  std::size_t messages = 0;
  for (const xml::Checked& child : values.Children()) {
    content.events.push_back(ReadEvent(child, whose));
    if (IsReply(content.events.back()) != IsReply(content.events.front())) {
      child.Fail(child.tag() + " of another direction", "replies stand alone");
    }
    messages += std::holds_alternative<WireMessage>(content.events.back()) ? 1 : 0;
  }
  for (const xml::Checked& leaf : oracles.All("ExpectOutcome")) {
    content.outcomes.push_back(xml::ReadWord<WireOutcome>(leaf, kWireOutcomeWords));
  }
  if (content.outcomes.size() != messages) {
    oracles.Fail(std::to_string(content.outcomes.size()) + " outcomes of " +
                     std::to_string(messages) + " messages",
                 "there is one <ExpectOutcome> for each <Message>");
  }
  content.state = ReadState(oracles.One("ExpectState"), whose);
  return content;
}

void Write(const WireCase& content, xml::Element& test_case) {
  xml::Element& values = test_case.Add("TestValues");
  for (const WireEvent& event : content.events) {
    if (const auto* const step = std::get_if<WireStep>(&event)) {
      values.Add(xml::WordOf(*step, kWireStepWords));
      continue;
    }
    const auto& message = std::get<WireMessage>(event);
    xml::Element& element = values.Add("Message");
    element.Add("Type", FormOf(message.type).word);
    AddNumber(element, "Rnd", message.rnd);
    AddNumber(element, "From", message.from);
    AddNumber(element, "Vrnd", message.vrnd);
    AddNumber(element, "Bytes", message.bytes);
  }
  xml::Element& oracles = test_case.Add("TestOracles");
  for (const WireOutcome outcome : content.outcomes) {
    oracles.Add("ExpectOutcome", xml::WordOf(outcome, kWireOutcomeWords));
  }
  xml::Element& state = oracles.Add("ExpectState");
  AddNumber(state, "Promised", content.state.promised);
  AddNumber(state, "Vrnd", content.state.vrnd);
  AddNumber(state, "Decided", content.state.decided);
}

}  // namespace

Kind<WireCase> WireKind() {
  const Type message =
      Children(Sequence({One("Type", Words(kTypeWords)), Maybe(One("Rnd", kLongInteger)),
                         Maybe(One("From", kLongInteger)), Maybe(One("Vrnd", kLongInteger)),
                         Maybe(One("Bytes", kNumber))}));
  Particle event = Some(Choice({One("Message", message)}));
  for (const char* const step : kWireStepWords) event.parts.push_back(One(step, kNothing));
  const Type state =
      Children(Sequence({Maybe(One("Promised", kNumber)), Maybe(One("Vrnd", kNumber)),
                         Maybe(One("Decided", kNumber))}));
  Grammar grammar{.values = {std::move(event)},
                  .oracles = {Sequence({Any(One("ExpectOutcome", Words(kWireOutcomeWords))),
                                        One("ExpectState", state)})}};
  return MakeKind({.name = "wiretest",
                   .article = "a",
                   .meaning = "extension: messages to a server through its life",
                   .may_omit_servers = true},
                  std::move(grammar), Read, Write);
}

}  // namespace cases
