#include "adapter/systems/paxos/cases/unit_case_reader.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>

#include "adapter/systems/paxos/cases/quorum_call_events.h"
#include "base/characters.h"

namespace cases {
namespace {

using Type = QuorumCallEvent::Type;

constexpr std::int64_t kMaxNumber = std::numeric_limits<std::int64_t>::max();

// Of the caller; without a server.
bool GivesUp(Type type) {
  return type == Type::kCancel || type == Type::kDeadline || type == Type::kClose;
}

bool IsLate(Type type) { return type == Type::kLateReply || type == Type::kLateError; }

/// Reads the events of a case one after the other.
class EventReader {
 public:
  EventReader(const std::vector<ServerId>& skipped, const std::string& whose,
              const std::function<ServerId(const xml::Checked&)>& server)
      : skipped_(skipped), whose_(whose), server_(server) {}

  bool has_next_call() const { return has_next_call_; }

  QuorumCallEvent Read(const xml::Checked& element, Type type) {
    if (type == Type::kNextCall) {
      BeginNextCall(element);
      return {type, 0};
    }
    if (GivesUp(type)) {
      GiveUp(element);
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
    given_up_ = false;
  }

  void GiveUp(const xml::Checked& element) {
    element.AllowAttributes({});
    element.AllowChildren({}, whose_);
    if (given_up_) {
      element.Fail(element.tag() + " of a call that was given up",
                   "there is one <Cancel>, <Deadline> or <Close> in a call");
    }
    given_up_ = true;
  }

  const std::vector<ServerId>& skipped_;
  const std::string& whose_;
  const std::function<ServerId(const xml::Checked&)>& server_;
  bool has_next_call_ = false;
  bool given_up_ = false;
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

Commit ReadCommit(const xml::Checked& message, const std::string& whose) {
  message.AllowAttributes({});
  const xml::Name value{"Val", "Vval"};
  message.AllowChildren({"Rnd", value}, whose);
  return {message.One("Rnd").Number(0, kMaxNumber), message.One(value).NonEmptyText()};
}

}  // namespace

xml::Names QuorumCallValues() {
  xml::Names names{"Skip"};
  names.insert(names.end(), std::begin(kQuorumCallEvents), std::end(kQuorumCallEvents));
  return names;
}

xml::Names QuorumCallOracles() { return {"ExpectRequest", "ExpectEnd"}; }

std::vector<xml::Checked> DistinctLeaves(const xml::Checked& list, const xml::Name& name) {
  std::vector<xml::Checked> leaves = list.All(name);
  std::set<std::int64_t> seen;
  for (const xml::Checked& leaf : leaves) {
    const std::int64_t number = leaf.Number(0, kMaxNumber);
    if (!seen.insert(number).second) {
      leaf.FailAtText("second " + leaf.tag() + " " + std::to_string(number),
                      "each server stands there once");
    }
  }
  return leaves;
}

QuorumCallCase ReadQuorumCall(const xml::Checked& values, const xml::Checked& oracles,
                              const std::string& whose,
                              const std::function<ServerId(const xml::Checked& leaf)>& server) {
  QuorumCallCase content;
  for (const xml::Checked& leaf : DistinctLeaves(values, "Skip"))
    content.skipped.push_back(server(leaf));
  EventReader events(content.skipped, whose, server);
  for (const xml::Checked& child : values.Children()) {
    const auto name = std::ranges::find(kQuorumCallEvents, child.element().name);
    if (name == std::end(kQuorumCallEvents)) continue;  // a Skip
    const auto type = static_cast<Type>(name - std::begin(kQuorumCallEvents));
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

LearnerStep ReadLearnerStep(const xml::Checked& step, const std::string& whose) {
  return {ReadCommit(step.One("CommitMsg"), whose), ReadCommit(step.One("ExpectLearned"), whose)};
}

}  // namespace cases
