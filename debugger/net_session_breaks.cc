// The part of a NetSession that stops at breakpoints.
#include <fmt/format.h>

#include <utility>
#include <variant>

#include "debugger/names.h"
#include "debugger/net_session.h"
#include "search/nets/goal.h"

namespace debugger {

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

bool NetSession::Meets(const Breakpoint& breakpoint, std::size_t number) {
  if (breakpoint.kind == Breakpoint::Kind::kTransition) {
    return engine_.Element(ElementAt(number)).transition == breakpoint.transition;
  }
  const cpn::Marking before = MarkingAt(number - 1);
  const cpn::Marking& after = MarkingAt(number);
  if (breakpoint.kind == Breakpoint::Kind::kPlace) {
    return before[breakpoint.place] != after[breakpoint.place];
  }
  // Conditions are asked of both, so that a stop is where one changes.
  const bool was = Holds(breakpoint.condition, before);
  const bool is = Holds(breakpoint.condition, after);
  return breakpoint.kind == Breakpoint::Kind::kViolated ? was && !is : is && !was;
}

}  // namespace debugger
