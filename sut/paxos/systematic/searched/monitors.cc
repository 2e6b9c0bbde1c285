#include "sut/paxos/systematic/searched/monitors.h"

#include <fmt/format.h>

#include <algorithm>

namespace paxos::searched {

using systematic::Heat;

Heat EveryRequestAnswered::heat() const { return Unanswered() ? Heat::kHot : Heat::kCold; }

std::string EveryRequestAnswered::owed() const {
  const std::size_t place = Unanswered().value_or(0);
  return fmt::format("replica {} has not answered client {}", place % hosts_.size(),
                     place / hosts_.size());
}

std::optional<std::size_t> EveryRequestAnswered::Unanswered() const {
  // What was asked of a replica that crashed is not open any more.
  const auto open = std::find(questions_.begin(), questions_.end(), Question::kOpen);
  if (open == questions_.end()) return std::nullopt;
  return static_cast<std::size_t>(open - questions_.begin());
}

Heat NamesLowest::heat() const { return Stray() ? Heat::kHot : Heat::kCold; }

std::string NamesLowest::owed() const {
  const ReplicaId stray = Stray().value_or(0);
  const Host& host = *hosts_[static_cast<std::size_t>(stray)];
  if (host.leader() == Lowest()) {
    return fmt::format("the detector of replica {} has had {} of {} periods", stray, host.periods(),
                       Host::kPeriods);
  }
  return fmt::format("replica {} takes {} for the leader, and {} is the lowest that lives", stray,
                     host.leader() ? fmt::format("replica {}", *host.leader()) : "nobody",
                     *Lowest());
}

std::optional<ReplicaId> NamesLowest::Lowest() const {
  for (std::size_t id = 0; id < hosts_.size(); ++id) {
    if (hosts_[id]->up()) return static_cast<ReplicaId>(id);
  }
  return std::nullopt;
}

std::optional<ReplicaId> NamesLowest::Stray() const {
  const std::optional<ReplicaId> lowest = Lowest();
  std::optional<ReplicaId> young;
  for (std::size_t id = 0; id < hosts_.size(); ++id) {
    const Host& host = *hosts_[id];
    if (!host.up()) continue;
    if (host.leader() != lowest) return static_cast<ReplicaId>(id);
    if (!young && host.periods() < Host::kPeriods) young = static_cast<ReplicaId>(id);
  }
  return young;
}

}  // namespace paxos::searched
