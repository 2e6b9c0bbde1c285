#include "sut/paxos/systematic/monitors/liveness.h"

#include <fmt/format.h>

namespace paxos {

using systematic::Heat;

std::optional<ReplicaId> Answered::Debtor() const {
  if (!living_.healed()) return std::nullopt;
  for (ReplicaId id = 0; id < living_.size(); ++id) {
    if (living_.Lives(id) && clients_.open(static_cast<systematic::Node>(id)) > 0) return id;
  }
  return std::nullopt;
}

Heat Answered::heat() const { return Debtor() ? Heat::kHot : Heat::kCold; }

std::string Answered::owed() const {
  return fmt::format("replica {} has not answered a client", Debtor().value_or(-1));
}

std::optional<ReplicaId> OneLeader::Stray() const {
  if (!living_.healed()) return std::nullopt;
  const ReplicaId lowest = living_.Lowest();
  for (ReplicaId id = 0; id < living_.size(); ++id) {
    if (living_.Lives(id) && leaders_[static_cast<std::size_t>(id)] != lowest) return id;
  }
  return std::nullopt;
}

Heat OneLeader::heat() const { return Stray() ? Heat::kHot : Heat::kCold; }

std::string OneLeader::owed() const {
  return fmt::format("replica {} does not follow {}", Stray().value_or(-1), living_.Lowest());
}

std::optional<Complete::Pair> Complete::Wrong() const {
  if (!living_.healed()) return std::nullopt;
  for (ReplicaId id = 0; id < living_.size(); ++id) {
    for (ReplicaId about = 0; living_.Lives(id) && about < living_.size(); ++about) {
      const bool suspects = suspects_[static_cast<std::size_t>(id * living_.size() + about)] != 0;
      if (!living_.Lives(about) && !suspects) return Pair{id, about};
    }
  }
  return std::nullopt;
}

Heat Complete::heat() const { return Wrong() ? Heat::kHot : Heat::kCold; }

std::string Complete::owed() const {
  const Pair wrong = Wrong().value_or(Pair{-1, -1});
  return fmt::format("replica {} does not suspect {}, which is down", wrong.id, wrong.about);
}

void Complete::Starts(ReplicaId id) {
  for (ReplicaId about = 0; about < living_.size(); ++about) Suspects(id, about, false);
}

void Accurate::Suspects(ReplicaId id, ReplicaId about, bool suspects) {
  Pair& now = pair(id, about);
  now.suspects = suspects;
  now.periods = 0;
  if (!suspects || !living_.healed() || !living_.Lives(about) || ++now.times <= most_) return;
  scheduler_.Fail(*this, fmt::format("replica {} suspects {}, which lives, for the {}. time", id,
                                     about, now.times));
}

void Accurate::PeriodEnds(ReplicaId id) {
  if (!living_.healed()) return;
  for (ReplicaId about = 0; about < living_.size(); ++about) {
    Pair& now = pair(id, about);
    if (!now.suspects || !living_.Lives(about) || ++now.periods <= most_periods_) continue;
    scheduler_.Fail(*this, fmt::format("replica {} suspects {}, which lives, for {} periods", id,
                                       about, now.periods));
  }
}

void Accurate::Starts(ReplicaId id) {
  for (ReplicaId other = 0; other < living_.size(); ++other) {
    pair(id, other) = {};
    pair(other, id).times = 0;
  }
}

}  // namespace paxos
