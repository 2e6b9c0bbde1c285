#include "adapter/systems/paxos/cases/unit_case_writer.h"

#include <string>

#include "adapter/systems/paxos/cases/quorum_call_events.h"

namespace cases {
namespace {

void AddCommit(xml::Element& parent, const char* name, const Commit& commit) {
  xml::Element& message = parent.Add(name);
  message.Add("Rnd", std::to_string(commit.rnd));
  message.Add("Val", commit.val);
}

}  // namespace

void WriteQuorumCall(const QuorumCallCase& content, xml::Element& test_case) {
  xml::Element& values = test_case.Add("TestValues");
  for (const ServerId id : content.skipped) values.Add("Skip", std::to_string(id));
  for (const QuorumCallEvent& event : content.events) {
    using Type = QuorumCallEvent::Type;
    const bool of_server = event.type < Type::kNextCall || event.type == Type::kLateReply ||
                           event.type == Type::kLateError;
    values.Add(kQuorumCallEvents[static_cast<std::size_t>(event.type)],
               of_server ? std::to_string(event.server) : "");
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

void WriteLearner(const LearnerCase& content, xml::Element& test_case) {
  for (const LearnerStep& step : content.steps) {
    xml::Element& value = test_case.Add("TestValue");
    AddCommit(value, "CommitMsg", step.commit);
    AddCommit(value, "ExpectLearned", step.learned);
  }
}

}  // namespace cases
