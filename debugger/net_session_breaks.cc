// The part of a NetSession that stops at breakpoints.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "debugger/names.h"
#include "debugger/net_session.h"
#include "search/nets/goal.h"

namespace debugger {

std::size_t NetSession::Add(Breakpoint breakpoint) {
  Remember();
  std::size_t number = 1;
  for (const Breakpoint& each : breakpoints_) number = std::max(number, each.number + 1);
  breakpoint.number = number;
  breakpoints_.push_back(std::move(breakpoint));
  return number;
}

std::size_t NetSession::BreakAtTransition(const std::string& name) {
  const std::size_t found = FindName("transition", name, transition_names_);
  return Add({.kind = Breakpoint::Kind::kTransition,
              .text = "transition " + transition_names_[found],
              .transition = static_cast<cpn::TransitionId>(found)});
}

std::size_t NetSession::BreakAtPlace(const std::string& name) {
  const std::size_t found = FindName("place", name, place_names_);
  return Add({.kind = Breakpoint::Kind::kPlace,
              .text = "place " + place_names_[found],
              .place = static_cast<cpn::PlaceId>(found)});
}

std::size_t NetSession::BreakIf(const std::string& expression) {
  cpn::ctl::Formula condition;
  condition.op = cpn::ctl::Operator::kStateFunction;
  condition.state_function = model_.AddStateFunction(expression, "break if");
  Holds(condition, MarkingAt(at()));  // what fails here would fail at every step
  return Add({.kind = Breakpoint::Kind::kCondition,
              .text = "if " + expression,
              .condition = std::move(condition)});
}

std::size_t NetSession::BreakAtProperty(const std::string& name) {
  const cpn::ctl::Property& property = FindProperty(name);
  const auto goal = search::nets::GoalOf(property);
  if (const std::string* why = std::get_if<std::string>(&goal)) {
    throw SessionError(fmt::format("\"{}\" is about more than one marking: {}", name, *why));
  }
  const auto& [is_liveness, is_of_all_runs, condition] = std::get<search::nets::Goal>(goal);
  return Add({.kind = is_liveness ? Breakpoint::Kind::kLive : Breakpoint::Kind::kViolated,
              .text = fmt::format("property \"{}\" {}", property.name,
                                  is_liveness ? "is live" : "is violated"),
              .condition = *condition});
}

std::size_t NetSession::BreakAtCritical() {
  if (!CriticalStep()) {
    throw SessionError(
        "no critical step is known of this run; `cpngen search MODEL --trace FILE` finds it");
  }
  return Add({.kind = Breakpoint::Kind::kCritical, .text = "the critical step"});
}

void NetSession::DeleteBreakpoint(std::size_t number) {
  const auto found = std::find_if(breakpoints_.begin(), breakpoints_.end(),
                                  [&](const Breakpoint& each) { return each.number == number; });
  if (found == breakpoints_.end()) {
    throw SessionError(fmt::format("there is no breakpoint {}", number));
  }
  Remember();
  breakpoints_.erase(breakpoints_.begin() + (found - breakpoints_.begin()));
}

const Breakpoint* NetSession::Met(std::size_t number) {
  const cpn::Marking before = MarkingAt(number - 1);
  const cpn::Marking& after = MarkingAt(number);
  for (const Breakpoint& each : breakpoints_) {
    bool met = false;
    switch (each.kind) {
      case Breakpoint::Kind::kTransition:
        met = engine_.Element(ElementAt(number)).transition == each.transition;
        break;
      case Breakpoint::Kind::kPlace:
        met = before[each.place] != after[each.place];
        break;
      case Breakpoint::Kind::kCondition:
      case Breakpoint::Kind::kLive:
        met = Holds(each.condition, after) && !Holds(each.condition, before);
        break;
      case Breakpoint::Kind::kViolated:
        met = !Holds(each.condition, after) && Holds(each.condition, before);
        break;
      case Breakpoint::Kind::kCritical:
        met = CriticalStep() == number;
        break;
    }
    if (met) return &each;
  }
  return nullptr;
}

Stop NetSession::Continue(const std::function<bool()>& stop) {
  const std::size_t last = Length();
  if (at() == last) return {at(), 0, "the run ends here"};
  for (std::size_t number = at() + 1; number <= last; ++number) {
    if (stop && number % 256 == 0 && stop()) {
      JumpTo(number);
      return {number, 0, "interrupted"};
    }
    const Breakpoint* const met = Met(number);
    if (met == nullptr) continue;
    JumpTo(number);
    return {number, met->number, met->text};
  }
  JumpTo(last);
  return {last, 0, "the run ends here"};
}

}  // namespace debugger
