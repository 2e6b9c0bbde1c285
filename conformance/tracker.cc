#include "conformance/tracker.h"

#include <utility>

#include "conformance/why_not.h"

namespace conformance {

using cpn::lua::ObservationKind;

struct Tracker::Shared {
  Shared(cpn::Engine* engine, std::shared_ptr<View> shown, const Limits& limits)
      : view(std::move(shown)), automaton(engine, view.get(), limits) {}
  std::shared_ptr<View> view;
  Automaton automaton;
};

Tracker::Tracker(cpn::lua::LuaModel& model, cpn::lua::TestSpecification& specification,
                 const Limits& limits)
    : Tracker(model.engine(), std::make_shared<SpecificationView>(model.net(), specification),
              limits) {}

Tracker::Tracker(cpn::Engine& engine, std::shared_ptr<View> view, const Limits& limits)
    : shared_(std::make_shared<Shared>(&engine, std::move(view), limits)),
      position_(&shared_->automaton) {}

Tracker& Tracker::operator=(const Tracker& other) {
  const std::shared_ptr<Shared> until_moved = shared_;  // position_ leaves its automaton
  position_ = other.position_;
  shared_ = other.shared_;
  history_ = other.history_;
  return *this;
}

cpn::Engine& Tracker::engine() { return shared_->automaton.engine(); }

Automaton& Tracker::automaton() { return shared_->automaton; }

bool Tracker::Take(const Event& event) {
  return Advance(shared_->automaton.events().Intern(event));
}

bool Tracker::TakeQuiescence() { return Advance(kQuiescence); }

bool Tracker::Advance(EventId event) {
  if (!shared_->automaton.Advance(position_, event)) return false;
  history_.push_back(event);
  return true;
}

void Tracker::Restart() {
  position_ = Position(&shared_->automaton);
  history_.clear();
}

std::vector<Event> Tracker::Possible(ObservationKind kind) {
  std::vector<Event> possible;
  for (const EventId id : shared_->automaton.Possible(position_, kind)) {
    possible.push_back(shared_->automaton.events()[id]);
  }
  return possible;
}

bool Tracker::MayRest() {
  Position ahead = position_;
  return shared_->automaton.Advance(ahead, kQuiescence);
}

std::size_t Tracker::size() { return shared_->automaton.Explaining(position_).size(); }

std::size_t Tracker::size_behind() const { return shared_->automaton.CountBehind(position_); }

std::vector<cpn::Marking> Tracker::Markings() {
  std::vector<cpn::Marking> markings;
  for (const ConfigurationId id : shared_->automaton.Explaining(position_)) {
    markings.push_back(shared_->automaton.configurations().MarkingOf(id));
  }
  return markings;
}

Misfit Tracker::WhyNot(const Event& event) {
  Automaton& automaton = shared_->automaton;
  return conformance::WhyNot(automaton, position_, history_, automaton.events().Intern(event));
}

std::vector<ExplainedStep> Tracker::Explanation() { return Explain(shared_->automaton, history_); }

}  // namespace conformance
