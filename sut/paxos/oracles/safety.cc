#include "sut/paxos/oracles/safety.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace oracles {
namespace {

std::string VoteText(const std::optional<Vote>& vote) {
  return vote ? fmt::format("({}, \"{}\")", vote->rnd, vote->value) : "no vote";
}

}  // namespace

SafetyOracles::SafetyOracles(int prepare_quorum, int accept_quorum)
    : prepare_quorum_(static_cast<std::size_t>(prepare_quorum)),
      accept_quorum_(static_cast<std::size_t>(accept_quorum)) {
  assert(prepare_quorum >= 1 && accept_quorum >= 1);
}

void SafetyOracles::On(const ClientProposed& event) { proposed_.insert(event.value); }

void SafetyOracles::On(const ClientAnswered& event) { CheckAgreement(event.value, "answered"); }

void SafetyOracles::On(const PrepareSent& event) {
  CheckOwner(event.replica, event.rnd);
  RoundHistory& history = rounds_[event.rnd];
  if (history.prepared && history.owner == event.replica) {
    Report("fresh rounds", "but it was begun before");
  }
  history.prepared = true;
  Proposer& proposer = proposers_[event.replica];
  const bool is_refused = proposer.refused && event.rnd <= *proposer.refused;
  if (is_refused || event.rnd < proposer.begun) {
    Report("rising rounds",
           fmt::format("though it knows of round {}", *std::max(proposer.begun, proposer.refused)));
  }
  proposer.begun = std::max(proposer.begun, std::optional<Round>(event.rnd));
}

void SafetyOracles::On(const PhaseFailed& event) {
  Proposer& proposer = proposers_[event.replica];
  proposer.refused = std::max(proposer.refused, event.refused);
}

void SafetyOracles::On(const Refused& event) {
  if (!event.promised) return;
  const bool forbidden =
      event.phase == 1 ? event.rnd <= *event.promised : event.rnd < *event.promised;
  const Acceptor& acceptor = acceptors_[event.replica];
  const std::optional<Round> promised = acceptor.disk ? acceptor.disk->promised : acceptor.rnd;
  // What an acceptor promised in an earlier life and never said is on its disk alone.
  const bool knows = acceptor.disk ? event.promised == promised : event.promised >= promised;
  if (forbidden && knows) return;
  Report("refusal reports round",
         fmt::format("but its round is {}", promised ? std::to_string(*promised) : "none"));
}

void SafetyOracles::On(const Loaded& event) {
  const Acceptor& acceptor = acceptors_[event.replica];
  if (acceptor.disk &&
      (event.promised != acceptor.disk->promised || event.vote != acceptor.disk->vote)) {
    Report("starts as saved",
           fmt::format("but \"{}\" was the last write", ToString(*acceptor.disk)));
  }
  const std::optional<Round> begun = proposers_[event.replica].begun;
  if (event.begun < begun) {
    Report("starts as saved", fmt::format("but it began round {}", *begun));
  }
  const auto learned = learned_.find(event.replica);
  if (learned != learned_.end() && event.learned != learned->second) {
    Report("starts as saved", fmt::format("but it learned \"{}\"", learned->second));
  }
}

void SafetyOracles::On(const Saved& event) { acceptors_[event.replica].disk = event; }

void SafetyOracles::On(const Promised& event) {
  Acceptor& acceptor = acceptors_[event.replica];
  if (acceptor.rnd && event.rnd < *acceptor.rnd) {
    Report("promise monotonicity", fmt::format("its round was {} already", *acceptor.rnd));
  }
  if (event.vote != acceptor.vote) {
    Report("promise reports vote", fmt::format("its last vote is {}", VoteText(acceptor.vote)));
  }
  CheckSaved(acceptor, event.rnd, event.vote);
  acceptor.rnd = std::max(acceptor.rnd, std::optional<Round>(event.rnd));
  rounds_[event.rnd].promises[event.replica].push_back(event.vote);
}

void SafetyOracles::On(const AcceptSent& event) {
  CheckOwner(event.replica, event.rnd);
  CheckValidity(event.value);
  CheckPhaseTwoValue(event);
  CheckOneValue(event.rnd, event.value);
}

void SafetyOracles::On(const Voted& event) {
  Acceptor& acceptor = acceptors_[event.replica];
  if (acceptor.rnd && event.rnd < *acceptor.rnd) {
    Report("vote monotonicity", fmt::format("its round was {} already", *acceptor.rnd));
  }
  CheckValidity(event.value);
  CheckOneValue(event.rnd, event.value);
  acceptor.rnd = std::max(acceptor.rnd, std::optional<Round>(event.rnd));
  acceptor.vote = Vote{event.rnd, event.value};
  CheckSaved(acceptor, event.rnd, acceptor.vote);
  std::set<ServerId>& voters = rounds_[event.rnd].voters[event.value];
  voters.insert(event.replica);
  if (voters.size() >= accept_quorum_) {
    chosen_.insert(event.value);
    CheckAgreement(event.value, "chosen");
  }
}

void SafetyOracles::On(const CommitSent& event) { CheckChosen(event.value, event.rnd); }

void SafetyOracles::On(const Learned& event) {
  CheckValidity(event.value);
  CheckChosen(event.value, event.rnd);
  CheckAgreement(event.value, "learned");
  learned_[event.replica] = event.value;
}

void SafetyOracles::CheckAgreement(const std::string& value, const std::string& how) {
  if (!decided_) {
    decided_ = {value, how};
  } else if (decided_->first != value) {
    Report("agreement", fmt::format("but \"{}\" was {} before, and now \"{}\" is {}",
                                    decided_->first, decided_->second, value, how));
  }
}

void SafetyOracles::CheckValidity(const std::string& value) {
  if (!proposed_.contains(value))
    Report("validity", fmt::format("but no client proposed \"{}\"", value));
}

void SafetyOracles::CheckChosen(const std::string& value, std::optional<Round> rnd) {
  const bool chosen =
      rnd ? rounds_[*rnd].voters[value].size() >= accept_quorum_ : chosen_.contains(value);
  if (chosen) return;
  Report("learned is chosen",
         fmt::format("but no quorum of {} voted for \"{}\" in {}", accept_quorum_, value,
                     rnd ? fmt::format("round {}", *rnd) : "one round"));
}

void SafetyOracles::CheckOwner(ServerId replica, Round rnd) {
  std::optional<ServerId>& owner = rounds_[rnd].owner;
  if (!owner) {
    owner = replica;
  } else if (*owner != replica) {
    Report("round ownership", fmt::format("but the round is {}'s", *owner));
  }
}

void SafetyOracles::CheckOneValue(Round rnd, const std::string& value) {
  std::optional<std::string>& first = rounds_[rnd].value;
  if (!first) {
    first = value;
  } else if (*first != value) {
    Report("one value per round", fmt::format("but the round's value is \"{}\"", *first));
  }
}

void SafetyOracles::On(const Restored& event) { detectors_[event.replica].restored = true; }

void SafetyOracles::On(const Restarted& event) {
  detectors_.erase(event.replica);
  proposers_[event.replica].refused.reset();
  Acceptor& acceptor = acceptors_[event.replica];
  if (!acceptor.disk || !acceptor.disk->vote) return;
  const Vote& written = *acceptor.disk->vote;
  if (!acceptor.vote || written.rnd > acceptor.vote->rnd) acceptor.vote = written;
}

void SafetyOracles::On(const PeriodBegan& event) {
  Detector& detector = detectors_[event.replica];
  if (detector.restored && event.microseconds <= detector.period) {
    Report("longer periods",
           fmt::format("though it suspected falsely in one of {} us", detector.period));
  }
  detector = {event.microseconds, false};
}

void SafetyOracles::CheckSaved(const Acceptor& acceptor, Round promised,
                               const std::optional<Vote>& vote) {
  if (!acceptor.disk) return;
  const Saved& disk = *acceptor.disk;
  if (disk.promised >= std::optional<Round>(promised) && disk.vote == vote) return;
  Report("saved before said", fmt::format("but \"{}\" was the last write", ToString(disk)));
}

void SafetyOracles::CheckPhaseTwoValue(const AcceptSent& event) {
  const RoundHistory& history = rounds_[event.rnd];
  if (PromisesAllow(history, event.value)) return;
  std::string promises;
  for (const auto& [acceptor, votes] : history.promises) {
    for (const std::optional<Vote>& vote : votes) {
      promises += fmt::format("{}{}: {}", promises.empty() ? "" : ", ", acceptor, VoteText(vote));
    }
  }
  Report("phase two value",
         fmt::format("but no quorum of {} promises allows it (promises of the round: {})",
                     prepare_quorum_, promises.empty() ? "none" : promises));
}

// Allowed when some quorum Q of promises has no vote, or its highest vote is for `value`. Votes up
// to a bound b, where b is "none" or the round of a vote for `value`: Q exists for one of these
// bounds when at least a quorum of acceptors reported a vote not above b.
bool SafetyOracles::PromisesAllow(const RoundHistory& history, const std::string& value) const {
  std::set<std::optional<Round>> bounds = {std::nullopt};
  for (const auto& [acceptor, votes] : history.promises) {
    for (const std::optional<Vote>& vote : votes) {
      if (vote && vote->value == value) bounds.insert(vote->rnd);
    }
  }
  return std::ranges::any_of(bounds, [&](const std::optional<Round>& bound) {
    const auto within = [&](const std::optional<Vote>& vote) {
      return !vote || (bound && vote->rnd <= *bound);
    };
    const auto supporters = std::ranges::count_if(history.promises, [&](const auto& promise) {
      return std::ranges::any_of(promise.second, within);
    });
    return static_cast<std::size_t>(supporters) >= prepare_quorum_;
  });
}

void SafetyOracles::Report(const std::string& oracle, const std::string& why) {
  violations_.Report(oracle, fmt::format("{}, {}", describe_(event_), why), position_);
}

}  // namespace oracles
