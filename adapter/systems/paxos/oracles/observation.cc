#include "adapter/systems/paxos/oracles/observation.h"

#include <fmt/format.h>

namespace oracles {
namespace {

struct Printer {
  std::string operator()(const ClientProposed& e) const {
    return fmt::format("{} proposes \"{}\"", NameOfClient(e.client), e.value);
  }
  std::string operator()(const ClientAnswered& e) const {
    return fmt::format("{} is answered \"{}\"", NameOfClient(e.client), e.value);
  }
  std::string operator()(const PrepareSent& e) const {
    return fmt::format("{} sends prepare in round {}", e.replica, e.rnd);
  }
  std::string operator()(const Promised& e) const {
    if (!e.vote) return fmt::format("{} promises round {} with no vote", e.replica, e.rnd);
    return fmt::format("{} promises round {} with vote ({}, \"{}\")", e.replica, e.rnd, e.vote->rnd,
                       e.vote->value);
  }
  std::string operator()(const AcceptSent& e) const {
    return fmt::format("{} sends accept of \"{}\" in round {}", e.replica, e.value, e.rnd);
  }
  std::string operator()(const Voted& e) const {
    return fmt::format("{} votes for \"{}\" in round {}", e.replica, e.value, e.rnd);
  }
  std::string operator()(const Refused& e) const {
    return fmt::format("{} refuses {} in round {}", e.replica, e.phase == 1 ? "prepare" : "accept",
                       e.rnd);
  }
  std::string operator()(const CommitSent& e) const {
    return fmt::format("{} sends commit of \"{}\" in round {}", e.replica, e.value, e.rnd);
  }
  std::string operator()(const Learned& e) const {
    return fmt::format("{} learns \"{}\"", e.replica, e.value);
  }
  std::string operator()(const LeaderElected& e) const {
    return fmt::format("{} trusts leader {}", e.replica, e.leader);
  }
  std::string operator()(const Suspected& e) const {
    return fmt::format("{} suspects {}", e.replica, e.suspect);
  }
  std::string operator()(const Restored& e) const {
    return fmt::format("{} restores {}", e.replica, e.restored);
  }
  std::string operator()(const LeaderFailed& e) const {
    return fmt::format("{} fails after phase {}", e.replica, e.phase);
  }
  std::string operator()(const PhaseFailed& e) const {
    return fmt::format("{} gets no quorum in round {}", e.replica, e.rnd);
  }
  std::string operator()(const Saved& e) const {
    const std::string promised = e.promised ? fmt::format("round {}", *e.promised) : "no round";
    if (!e.vote) return fmt::format("{} saves {} with no vote", e.replica, promised);
    return fmt::format("{} saves {} with vote ({}, \"{}\")", e.replica, promised, e.vote->rnd,
                       e.vote->value);
  }
  std::string operator()(const PeriodBegan& e) const {
    return fmt::format("{} begins a period of {} us", e.replica, e.microseconds);
  }
  std::string operator()(const FaultHappened& e) const {
    return fmt::format("fault: {}", cases::ToString(e.fault));
  }
  std::string operator()(const Restarted& e) const {
    return fmt::format("{} comes back", e.replica);
  }
};

}  // namespace

std::string NameOfClient(int client) { return fmt::format("client {}", client + 1); }

std::string ToString(const Event& event) { return std::visit(Printer{}, event); }

}  // namespace oracles
