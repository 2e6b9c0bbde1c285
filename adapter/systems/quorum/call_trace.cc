#include "adapter/systems/quorum/call_trace.h"

#include <string>

namespace adapter {
namespace {

/// By QuorumCallEvent::Type.
constexpr const char* kEvents[] = {"replies",
                                   "fails",
                                   "begins the next call",
                                   "replies late",
                                   "fails late",
                                   "cancels the call",
                                   "deadline passes",
                                   "closes its nodes",
                                   "begins a cancelled call"};

/// By QuorumCallEnd::Cause.
constexpr const char* kCauses[] = {"incomplete", "deadline", "cancelled"};

std::string NodeOf(std::size_t call) { return "call " + std::to_string(call); }

}  // namespace

void CallTrace::Happens(const cases::QuorumCallEvent& event) {
  recorder_.Add({.kind = trace::Kind::kStimulus,
                 .node = event.server == 0 ? "caller" : std::to_string(event.server),
                 .name = kEvents[static_cast<std::size_t>(event.type)]});
}

void CallTrace::Asked(std::size_t call, cases::ServerId server) {
  recorder_.Add(
      {.node = NodeOf(call), .name = "asks", .fields = {{"server", std::to_string(server)}}});
}

void CallTrace::Ended(std::size_t call, const cases::QuorumCallEnd& end) {
  const char* const cause = kCauses[static_cast<std::size_t>(end.cause)];
  recorder_.Add({.node = NodeOf(call),
                 .name = "ends",
                 .fields = {{"outcome", end.quorum ? "quorum" : cause},
                            {"replies", std::to_string(end.replies)}}});
}

}  // namespace adapter
