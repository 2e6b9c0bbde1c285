#include "debugger/trace_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "debugger/names.h"

namespace debugger {
namespace {

/// In front of the number of a message's sending.
constexpr const char* kUnderWay = "under way from step ";

/// It arrives, or is lost.
bool EndsMessage(const trace::Step& step) {
  if (step.cause == 0) return false;
  return step.kind == trace::Kind::kDeliver || trace::IsLoss(step);
}

/// "crash", "crash for good".
bool IsCrash(const trace::Step& step) {
  return step.kind == trace::Kind::kFault && step.name.starts_with(trace::kCrash);
}

}  // namespace

TraceSession::TraceSession(trace::Trace trace) : trace_(std::move(trace)) {
  last_arrival_.resize(trace_.steps.size() + 1);
  for (std::size_t number = 1; number <= Length(); ++number) {
    const trace::Step& step = trace_.steps[number - 1];
    if (EndsMessage(step)) last_arrival_[step.cause] = number;
  }
  nodes_ = trace_.header.nodes;
  std::set<std::string_view> known(trace_.header.nodes.begin(), trace_.header.nodes.end());
  for (const trace::Step& step : trace_.steps) {
    if (!step.node.empty() && known.insert(step.node).second) nodes_.push_back(step.node);
  }
  State state;
  frames_.push_back(state);
  for (std::size_t number = 1; number <= Length(); ++number) {
    Apply(number, state);
    if (number % kInterval == 0) frames_.push_back(state);
  }
}

std::optional<std::size_t> TraceSession::CriticalStep() const {
  return trace_.critical > 0 ? std::optional(trace_.critical) : std::nullopt;
}

std::size_t TraceSession::BreakAtEvent(const std::string& what) {
  Breakpoint breakpoint{.kind = Breakpoint::Kind::kEvent, .text = what, .event = what};
  for (const std::string& node : nodes_) {
    const bool is_it = what == node || what.starts_with(node + ' ');
    if (node.empty() || !is_it || node.size() < breakpoint.node.size()) continue;
    breakpoint.node = node;
    breakpoint.event = what == node ? "" : what.substr(node.size() + 1);
  }
  if (breakpoint.event == trace::kCrash) breakpoint.kind = Breakpoint::Kind::kCrash;
  std::set<std::string> names;
  for (std::size_t number = 1; number <= Length(); ++number) {
    if (Meets(breakpoint, number)) return Add(std::move(breakpoint));
    const trace::Step& step = trace_.steps[number - 1];
    if (breakpoint.node.empty() || step.node == breakpoint.node) names.insert(step.name);
  }
  if (breakpoint.kind == Breakpoint::Kind::kCrash) {
    throw SessionError(fmt::format("{} crashes in this run", breakpoint.node.empty()
                                                                 ? "nothing"
                                                                 : breakpoint.node + " never"));
  }
  // Whoever mistypes a node has typed no event either.
  std::vector<std::string> known(names.begin(), names.end());
  if (breakpoint.node.empty()) known.insert(known.end(), nodes_.begin(), nodes_.end());
  const std::string of = breakpoint.node.empty() ? "event or node" : "event of " + breakpoint.node;
  FindName(of, breakpoint.event, known);
  throw SessionError(fmt::format("there is no {} {}", of, breakpoint.event));
}

bool TraceSession::Meets(const Breakpoint& breakpoint, std::size_t number) {
  const trace::Step& step = trace_.steps[number - 1];
  if (!breakpoint.node.empty() && step.node != breakpoint.node) return false;
  if (breakpoint.kind == Breakpoint::Kind::kCrash) return IsCrash(step);
  return breakpoint.event.empty() || step.name == breakpoint.event;
}

std::string TraceSession::StepText(std::size_t number) {
  const trace::Step& step = trace_.steps[number - 1];
  return step.key.empty() || step.kind != trace::Kind::kBinding ? trace::ToString(step) : step.key;
}

void TraceSession::Apply(std::size_t number, State& state) const {
  const trace::Step& step = trace_.steps[number - 1];
  for (const trace::TokenMove& move : step.moves) {
    // Without the initial marking nothing more can be said than what was put there last.
    std::string& tokens = state[{"", move.place}];
    if (!move.added.empty()) tokens = fmt::format("{} (put by step {})", move.added, number);
    if (move.added.empty()) tokens = fmt::format("{} taken by step {}", move.removed, number);
  }
  switch (step.kind) {
    case trace::Kind::kFault:
      if (IsCrash(step)) state[{step.node, kStatus}] = "crashed";
      if (step.name == trace::kPause) state[{step.node, kStatus}] = "paused";
      if (step.name == trace::kRestart || step.name == trace::kResume) {
        state[{step.node, kStatus}] = "runs";
      }
      break;
    case trace::Kind::kEvent:
    case trace::Kind::kStimulus:
    case trace::Kind::kTimer:
      state[{step.node, step.name}] = fmt::format("{}{}(step {})", trace::ToString(step.fields),
                                                  step.fields.empty() ? "" : " ", number);
      break;
    default:
      break;
  }
  for (const auto& [name, value] : step.state) {
    if (value.empty()) {
      state.erase({step.node, name});
    } else {
      state[{step.node, name}] = value;
    }
  }
  if (EndsMessage(step) && last_arrival_[step.cause] == number) {
    state.erase({trace_.steps[step.cause - 1].node, fmt::format("{}{}", kUnderWay, step.cause)});
  }
  if (last_arrival_[number] > 0) {
    state[{step.node, fmt::format("{}{}", kUnderWay, number)}] = trace::ToString(step);
  }
}

const TraceSession::State& TraceSession::StateBehind(std::size_t step) {
  if (last_at_ > step || step - last_at_ >= kInterval) {
    last_ = frames_[step / kInterval];
    last_at_ = step - step % kInterval;
  }
  while (last_at_ < step) Apply(++last_at_, last_);
  return last_;
}

std::vector<StateLine> TraceSession::StateAt(std::size_t step) {
  std::vector<StateLine> lines;
  for (const auto& [where, text] : StateBehind(step)) {
    lines.push_back({where.first, where.second, text});
  }
  return lines;
}

std::vector<std::string> TraceSession::Difference(std::size_t from, std::size_t to) {
  const State before = StateBehind(from);
  const State& after = StateBehind(to);
  std::vector<std::string> lines;
  const auto name_of = [](const std::pair<std::string, std::string>& where) {
    return where.first.empty() ? where.second : where.first + ": " + where.second;
  };
  auto old = before.begin();
  auto now = after.begin();
  while (old != before.end() || now != after.end()) {
    const bool is_gone = now == after.end() || (old != before.end() && old->first < now->first);
    const bool is_new = !is_gone && (old == before.end() || now->first < old->first);
    if (is_gone) {
      lines.push_back(fmt::format("- {}: {}", name_of(old->first), old->second));
    } else if (is_new) {
      lines.push_back(fmt::format("+ {}: {}", name_of(now->first), now->second));
    } else if (old->second != now->second) {
      lines.push_back(fmt::format("~ {}: {} -> {}", name_of(now->first), old->second, now->second));
    }
    if (!is_new) ++old;
    if (!is_gone) ++now;
  }
  return lines;
}

std::vector<std::string> TraceSession::Changes(std::size_t number) {
  return Difference(number - 1, number);
}

}  // namespace debugger
