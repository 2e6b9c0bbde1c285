#include "adapter/online/shorten.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "adapter/online/directors.h"

namespace adapter::online {
namespace {

bool IsSameFailure(const PlayedRun& a, const PlayedRun& b) {
  return a.outcome == Outcome::kFail && b.outcome == Outcome::kFail && a.key == b.key;
}

class Shortener {
 public:
  Shortener(PlayedRun failing, const PlayStimuli& play, const ShorteningLimits& limits)
      : best_(std::move(failing)), play_(play), limits_(limits), tries_(limits.tries) {}

  PlayedRun Go() {
    // What fails surely must not become something that fails by luck.
    int played = limits_.tries;
    const int failed = Repeat(best_, play_, limits_.deadline, played);
    needed_ = limits_.tries / 2 + 1;
    // Among many candidates one that nearly never fails does so once, by luck: then its case would
    // find the bug no more. What fails rarely has more tries, and must fail as often.
    if (failed < needed_) tries_ *= 2;
    std::size_t parts = 2;
    while (best_.stimuli > 1 && !IsOver()) {
      const std::size_t count = best_.stimuli;
      parts = std::min(parts, count);
      if (LeaveOutOneOf(parts)) {
        parts = std::max<std::size_t>(parts - 1, 2);
      } else if (parts == count) {
        break;
      } else {
        parts *= 2;
      }
    }
    return std::move(best_);
  }

 private:
  bool IsOver() const { return interrupted_ || Clock::now() >= limits_.deadline; }

  /// The parts are tried one after the other; false when all of them are needed.
  bool LeaveOutOneOf(std::size_t parts) {
    const std::vector<Seen> all = StimuliOf(best_);
    for (std::size_t part = 0; part < parts && !IsOver(); ++part) {
      const std::size_t begin = all.size() * part / parts;
      const std::size_t end = all.size() * (part + 1) / parts;
      std::vector<Seen> rest;
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (i < begin || i >= end) rest.push_back(all[i]);
      }
      if (Fails(rest)) return true;
    }
    return false;
  }

  bool Fails(const std::vector<Seen>& stimuli) {
    int failed = 0;
    std::optional<PlayedRun> shortest;
    for (int left = tries_; failed + left >= needed_ && !IsOver(); --left) {
      PlayedRun run = play_(stimuli);
      interrupted_ = run.outcome == Outcome::kInconclusive && run.key.empty();
      if (!IsSameFailure(best_, run)) continue;
      if (!shortest || run.stimuli < shortest->stimuli) shortest = std::move(run);
      if (++failed < needed_) continue;
      best_ = std::move(*shortest);
      return true;
    }
    return false;
  }

  PlayedRun best_;
  const PlayStimuli& play_;
  const ShorteningLimits limits_;
  int tries_;       ///< of a candidate
  int needed_ = 1;  ///< of them, so many must fail
  bool interrupted_ = false;
};

}  // namespace

PlayedRun Shorten(PlayedRun failing, const PlayStimuli& play, const ShorteningLimits& limits) {
  return Shortener(std::move(failing), play, limits).Go();
}

int Repeat(const PlayedRun& failing, const PlayStimuli& play, Deadline deadline, int& count) {
  const std::vector<Seen> stimuli = StimuliOf(failing);
  int failed = 0;
  int played = 0;
  for (; played < count && Clock::now() < deadline; ++played) {
    failed += IsSameFailure(failing, play(stimuli)) ? 1 : 0;
  }
  count = played;
  return failed;
}

}  // namespace adapter::online
