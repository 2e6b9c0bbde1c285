// One run of a system with its model beside it: the model says what may be done next, a director
// chooses, and whatever the system answers must be what the model allows.
//
// The tracker keeps the markings that explain what was seen so far. A run fails with the first
// response that none of them gives, and when nothing comes for patience().step while each of them
// must still give something. It passes when the director ends it and nothing was wrong then.
// Thread safety: as the model (one worker).
// Source: J. Tretmans, "Model based testing with labelled transition systems" (2008): ioco, with
// its tests made on the fly; R. G. de Vries, J. Tretmans, "On-the-fly conformance testing using
// SPIN" (2000).
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "adapter/online/session.h"
#include "adapter/online/stimuli.h"
#include "conformance/tracker.h"
#include "cpn/lua/lua_model.h"

namespace adapter::online {

/// The model of an exploration. The parts that it refers to must outlive it.
struct Oracle {
  cpn::lua::TestSpecification& specification;
  Stimuli& stimuli;
  const conformance::Tracker& start;  ///< before all events
};

/// Where a run is when something is to be chosen.
struct Situation {
  const std::vector<conformance::Event>& possible;  ///< stimuli, in their canonical order
  conformance::Tracker& tracker;
  std::size_t sent = 0;  ///< stimuli so far
};

struct Choice {
  enum class What {
    kSend,    ///< the stimulus of that index
    kWait,    ///< for the next response, if one comes
    kSettle,  ///< until everything has come that must
    kEnd,     ///< the run: as kSettle, and nothing after it
  };
  What what = What::kEnd;
  std::size_t index = 0;
};

class Director {
 public:
  virtual ~Director() = default;
  virtual Choice Choose(const Situation& situation) = 0;
};

/// What was done or seen in a run, and explained.
struct Seen {
  conformance::Event event;
  bool waited = false;  ///< the run had waited for something before this stimulus
};

struct PlayedRun {
  Outcome outcome = Outcome::kPass;
  std::string detail = {};  ///< one line; empty for a pass
  std::string key = {};     ///< failures with the same key are taken for the same
  std::string why = {};     ///< no marking explains the last response; empty: that is not it
  std::vector<oracles::Mismatch> mismatches = {};
  std::vector<Seen> seen = {};
  /// What ended the run, if it was an answer.
  std::optional<oracles::ObservedEvent> unexpected = {};
  trace::Trace trace = {};
  std::vector<ProcessLog> logs = {};
  std::size_t stimuli = 0;  ///< that were sent
};

/// Plays a run until the director ends it or something is wrong. `interrupt` may be null; once it
/// is set, the run ends, inconclusive. Throws what the model and the tracker throw.
PlayedRun Play(Subject& subject, const RunInfo& info, const Oracle& oracle, Director& director,
               const std::atomic<bool>* interrupt);

}  // namespace adapter::online
