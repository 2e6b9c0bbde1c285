#include "adapter/systems/quorum/call_oracle.h"

#include <fmt/format.h>

#include <cassert>

#include "oracles/comparison.h"

namespace oracles {

std::vector<Mismatch> Compare(const cases::QuorumCallCase& expected,
                              const QuorumCallOutcome& observed) {
  assert(expected.ends.size() == observed.calls.size());
  Comparison comparison;
  for (std::size_t i = 0; i < observed.calls.size(); ++i) {
    const QuorumCallOutcome::Call& call = observed.calls[i];
    const cases::QuorumCallEnd& end = expected.ends[i];
    const std::string which = observed.calls.size() > 1 ? fmt::format("call {} ", i + 1) : "";
    comparison.CheckList(which + "requests", expected.requests, call.requests);
    comparison.CheckList(which + "misuse", std::vector<std::string>{}, call.misuses);
    if (!call.end) {
      comparison.Add({which + "end", fmt::format("after event {}", end.after), "never"});
      continue;
    }
    const auto outcome = [](const cases::QuorumCallEnd& ended) -> std::string {
      if (ended.quorum) return "quorum";
      constexpr const char* kCauses[] = {"incomplete", "deadline", "cancelled"};
      return kCauses[static_cast<std::size_t>(ended.cause)];
    };
    comparison.Check(which + "end after event", end.after, call.end->after);
    comparison.Check(which + "outcome", outcome(end), outcome(*call.end));
    comparison.Check(which + "replies", end.replies, call.end->replies);
  }
  return comparison.Take();
}

}  // namespace oracles
