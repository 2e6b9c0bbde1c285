#include "systematic/environment/timers.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace systematic {

Timers::Timers(Scheduler& scheduler, Processes& processes, int untimed)
    : scheduler_(scheduler),
      processes_(processes),
      fired_(processes.size()),
      untimed_(untimed),
      timer_word_(scheduler.Intern("timer")),
      machine_(scheduler.AddMachine("time")) {
  pass_key_.kind = scheduler.Intern("time passes");
  processes.AddListener(this);
}

Timers::Id Timers::Start(Node node, Word what, Microseconds delay, std::function<void()> fire) {
  if (free_timers_.empty()) {
    free_timers_.push_back(static_cast<std::uint32_t>(timers_.size()));
    timers_.emplace_back();
  }
  const std::uint32_t index = free_timers_.back();
  free_timers_.pop_back();
  Timer& timer = timers_[index];
  timer.running = true;
  timer.node = node;
  timer.delay = delay;
  timer.due = now_ + delay;
  timer.fire = std::move(fire);
  timer.key.kind = timer_word_;
  timer.key.to = processes_.word(node);
  timer.key.what = what;
  timer.key.life = processes_.life(node);
  timer.key.ordinal = scheduler_.NextOrdinal(timer_word_, timer.key.to, what, timer.key.life);
  ++running_;
  if (MayFire(timer)) Enable(index);
  Refresh();
  return std::uint64_t{timer.generation} << 32 | index;
}

bool Timers::MayFire(const Timer& timer) const {
  if (stopped_) return false;
  return timed_ ? timer.due <= now_ : fired_[timer.node] < untimed_;
}

void Timers::Enable(std::uint32_t index) {
  Timer& timer = timers_[index];
  timer.enabled = true;
  ++blocking_;
  scheduler_.Enable(timer.key, processes_.machine(timer.node), OptionKind::kTimer,
                    [this, index] { Fire(index); });
}

void Timers::Cancel(Id id) {
  const auto index = static_cast<std::uint32_t>(id);
  if (index >= timers_.size()) return;
  Timer& timer = timers_[index];
  if (!timer.running || timer.generation != id >> 32) return;
  if (timer.enabled) scheduler_.Disable(timer.key);
  Disarm(index);
  timers_[index].fire = nullptr;
  Refresh();
}

// It runs no more; its option is gone already.
void Timers::Disarm(std::uint32_t index) {
  Timer& timer = timers_[index];
  if (timer.enabled) --blocking_;
  timer.enabled = false;
  timer.running = false;
  ++timer.generation;
  --running_;
  free_timers_.push_back(index);
}

void Timers::Fire(std::uint32_t index) {
  const Key key = timers_[index].key;
  const Node node = timers_[index].node;
  const std::function<void()> fire = std::move(timers_[index].fire);
  Disarm(index);
  ++fired_[node];
  fire();
  processes_.StepEnded(key, node);
  Refresh();
}

void Timers::RunTimed(Microseconds horizon) {
  timed_ = true;
  end_ = now_ + horizon;
  for (Timer& timer : timers_) {
    if (!timer.running) continue;
    timer.due = now_ + timer.delay;
    if (!timer.enabled) continue;
    scheduler_.Disable(timer.key);
    timer.enabled = false;
    --blocking_;
  }
  Refresh();
}

void Timers::Stop() {
  stopped_ = true;
  for (Timer& timer : timers_) {
    if (!timer.enabled) continue;
    scheduler_.Disable(timer.key);
    timer.enabled = false;
    --blocking_;
  }
  Refresh();
}

Timers::HoldId Timers::Hold(Microseconds limit) {
  if (free_limits_.empty()) {
    free_limits_.push_back(static_cast<HoldId>(limits_.size()));
    limits_.emplace_back();
  }
  const HoldId hold = free_limits_.back();
  free_limits_.pop_back();
  limits_[hold] = {true, limit <= now_, limit};
  if (limits_[hold].reached) ++blocking_;
  ++running_;
  Refresh();
  return hold;
}

void Timers::Release(HoldId hold) {
  if (limits_[hold].reached) --blocking_;
  limits_[hold] = {};
  --running_;
  free_limits_.push_back(hold);
  Refresh();
}

// Time goes to the next moment at which something is due, or must have happened.
void Timers::Pass() {
  can_pass_ = false;
  Microseconds next = std::numeric_limits<Microseconds>::max();
  for (const Timer& timer : timers_) {
    if (timer.running) next = std::min(next, timer.due);
  }
  for (const Limit& limit : limits_) {
    if (limit.held) next = std::min(next, limit.at);
  }
  now_ = std::max(now_, next);
  if (now_ > end_) return Stop();
  Reach();
  Refresh();
}

void Timers::Reach() {
  for (std::uint32_t i = 0; i < timers_.size(); ++i) {
    if (timers_[i].running && !timers_[i].enabled && timers_[i].due <= now_) Enable(i);
  }
  for (Limit& limit : limits_) {
    if (!limit.held || limit.reached || limit.at > now_) continue;
    limit.reached = true;
    ++blocking_;
  }
}

// Time can pass when it is to, and nothing is due.
void Timers::Refresh() {
  const bool can_pass = timed_ && !stopped_ && blocking_ == 0 && running_ > 0;
  if (can_pass == can_pass_) return;
  can_pass_ = can_pass;
  if (can_pass) {
    scheduler_.Enable(pass_key_, machine_, OptionKind::kControl, [this] { Pass(); });
  } else {
    scheduler_.Disable(pass_key_);
  }
}

void Timers::OnCrash(Node node) {
  for (std::uint32_t i = 0; i < timers_.size(); ++i) {
    Timer& timer = timers_[i];
    if (!timer.running || timer.node != node) continue;
    if (timer.enabled) scheduler_.Disable(timer.key);
    Disarm(i);
    timers_[i].fire = nullptr;
  }
  Refresh();
}

}  // namespace systematic
