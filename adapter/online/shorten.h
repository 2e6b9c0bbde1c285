// Makes a failing run shorter: stimuli are left out as long as it fails in the same way.
//
// A candidate is played anew, since nobody knows what the system answers without a stimulus; what
// the model does not allow there is left out, too. Systems are not deterministic: a candidate has a
// few tries (certainty.h).
// Thread safety: as what `play` uses.
// Source: A. Zeller, R. Hildebrandt, "Simplifying and isolating failure-inducing input", TSE 28(2),
// 2002 (ddmin).
#pragma once

#include <functional>
#include <vector>

#include "adapter/online/play.h"

namespace adapter::online {

/// Plays a run with these stimuli.
using PlayStimuli = std::function<PlayedRun(const std::vector<Seen>& stimuli)>;

/// Runs with the same key, the failing one itself first, each of the others with fewer stimuli than
/// the one before it, and failing as surely as the first, as far as a few tries can say. Only the
/// first where that does not fail again. Ends at the deadline, and when a run ends without a key:
/// it was interrupted.
std::vector<PlayedRun> Shorten(PlayedRun failing, const PlayStimuli& play, Deadline deadline);

}  // namespace adapter::online
