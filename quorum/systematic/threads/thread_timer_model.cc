#include "quorum/systematic/threads/thread_timer_model.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace quorum::systematic {

using ::systematic::fibers::ThreadKind;
using ::systematic::fibers::WaitUntil;

ThreadTimerModel::ThreadTimerModel(Scene& scene) : scene_(scene) {
  scene_.threads.Start(
      "timer", [this] { Work(); }, ThreadKind::kServant);
  scene_.threads.Start(
      "time",
      [this] {
        while (WaitUntil([this] { return pauses_ > 0; })) {
          --pauses_;
          now_ += Duration(100'000);
        }
      },
      ThreadKind::kServant);
}

Timer::Key ThreadTimerModel::After(Duration delay, std::function<void()> function) {
  const Key key(now_ + delay, next_++);
  waiting_.emplace(key, std::move(function));
  return key;
}

void ThreadTimerModel::Cancel(const Key& key) { const auto dropped = waiting_.extract(key); }

bool ThreadTimerModel::MayRun() const {
  return !waiting_.empty() && (scene_.healed || scene_.budgets.deadlines > 0);
}

void ThreadTimerModel::Work() {
  while (WaitUntil([this] { return MayRun(); }, "timer")) {
    if (!scene_.healed) --scene_.budgets.deadlines;
    const auto first = scene_.threads.Choose("timer", waiting_.size());
    auto due = waiting_.extract(std::next(waiting_.begin(), static_cast<std::ptrdiff_t>(first)));
    now_ = std::max(now_, due.key().first);
    due.mapped()();
  }
}

}  // namespace quorum::systematic
