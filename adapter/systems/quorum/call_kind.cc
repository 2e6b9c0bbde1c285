#include "adapter/systems/quorum/call_kind.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <utility>

#include "base/characters.h"

namespace cases {
namespace {

/// The elements of events, by QuorumCallEvent::Type.
constexpr const char* kQuorumCallEvents[] = {"Reply",     "Error",     "NextCall",
                                             "LateReply", "LateError", "Cancel",
                                             "Deadline",  "Close",     "Cancelled"};

/// The words for why a call ended, by QuorumCallEnd::Cause.
constexpr const char* kQuorumCallCauses[] = {"incomplete", "deadline", "cancelled"};

using EventType = QuorumCallEvent::Type;

// Whether the event is the caller's, and so has no server.
bool GivesUp(EventType type) {
  return type == EventType::kCancel || type == EventType::kDeadline || type == EventType::kClose ||
         type == EventType::kCancelled;
}

bool IsOfServer(EventType type) { return type != EventType::kNextCall && !GivesUp(type); }

bool IsLate(EventType type) {
  return type == EventType::kLateReply || type == EventType::kLateError;
}

/// Reads the events of a case one after the other.
class EventReader {
 public:
  EventReader(const std::vector<ServerId>& skipped, const std::string& whose,
              const std::function<ServerId(const xml::Checked&)>& server)
      : skipped_(skipped), whose_(whose), server_(server) {}

  bool has_next_call() const { return has_next_call_; }

  QuorumCallEvent Read(const xml::Checked& element, EventType type) {
    if (type == EventType::kNextCall) {
      BeginNextCall(element);
      return {type, 0};
    }
    const bool is_first = std::exchange(is_first_, false);
    if (GivesUp(type)) {
      element.AllowAttributes({});
      element.AllowChildren({}, whose_);
      if (type == EventType::kCancelled && !is_first) {
        element.Fail(element.tag() + " of a call that has begun",
                     "it is the first event of its call");
      }
      return {type, 0};
    }
    const ServerId id = server_(element);
    if (std::ranges::find(skipped_, id) != skipped_.end()) {
      element.FailAtText("a result of server " + std::to_string(id) + ", which is skipped",
                         "a skipped server gets no request");
    }
    if (IsLate(type) && !has_next_call_) {
      element.Fail(element.tag() + " before <NextCall>",
                   "late is what comes when the next call has begun");
    }
    return {type, id};
  }

 private:
  void BeginNextCall(const xml::Checked& element) {
    element.AllowAttributes({});
    element.AllowChildren({}, whose_);
    if (has_next_call_) element.Fail("second <NextCall>", "a case has at most two calls");
    has_next_call_ = true;
    is_first_ = true;
  }

  const std::vector<ServerId>& skipped_;
  const std::string& whose_;
  const std::function<ServerId(const xml::Checked&)>& server_;
  bool has_next_call_ = false;
  bool is_first_ = true;  // is the next event the first one of its call?
};

QuorumCallEnd ReadEnd(const xml::Checked& element, std::size_t events, std::size_t requests,
                      const std::string& whose) {
  element.AllowAttributes({});
  element.AllowChildren({"After", "Outcome", "Replies"}, whose);
  QuorumCallEnd end;
  end.after = element.One("After").Number(0, static_cast<std::int64_t>(events));
  const xml::Checked outcome = element.One("Outcome");
  const std::string_view text = base::Trim(outcome.Text());
  end.quorum = text == "quorum";
  if (!end.quorum) {
    const auto cause = std::ranges::find(kQuorumCallCauses, text);
    if (cause == std::end(kQuorumCallCauses)) {
      outcome.FailAtText(
          text.empty() ? "missing outcome" : base::Quoted(text) + " is not an outcome",
          "<Outcome> is quorum, incomplete, deadline or cancelled");
    }
    end.cause = static_cast<QuorumCallEnd::Cause>(cause - std::begin(kQuorumCallCauses));
  }
  end.replies = element.One("Replies").Number(0, static_cast<std::int64_t>(requests));
  return end;
}

QuorumCallCase Read(const CaseReader& reader) {
  const auto [values, oracles] = reader.TwoParts();
  const std::string& whose = reader.whose();
  const std::function<ServerId(const xml::Checked&)> server = [&](const xml::Checked& leaf) {
    return reader.Server(leaf);
  };
  QuorumCallCase content;
  for (const xml::Checked& leaf : DistinctLeaves(values, "Skip"))
    content.skipped.push_back(server(leaf));
  EventReader events(content.skipped, whose, server);
  for (const xml::Checked& child : values.Children()) {
    const auto name = std::ranges::find(kQuorumCallEvents, child.element().name);
    if (name == std::end(kQuorumCallEvents)) continue;  // a Skip
    const auto type = static_cast<EventType>(name - std::begin(kQuorumCallEvents));
    content.events.push_back(events.Read(child, type));
  }
  if (content.skipped.empty() && content.events.empty()) values.Some("Reply");  // fails
  for (const xml::Checked& leaf : DistinctLeaves(oracles, "ExpectRequest")) {
    content.requests.push_back(server(leaf));
  }
  for (const xml::Checked& end : oracles.Some("ExpectEnd")) {
    content.ends.push_back(ReadEnd(end, content.events.size(), content.requests.size(), whose));
  }
  const std::size_t calls = events.has_next_call() ? 2 : 1;
  if (content.ends.size() != calls) {
    oracles.Fail(std::to_string(content.ends.size()) + " <ExpectEnd> for " + std::to_string(calls) +
                     (calls == 1 ? " call" : " calls"),
                 "there is one for each call; <NextCall> begins a second one");
  }
  return content;
}

void Write(const QuorumCallCase& content, xml::Element& test_case) {
  xml::Element& values = test_case.Add("TestValues");
  for (const ServerId id : content.skipped) values.Add("Skip", std::to_string(id));
  for (const QuorumCallEvent& event : content.events) {
    values.Add(kQuorumCallEvents[static_cast<std::size_t>(event.type)],
               IsOfServer(event.type) ? std::to_string(event.server) : "");
  }
  xml::Element& oracles = test_case.Add("TestOracles");
  for (const ServerId id : content.requests) oracles.Add("ExpectRequest", std::to_string(id));
  for (const QuorumCallEnd& end : content.ends) {
    xml::Element& element = oracles.Add("ExpectEnd");
    element.Add("After", std::to_string(end.after));
    element.Add("Outcome",
                end.quorum ? "quorum" : kQuorumCallCauses[static_cast<std::size_t>(end.cause)]);
    element.Add("Replies", std::to_string(end.replies));
  }
}

}  // namespace

Kind<QuorumCallCase> QuorumCallKind() {
  Particle events = Any(Choice({}));
  for (std::size_t i = 0; i < std::size(kQuorumCallEvents); ++i) {
    const bool of_server = IsOfServer(static_cast<EventType>(i));
    events.parts.push_back(One(kQuorumCallEvents[i], of_server ? kServer : kNothing));
  }
  Type outcomes = Words(kQuorumCallCauses);
  outcomes.words.insert(outcomes.words.begin(), "quorum");
  const Type end = Children(Sequence(
      {One("After", kNumber), One("Outcome", std::move(outcomes)), One("Replies", kNumber)}));
  Grammar grammar{
      .values = {Sequence({Any(One("Skip", kServer)), std::move(events)})},
      .oracles = {Sequence({Any(One("ExpectRequest", kServer)), Some(One("ExpectEnd", end))})}};
  return MakeKind({.name = "quorumcalltest",
                   .article = "a",
                   .meaning = "extension: one quorum call, or two in a row"},
                  std::move(grammar), Read, Write);
}

}  // namespace cases
