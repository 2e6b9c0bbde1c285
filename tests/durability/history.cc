#include "tests/durability/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <variant>

#include "sut/paxos/oracles/safety.h"
#include "sut/paxos/oracles/translate.h"

namespace durability {
namespace {

using paxos::Point;
using paxos::Record;
using paxos::StoredState;

std::string ToText(const StoredState& state) {
  const auto round = [](const auto& rnd) { return rnd ? std::to_string(*rnd) : "none"; };
  const auto vote = [](const auto& v) {
    return v ? fmt::format("({}, {})", v->rnd, v->value) : "none";
  };
  return fmt::format("promised {}, vote {}, round {}, decision {}", round(state.promised),
                     vote(state.vote), round(state.round), vote(state.decision));
}

constexpr std::size_t kMostReplicas = 64;

// Reads one replica's lines in order.
class Judge {
 public:
  explicit Judge(paxos::ReplicaId id) : id_(id), names_(kMostReplicas) {
    std::iota(names_.begin(), names_.end(), 0);
  }

  ReplicaHistory Run(const std::vector<Line>& lines) {
    for (const Line& line : lines) Take(line);
    history_.state = saved_;
    return history_;
  }

 private:
  void Take(const Line& line) {
    switch (line.kind) {
      case Line::Kind::kSaving:
        saving_ = line;
        return;
      case Line::Kind::kSaved:
        saving_.reset();
        return Saved(line.time, line.record);
      case Line::Kind::kEvent:
        return Observed(line);
    }
  }

  void Saved(std::int64_t time, const Record& record) {
    if (record.kind == Record::Kind::kRound && saved_.round && record.rnd <= *saved_.round) {
      Error(fmt::format("uses round {} after round {}", record.rnd, *saved_.round));
    }
    Apply(record, saved_);
    if (record.kind == Record::Kind::kVote) {
      Add(time, oracles::Voted{id_, record.rnd, record.value});
    }
    if (record.kind == Record::Kind::kDecision) {
      Add(time, oracles::Learned{id_, record.value, record.rnd});
    }
  }

  void Observed(const Line& line) {
    const paxos::Event& event = line.event;
    switch (event.point) {
      case Point::kLoaded:
        return Loaded(event);
      case Point::kPromised:
        if (saved_.promised != event.rnd) Early("promises", event);
        break;
      case Point::kVoted:
        if (!saved_.vote || saved_.vote->rnd != event.rnd || saved_.vote->value != event.value) {
          Early("votes in", event);
        }
        return;
      case Point::kLearned:
        if (!saved_.decision || saved_.decision->value != event.value) Early("learns in", event);
        return;
      case Point::kPrepareSent:
        if (saved_.round != event.rnd) Early("begins", event);
        break;
      default:
        break;
    }
    if (auto translated = oracles::Translate(event, names_)) {
      std::visit([&](const auto& e) { Add(line.time, e); }, *translated);
    }
  }

  // An incarnation begins.
  void Loaded(const paxos::Event& event) {
    ++history_.incarnations;
    const auto saving = std::exchange(saving_, std::nullopt);
    if (saving) ++history_.in_doubt;
    if (Matches(event, saved_)) return;
    StoredState with = saved_;
    if (saving) Apply(saving->record, with);
    if (saving && Matches(event, with)) return Saved(saving->time, saving->record);
    Error(
        fmt::format("incarnation {} starts from [promised {}, vote ({}, {}), round {}, decided "
                    "{}], but saved was [{}]",
                    history_.incarnations, event.promised.value_or(-1), event.vrnd.value_or(-1),
                    event.vval.value_or("none"), event.rnd.value_or(-1),
                    event.value.value_or("none"), ToText(saved_)));
  }

  static bool Matches(const paxos::Event& loaded, const StoredState& state) {
    const bool vote = state.vote
                          ? loaded.vrnd == state.vote->rnd && loaded.vval == state.vote->value
                          : !loaded.vrnd && !loaded.vval;
    const bool decision = state.decision ? loaded.value == state.decision->value : !loaded.value;
    return vote && decision && loaded.promised == state.promised && loaded.rnd == state.round;
  }

  void Early(const char* what, const paxos::Event& event) {
    Error(fmt::format("{} round {} before that is saved", what, event.rnd.value_or(-1)));
  }
  void Error(const std::string& what) {
    history_.errors.push_back(fmt::format("replica {} {}", id_, what));
  }
  void Add(std::int64_t time, oracles::Event event) {
    history_.events.push_back({time, std::move(event)});
  }

  const paxos::ReplicaId id_;
  std::vector<cases::ServerId> names_;
  ReplicaHistory history_;
  StoredState saved_;
  std::optional<Line> saving_;
};

}  // namespace

ReplicaHistory JudgeReplica(paxos::ReplicaId id, const std::vector<Line>& lines) {
  return Judge(id).Run(lines);
}

std::vector<std::string> JudgeSystem(const std::vector<ReplicaHistory>& replicas,
                                     const std::vector<Timed>& clients, int quorum_size) {
  std::vector<std::string> errors;
  std::vector<Timed> merged = clients;
  for (const ReplicaHistory& replica : replicas) {
    errors.insert(errors.end(), replica.errors.begin(), replica.errors.end());
    merged.insert(merged.end(), replica.events.begin(), replica.events.end());
  }
  std::stable_sort(merged.begin(), merged.end(),
                   [](const Timed& a, const Timed& b) { return a.time < b.time; });
  std::vector<oracles::Event> log;
  for (Timed& timed : merged) log.push_back(std::move(timed.event));
  for (const auto& violation : oracles::CheckSafety(log, quorum_size)) {
    errors.push_back(violation.rule + ": " + violation.detail);
  }
  return errors;
}

}  // namespace durability
