// Makes a failing run shorter: stimuli are left out as long as it fails in the same way.
//
// A candidate is played anew, since nobody knows what the system answers without a stimulus; what
// the model does not allow there is left out, too. Systems are not deterministic: a candidate has a
// few tries.
// Thread safety: as what `play` uses.
// Source: A. Zeller, R. Hildebrandt, "Simplifying and isolating failure-inducing input", TSE 28(2),
// 2002 (ddmin).
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "adapter/online/play.h"

namespace adapter::online {

struct ShorteningLimits {
  Deadline deadline = Deadline::max();
  /// Of a candidate: it must fail in most of them. Where the run itself does not, it has twice as
  /// many, and must fail as often.
  int tries = 3;
};

/// Plays a run with these stimuli.
using PlayStimuli = std::function<PlayedRun(const std::vector<Seen>& stimuli)>;

/// The shortest run with the same key that was found, maybe the failing one itself. Ends at the
/// deadline, and when a run ends without a key: it was interrupted.
PlayedRun Shorten(PlayedRun failing, const PlayStimuli& play, const ShorteningLimits& limits);

/// How many of `count` runs with the stimuli of the failing one fail in the same way. Fewer are
/// played when the deadline passes; `count` becomes how many were.
int Repeat(const PlayedRun& failing, const PlayStimuli& play, Deadline deadline, int& count);

}  // namespace adapter::online
