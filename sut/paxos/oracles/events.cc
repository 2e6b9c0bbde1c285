#include "sut/paxos/oracles/events.h"

#include <fmt/format.h>

namespace oracles {
namespace {

std::string StateText(const std::optional<Round>& promised, const std::optional<Vote>& vote) {
  const std::string round = promised ? fmt::format("round {}", *promised) : "no round";
  if (!vote) return round + " with no vote";
  return fmt::format("{} with vote ({}, \"{}\")", round, vote->rnd, vote->value);
}

}  // namespace

std::string NameOfClient(int client) { return fmt::format("client {}", client + 1); }

std::string ToString(const ClientProposed& e) {
  return fmt::format("{} proposes \"{}\"", NameOfClient(e.client), e.value);
}

std::string ToString(const ClientAnswered& e) {
  return fmt::format("{} is answered \"{}\"", NameOfClient(e.client), e.value);
}

std::string ToString(const PrepareSent& e) {
  return fmt::format("{} sends prepare in round {}", e.replica, e.rnd);
}

std::string ToString(const Promised& e) {
  if (!e.vote) return fmt::format("{} promises round {} with no vote", e.replica, e.rnd);
  return fmt::format("{} promises round {} with vote ({}, \"{}\")", e.replica, e.rnd, e.vote->rnd,
                     e.vote->value);
}

std::string ToString(const AcceptSent& e) {
  return fmt::format("{} sends accept of \"{}\" in round {}", e.replica, e.value, e.rnd);
}

std::string ToString(const Voted& e) {
  return fmt::format("{} votes for \"{}\" in round {}", e.replica, e.value, e.rnd);
}

std::string ToString(const Refused& e) {
  const std::string promised = e.promised ? fmt::format(" (it promised {})", *e.promised) : "";
  return fmt::format("{} refuses {} in round {}{}", e.replica, e.phase == 1 ? "prepare" : "accept",
                     e.rnd, promised);
}

std::string ToString(const CommitSent& e) {
  return fmt::format("{} sends commit of \"{}\" in round {}", e.replica, e.value, e.rnd);
}

std::string ToString(const Learned& e) {
  const std::string round = e.rnd ? fmt::format(" of round {}", *e.rnd) : "";
  return fmt::format("{} learns \"{}\"{}", e.replica, e.value, round);
}

std::string ToString(const LeaderElected& e) {
  return fmt::format("{} trusts leader {}", e.replica, e.leader);
}

std::string ToString(const Suspected& e) {
  return fmt::format("{} suspects {}", e.replica, e.suspect);
}

std::string ToString(const Restored& e) {
  return fmt::format("{} restores {}", e.replica, e.restored);
}

std::string ToString(const LeaderFailed& e) {
  return fmt::format("{} fails after phase {}", e.replica, e.phase);
}

std::string ToString(const PhaseFailed& e) {
  const std::string refused = e.refused ? fmt::format(" (refused for {})", *e.refused) : "";
  return fmt::format("{} gets no quorum in round {}{}", e.replica, e.rnd, refused);
}

std::string ToString(const Saved& e) {
  return fmt::format("{} saves {}", e.replica, StateText(e.promised, e.vote));
}

std::string ToString(const PeriodBegan& e) {
  return fmt::format("{} begins a period of {} us", e.replica, e.microseconds);
}

std::string ToString(const Restarted& e) { return fmt::format("{} comes back", e.replica); }

std::string ToString(const Loaded& e) {
  std::string text = fmt::format("{} begins with {}", e.replica, StateText(e.promised, e.vote));
  if (e.begun) text += fmt::format(", round {} begun", *e.begun);
  if (e.learned) text += fmt::format(", \"{}\" learned", *e.learned);
  return text;
}

std::string ToString(const ProtocolEvent& event) {
  return std::visit([](const auto& e) { return ToString(e); }, event);
}

}  // namespace oracles
