#include "systematic/scheduler.h"

#include <cassert>
#include <limits>

#include "systematic/errors.h"
#include "systematic/key_text.h"

namespace systematic {

MachineId Scheduler::AddMachine(std::string_view name) {
  if (machines_.size() > std::numeric_limits<MachineId>::max()) {
    throw HarnessError("more than 65535 machines in one execution");
  }
  machines_.push_back({Intern(name)});
  return static_cast<MachineId>(machines_.size() - 1);
}

void Scheduler::Enable(const Key& key, MachineId machine, OptionKind kind, Step step,
                       std::uint16_t resource) {
  if (!open_) return;
  const Option option{key,     next_id_++, static_cast<std::uint32_t>(choices()),
                      machine, resource,   kind};
  const std::uint64_t hash = names_.HashOf(key);
  const std::uint64_t origin = with_states_ ? Mix(histories_.Origin(), hash) : 0;
  if (!enabled_.Insert(option, hash, origin, std::move(step))) {
    throw HarnessError("enabled twice: " + ToText(key, names_));
  }
  log_.AddChange(key, true);
}

bool Scheduler::Disable(const Key& key) {
  const Step step = enabled_.Take(key);  // destroyed at the end: it may disable others
  if (!step) return false;
  log_.AddChange(key, false);
  return true;
}

std::uint64_t Scheduler::Choose(const Key& key, std::uint64_t n) {
  assert(n > 0);
  if (!open_ || n <= 1) return 0;
  const std::uint64_t value = strategy_->Choose(key, n);
  assert(value < n);
  if (with_states_) histories_.Handle(Mix(names_.HashOf(key), value));
  log_.Add({.key = key,
            .value = value,
            .n = n,
            .enabled = enabled_.hash(),
            .observed = observed_,
            .is_step = false});
  return value;
}

void Scheduler::Fail(std::string_view judge, std::string message) {
  if (!open_ || violation_) return;
  violation_ = Violation{std::string(judge), std::move(message)};
}

void Scheduler::Note(std::string text) {
  if (recording_ && open_) notes_.push_back({choices(), std::move(text)});
}

void Scheduler::Open(Strategy& strategy, bool recording) {
  names_.Reset();
  machines_.assign(1, {});
  monitors_.clear();
  ordinals_.Clear();
  log_.Clear();
  notes_.clear();
  violation_.reset();
  strategy_ = &strategy;
  strategy.Use(names_);
  with_states_ = keep_states_ || strategy.wants_state();
  states_.clear();
  histories_.Clear();
  observed_ = 0;
  steps_ = 0;
  next_id_ = 0;
  healed_ = false;
  recording_ = recording;
  open_ = true;
}

Scheduler::Picked Scheduler::RunStep() {
  const std::span<const Option> options = enabled_.options();
  if (with_states_ && strategy_->wants_state()) strategy_->SetState(StateHash());
  const std::size_t index = strategy_->Pick(options);
  if (index == Strategy::kStop) return Picked::kStop;
  if (index == Strategy::kQuiet) return Picked::kQuiet;
  assert(index < options.size());
  log_.Add({.key = options[index].key,
            .n = options.size(),
            .enabled = enabled_.hash(),
            .observed = observed_});
  ++steps_;
  if (with_states_) {
    const Option& option = options[index];
    histories_.Begin(option.machine, option.resource, enabled_.OriginOf(index));
  }
  Step step = enabled_.Take(index);
  step();
  if (keep_states_) states_.push_back(Mix(WorldHash(), healed_ ? state_at_heal_ : 0));
  return Picked::kStep;
}

void Scheduler::MarkHealed() {
  strategy_->Heal();
  healed_ = true;
  state_at_heal_ = WorldHash();
}

void Scheduler::Close() {
  open_ = false;
  // One at a time, since what a step owned may disable others when it goes.
  while (!enabled_.options().empty()) enabled_.TakeLast();
}

std::vector<std::pair<std::string_view, Heat>> Scheduler::Heats() const {
  std::vector<std::pair<std::string_view, Heat>> heats;
  for (const Watched& watched : monitors_) {
    heats.emplace_back(watched.monitor->name(), watched.monitor->heat());
  }
  return heats;
}

const Monitor* Scheduler::MonitorNamed(std::string_view name) const {
  for (const Watched& watched : monitors_) {
    if (watched.monitor->name() == name) return watched.monitor;
  }
  return nullptr;
}

void Scheduler::CoolDown() {
  for (Watched& watched : monitors_) watched.temperature = 0;
}

void Scheduler::HeatUp(std::uint64_t threshold) {
  for (Watched& watched : monitors_) {
    const Heat heat = watched.monitor->heat();
    if (heat == Heat::kCold) watched.temperature = 0;
    if (heat != Heat::kHot || ++watched.temperature <= threshold) continue;
    Fail(*watched.monitor,
         watched.monitor->owed() + ", for " + std::to_string(watched.temperature) + " choices");
  }
}

void Scheduler::FailWhatIsOwed() {
  for (const Watched& watched : monitors_) {
    if (watched.monitor->heat() != Heat::kHot) continue;
    Fail(*watched.monitor, watched.monitor->owed() + ", and nothing can happen any more");
  }
}

std::uint64_t Scheduler::StateHash() const {
  std::uint64_t state = WorldHash();
  for (const Watched& watched : monitors_) {
    const auto of_monitor = watched.monitor->state();
    if (!of_monitor) return 0;
    state = Mix(state, *of_monitor);
  }
  // Before the heal it matters how far away it is; after it, what it met.
  return Mix(state, healed_ ? state_at_heal_ : choices());
}

}  // namespace systematic
