// Who chooses what a run does next: chance, or the list of what another run did.
//
// Thread safety: one thread uses a director, and the coverage of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "adapter/online/coverage.h"
#include "adapter/online/play.h"
#include "base/random.h"

namespace adapter::online {

struct ChanceSettings {
  std::size_t stimuli = 50;  ///< a run has at most so many
  double wait = 0.2;         ///< probability to wait before a stimulus
  /// Stimuli are the likelier the more rarely they were sent in the same situation.
  bool towards_uncovered = false;
  Deadline end = Deadline::max();  ///< no stimulus is sent after it
};

/// Chooses at random, by weights. Without towards_uncovered the choices of a run depend on the seed
/// and on what the system answers, on nothing else.
class Chance : public Director {
 public:
  /// `stimuli` has the weights; both must outlive this.
  Chance(std::uint64_t seed, const ChanceSettings& settings, Stimuli& stimuli, Coverage& coverage)
      : random_(seed), settings_(settings), stimuli_(stimuli), coverage_(coverage) {}

  Choice Choose(const Situation& situation) override;

 private:
  /// In [0, 1).
  double Draw() { return static_cast<double>(random_.Next() >> 11) * 0x1p-53; }
  std::size_t Pick(const Situation& situation, Coverage::State state);

  base::Random random_;
  const ChanceSettings settings_;
  Stimuli& stimuli_;
  Coverage& coverage_;
};

/// Sends the stimuli of a list, in their order, and waits where the run waited that it is of. What
/// is not possible, also after everything has come, is left out.
class Script : public Director {
 public:
  /// `stimuli` must outlive this.
  explicit Script(const std::vector<Seen>& stimuli) : stimuli_(stimuli) {}

  Choice Choose(const Situation& situation) override;

 private:
  const std::vector<Seen>& stimuli_;
  std::size_t next_ = 0;
  bool settled_ = false;  ///< since the last stimulus
};

/// The stimuli of a run, for a Script.
std::vector<Seen> StimuliOf(const PlayedRun& run);

}  // namespace adapter::online
