#include "quorum/systematic/model_timer.h"

#include <algorithm>
#include <utility>

namespace quorum::systematic {

ModelTimer::ModelTimer(World& world, MachineId machine) : world_(world), machine_(machine) {
  world_.OnDeadlines([this] { Refresh(); });
}

Timer::Key ModelTimer::After(Duration delay, std::function<void()> function) {
  const Key key(now_ + delay, next_++);
  waiting_.emplace(key, std::move(function));
  if (world_.MaySpend(&Budgets::deadlines)) Offer(key);
  return key;
}

void ModelTimer::Refresh() {
  const bool may = world_.MaySpend(&Budgets::deadlines);
  for (const auto& [key, function] : waiting_) {
    world_.Disable(StepOf(key));
    if (may) Offer(key);
  }
}

void ModelTimer::Offer(const Key& key) {
  world_.Enable(StepOf(key), machine_, OptionKind::kTimer, [this, key] { Run(key); });
}

::systematic::Key ModelTimer::StepOf(const Key& key) const {
  return world_.KeyOf(world_.words.timer, machine_, static_cast<std::uint32_t>(key.second));
}

void ModelTimer::Cancel(const Key& key) {
  const auto dropped = waiting_.extract(key);
  if (dropped.empty()) return;
  world_.Disable(StepOf(key));
}

void ModelTimer::Run(const Key& key) {
  auto due = waiting_.extract(key);
  world_.Spend(&Budgets::deadlines);
  now_ = std::max(now_, key.first);
  due.mapped()();
}

void ModelTimer::LetTimePass() {
  if (passing_) return;
  passing_ = true;
  world_.Enable(world_.KeyOf(world_.words.pause, machine_, pauses_++), machine_, OptionKind::kTimer,
                [this] {
                  passing_ = false;
                  now_ += Duration(100'000);
                });
}

}  // namespace quorum::systematic
