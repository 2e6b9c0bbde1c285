#include "sut/paxos/systematic/judges.h"

#include <fmt/format.h>

namespace paxos {
namespace {

std::optional<oracles::Vote> VoteOf(const std::optional<Round>& rnd,
                                    const std::optional<std::string>& value) {
  if (!rnd) return std::nullopt;
  return oracles::Vote{*rnd, value.value_or("")};
}

systematic::Microseconds LongestAnswer(const WorldOptions& options) {
  return 2 * options.network.most_delay;  // a ping and its answer
}

// As many as the delay needs to grow until it is longer than any answer takes, and one.
int FalseSuspicions(const WorldOptions& options) {
  const auto longest = LongestAnswer(options);
  if (longest <= options.delay) return 1;
  return static_cast<int>((longest - options.delay) / options.delta) + 2;
}

// Answers may come in clusters, so that the delay grows once in the time that the longest takes.
int PeriodsOfOne(const WorldOptions& options) {
  const auto longest = LongestAnswer(options);
  int periods = 2;
  for (auto delay = options.delay; delay <= longest; delay += options.delta) {
    periods += static_cast<int>(longest / delay) + 1;
  }
  return periods;
}

}  // namespace

Judges::Judges(systematic::Scheduler& scheduler, const systematic::Processes& processes,
               const systematic::Clients& clients, const WorldOptions& options)
    : scheduler_(scheduler),
      judged_(options.judged),
      oracles_(options.Quorums().prepare, options.Quorums().accept),
      living_(processes),
      answered_(living_, clients),
      leader_(living_),
      completeness_(living_),
      accuracy_(scheduler, living_, FalseSuspicions(options), PeriodsOfOne(options)) {
  for (systematic::Monitor* const monitor :
       {static_cast<systematic::Monitor*>(&safety_), static_cast<systematic::Monitor*>(&contract_),
        static_cast<systematic::Monitor*>(&storage_),
        static_cast<systematic::Monitor*>(&client_)}) {
    scheduler.AddMonitor(monitor);
  }
  if (judged_.liveness) {
    scheduler.AddMonitor(&answered_);
    scheduler.AddMonitor(&leader_);
  }
  if (judged_.detectors) {
    scheduler.AddMonitor(&completeness_);
    scheduler.AddMonitor(&accuracy_);
  }
}

bool Judges::content() const {
  using systematic::Heat;
  if (!judged_.liveness) return true;
  return answered_.heat() != Heat::kHot && leader_.heat() != Heat::kHot;
}

void Judges::OnStart(ReplicaId id) {
  living_.Fail(id, false);
  leader_.Follows(id, std::nullopt);
  completeness_.Starts(id);
  accuracy_.Starts(id);
  Tell(oracles::Restarted{id});
}

void Judges::OnEvent(const Event& event) {
  switch (event.point) {
    case Point::kLeader:
      leader_.Follows(event.replica, event.about);
      return;
    case Point::kSuspect:
    case Point::kRestore:
      completeness_.Suspects(event.replica, *event.about, event.point == Point::kSuspect);
      if (judged_.detectors) {
        accuracy_.Suspects(event.replica, *event.about, event.point == Point::kSuspect);
      }
      break;
    case Point::kTimeout:
      if (judged_.detectors) accuracy_.PeriodEnds(event.replica);
      return;
    case Point::kFailed:
      living_.Fail(event.replica, true);
      return;
    default:
      break;
  }
  if (judged_.safety) TellEvent(event);
}

// As oracles::Translate, without its names and without making values that nobody looks at.
void Judges::TellEvent(const Event& event) {
  const oracles::ServerId id = event.replica;
  switch (event.point) {
    case Point::kRestore:
      return Tell(oracles::Restored{id, *event.about});
    case Point::kPrepareSent:
      return Tell(oracles::PrepareSent{id, *event.rnd});
    case Point::kPromised:
      return Tell(oracles::Promised{id, *event.rnd, VoteOf(event.vrnd, event.vval)});
    case Point::kAcceptSent:
      return Tell(oracles::AcceptSent{id, *event.rnd, *event.value});
    case Point::kVoted:
      return Tell(oracles::Voted{id, *event.rnd, *event.value});
    case Point::kCommitSent:
      return Tell(oracles::CommitSent{id, *event.rnd, *event.value});
    case Point::kLearned:
      return Tell(oracles::Learned{id, *event.value, event.rnd});
    case Point::kPrepareRefused:
      return Tell(oracles::Refused{id, 1, *event.rnd, event.promised});
    case Point::kAcceptRefused:
      return Tell(oracles::Refused{id, 2, *event.rnd, event.promised});
    case Point::kPhaseFailed:
      return Tell(oracles::PhaseFailed{id, *event.rnd, event.promised});
    case Point::kLoaded:
      return Tell(oracles::Loaded{id, event.rnd, event.promised, VoteOf(event.vrnd, event.vval),
                                  event.value});
    default:
      return;
  }
}

template <typename SafetyEvent>
void Judges::Tell(const SafetyEvent& event) {
  if (!judged_.safety) return;
  oracles_.Observe(event);
  FailIfUnsafe();
}

void Judges::FailIfUnsafe() {
  if (oracles_.violations().empty()) return;
  const oracles::Violation& violation = oracles_.violations().front();
  scheduler_.Fail(safety_, violation.rule + ": " + violation.detail);
}

void Judges::OnSaved(ReplicaId id, const StoredState& state) {
  if (!judged_.safety) return;
  oracles::Saved saved{id, state.promised, std::nullopt};
  if (state.vote) saved.vote = {state.vote->rnd, state.vote->value};
  Tell(saved);
}

void Judges::OnPeriod(ReplicaId id, Duration delay) {
  Tell(oracles::PeriodBegan{id, delay.count()});
}

void Judges::OnAsked(int client, const std::string& value) {
  Tell(oracles::ClientProposed{client, value});
}

void Judges::OnAnswered(int client, const std::string& value) {
  Tell(oracles::ClientAnswered{client, value});
}

void Judges::BrokeContract(ReplicaId id, const std::string& complaint) {
  scheduler_.Fail(contract_, fmt::format("replica {} {}", id, complaint));
}

void Judges::BrokeStorage(ReplicaId id, const Record& record, const StoredState& state) {
  scheduler_.Fail(storage_,
                  fmt::format("replica {} saves record {} of round {}, though {} is promised", id,
                              static_cast<int>(record.kind), record.rnd,
                              state.promised ? std::to_string(*state.promised) : "nothing"));
}

void Judges::AnsweredTwice(int client, ReplicaId id) {
  scheduler_.Fail(client_, fmt::format("replica {} answers client {} twice", id, client));
}

}  // namespace paxos
