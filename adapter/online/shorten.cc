#include "adapter/online/shorten.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "adapter/online/certainty.h"
#include "adapter/online/directors.h"

namespace adapter::online {
namespace {

bool IsSameFailure(const PlayedRun& a, const PlayedRun& b) {
  return a.outcome == Outcome::kFail && b.outcome == Outcome::kFail && a.key == b.key;
}

class Shortener {
 public:
  Shortener(PlayedRun failing, const PlayStimuli& play, Deadline deadline)
      : play_(play), deadline_(deadline) {
    chain_.push_back(std::move(failing));
  }

  std::vector<PlayedRun> Go() {
    const Certainty certainty = MeasureStimuli(StimuliOf(best()), Certainty::kMostTries);
    if (certainty.failed == 0) return std::move(chain_);
    // What fails surely must not become something that fails by luck. What fails rarely must fail
    // at least twice: among many candidates one that nearly never fails does so once.
    const int allowed = Certainty::kMostTries - std::max(certainty.failed, 2);
    passes_allowed_ = certainty.IsSure() ? 1 : allowed;
    std::size_t parts = 2;
    while (best().stimuli > 1 && !IsOver()) {
      const std::size_t count = best().stimuli;
      parts = std::min(parts, count);
      if (LeaveOutOneOf(parts)) {
        parts = std::max<std::size_t>(parts - 1, 2);
      } else if (parts == count) {
        break;
      } else {
        parts *= 2;
      }
    }
    return std::move(chain_);
  }

 private:
  const PlayedRun& best() const { return chain_.back(); }
  bool IsOver() const { return interrupted_ || Clock::now() >= deadline_; }

  /// The parts are tried one after the other; false when all of them are needed.
  bool LeaveOutOneOf(std::size_t parts) {
    const std::vector<Seen> all = StimuliOf(best());
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
    const Certainty certainty = MeasureStimuli(stimuli, passes_allowed_);
    if (IsOver() || certainty.tries - certainty.failed > passes_allowed_) return false;
    chain_.push_back(std::move(*shortest_));
    return true;
  }

  /// The shortest run of those that failed is kept: a run leaves out what is not possible.
  Certainty MeasureStimuli(const std::vector<Seen>& stimuli, int passes_allowed) {
    shortest_.reset();
    const auto fails = [&] {
      PlayedRun run = play_(stimuli);
      interrupted_ = run.outcome == Outcome::kInconclusive && run.key.empty();
      if (!IsSameFailure(best(), run)) return false;
      if (!shortest_ || run.stimuli < shortest_->stimuli) shortest_ = std::move(run);
      return true;
    };
    return Measure(
        fails, [&] { return IsOver(); }, passes_allowed);
  }

  std::vector<PlayedRun> chain_;
  const PlayStimuli& play_;
  const Deadline deadline_;
  int passes_allowed_ = 0;  ///< of the tries of a candidate
  std::optional<PlayedRun> shortest_;
  bool interrupted_ = false;
};

}  // namespace

std::vector<PlayedRun> Shorten(PlayedRun failing, const PlayStimuli& play, Deadline deadline) {
  return Shortener(std::move(failing), play, deadline).Go();
}

}  // namespace adapter::online
