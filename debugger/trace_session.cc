#include "debugger/trace_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace debugger {
namespace {

constexpr const char* kStatus = "status";
/// In front of the number of a message's sending.
constexpr const char* kUnderWay = "under way from step ";

}  // namespace

TraceSession::TraceSession(trace::Trace trace) : trace_(std::move(trace)) {
  last_arrival_.resize(trace_.steps.size() + 1);
  for (std::size_t number = 1; number <= Length(); ++number) {
    const trace::Step& step = trace_.steps[number - 1];
    if (step.kind == trace::Kind::kDeliver) last_arrival_[step.cause] = number;
  }
  State state;
  frames_.push_back(state);
  for (std::size_t number = 1; number <= Length(); ++number) {
    Apply(number, state);
    if (number % kInterval == 0) frames_.push_back(state);
  }
}

void TraceSession::JumpTo(std::size_t step) {
  if (step > Length()) {
    throw SessionError(fmt::format("there is no step {}: the run has {}", step, Length()));
  }
  at_ = step;
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
      if (step.name == trace::kCrash) state[{step.node, kStatus}] = "crashed";
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
  if (step.kind == trace::Kind::kDeliver && last_arrival_[step.cause] == number && step.cause > 0) {
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
