#include "quorum/systematic/model_timer.h"

#include <algorithm>
#include <utility>

namespace quorum::systematic {

Timer::Key ModelTimer::After(Duration delay, std::function<void()> function) {
  const Key key(now_ + delay, next_++);
  waiting_.emplace(key, std::move(function));
  world_.Enable(world_.KeyOf(world_.words.timer, machine_, static_cast<std::uint32_t>(key.second)),
                machine_, OptionKind::kTimer, [this, key] { Run(key); });
  return key;
}

void ModelTimer::Cancel(const Key& key) {
  const auto dropped = waiting_.extract(key);
  if (dropped.empty()) return;
  world_.Disable(
      world_.KeyOf(world_.words.timer, machine_, static_cast<std::uint32_t>(key.second)));
}

void ModelTimer::Run(const Key& key) {
  auto due = waiting_.extract(key);
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
