// The markings of a net that explain what was seen of a system so far: the net as the judge of a
// run, whatever the system chose to do.
//
//   conformance::Tracker tracker(*model, model->Specification("system"), {});
//   if (!tracker.Take(event)) Report(tracker.WhyNot(event));
//
// What the test case specification observes can be seen; all other binding elements are silent and
// may occur at any time. The priorities of the net hold. A run of a system conforms when what was
// seen of it is the beginning of what a run of the net shows.
// Invariants:
//  1. size() > 0: an event that nothing explains changes nothing;
//  2. nothing that a tracker says depends on what trackers that it shares an automaton with did.
// A copy goes on from the same place; copies share what they learn about the net, so that looking
// ahead is cheap.
// Thread safety: as the model (one worker), together with its copies.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "conformance/automaton.h"
#include "conformance/event.h"
#include "conformance/explanation.h"
#include "conformance/limits.h"
#include "conformance/misfit.h"
#include "conformance/view.h"
#include "cpn/lua/lua_model.h"

namespace conformance {

class Tracker {
 public:
  /// `specification` is one of the model's; both must outlive the tracker and its copies.
  Tracker(cpn::lua::LuaModel& model, cpn::lua::TestSpecification& specification,
          const Limits& limits = {});
  /// Of any net under any view. The engine must outlive the tracker and its copies.
  Tracker(cpn::Engine& engine, std::shared_ptr<View> view, const Limits& limits = {});
  Tracker(const Tracker& other) = default;
  Tracker& operator=(const Tracker& other);

  /// Goes on with what was seen. False: no marking explains it, and nothing has changed.
  /// Throws LimitReached, base::StopError, and cpn::ModelError when the model fails.
  bool Take(const Event& event);
  /// Nothing came for a while: only markings that may be at rest explain that. False as Take().
  bool TakeQuiescence();
  /// Back to what was explained before all events.
  void Restart();

  /// What may come next, after any silent steps, in canonical order.
  std::vector<Event> Possible(cpn::lua::ObservationKind kind);
  /// Is there an explaining marking from which no response can come without a further stimulus, and
  /// of which nothing that the system shows is still to be seen?
  bool MayRest();
  /// How many markings explain what was seen, with those that silent steps reach. Not const: they
  /// are computed when they are asked for.
  std::size_t size();
  /// How many are right behind the last event, before any silent step. Never meets a limit.
  std::size_t size_behind() const;
  /// These of size(), nearest to the last event first.
  std::vector<cpn::Marking> Markings();
  /// How many events were taken; quiescence counts.
  std::size_t taken() const { return history_.size(); }

  /// Why Take(event) is false: the binding elements that would give it, and what they lack.
  Misfit WhyNot(const Event& event);
  /// A shortest run of the net that explains all that was taken.
  std::vector<ExplainedStep> Explanation();

  cpn::Engine& engine();
  /// What it shares with its copies.
  Automaton& automaton();

 private:
  struct Shared;  // the view and the automaton
  bool Advance(EventId event);

  std::shared_ptr<Shared> shared_;
  Position position_;
  std::vector<EventId> history_;
};

}  // namespace conformance
