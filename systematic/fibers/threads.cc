#include "systematic/fibers/threads.h"

#include <cassert>

#include "systematic/errors.h"

namespace systematic::fibers {
namespace {

thread_local Threads* current = nullptr;

// Switches that an end may take: a thread that spins for what never comes would take all.
constexpr std::uint64_t kMostAtTheEnd = 1'000'000;

}  // namespace

class Threads::Deadlock : public Monitor {
 public:
  explicit Deadlock(const Threads& threads) : threads_(threads) {}
  std::string_view name() const override { return "deadlock"; }
  Heat heat() const override {
    bool all_ended = true;
    for (const auto& thread : threads_.threads_) {
      if (thread->ended || thread->kind == ThreadKind::kServant) continue;
      if (!threads_.Possible(*thread)) return Heat::kHot;
      all_ended = false;
    }
    return all_ended ? Heat::kCold : Heat::kWarm;
  }
  std::string owed() const override { return threads_.Stuck(); }

 private:
  const Threads& threads_;
};

Threads::Threads(Scheduler& scheduler)
    : scheduler_(scheduler), before_(current), deadlock_(std::make_unique<Deadlock>(*this)) {
  threads_.push_back(std::make_unique<Thread>());
  threads_.front()->name = "the harness";
  threads_.front()->ended = true;
  scheduler.AddMonitor(deadlock_.get());
  current = this;
}

Threads::~Threads() {
  const bool all_ended = End();
  if (!all_ended) {
    for (auto& object : kept_) KeepForEver(std::move(object));
  }
  kept_.clear();
  threads_.clear();
  current = before_;
}

Threads* Threads::Current() { return current; }

std::string Threads::NewName(std::string_view name) {
  for (const auto& thread : threads_) {
    if (thread->name == name) {
      return std::string(name) + " " + std::to_string(++thread->namesakes);
    }
  }
  return std::string(name);
}

ThreadId Threads::Start(std::string_view name, std::function<void()> function, ThreadKind kind) {
  auto thread = std::make_unique<Thread>();
  thread->name = NewName(name);
  thread->kind = kind;
  thread->machine = scheduler_.AddMachine(thread->name);
  thread->fiber = std::make_unique<Fiber>([this, function = std::move(function)]() mutable {
    Run(function);
    function = nullptr;
  });
  SetTurn(*thread, {.what = "start"});
  threads_.push_back(std::move(thread));
  if (running_ == kHarness) Refresh();
  return static_cast<ThreadId>(threads_.size() - 1);
}

const std::string& Threads::NameOf(ThreadId thread) const { return At(thread).name; }

void Threads::Run(const std::function<void()>& function) {
  try {
    function();
  } catch (const HarnessError&) {
    harness_error_ = std::current_exception();
  } catch (const std::exception& error) {
    scheduler_.Fail("exception", At(running_).name + ": " + error.what());
  } catch (...) {
    scheduler_.Fail("exception", At(running_).name + ": it is no std::exception");
  }
}

void Threads::SetTurn(Thread& thread, const Turn& turn) {
  thread.turn = turn;
  if (ending_) return;
  const Word kind = scheduler_.Intern(turn.what);
  const Word to = scheduler_.MachineName(thread.machine);
  thread.key = {.kind = kind, .to = to, .ordinal = scheduler_.NextOrdinal(0, to, kind)};
}

bool Threads::Possible(const Thread& thread) const {
  const Turn& turn = thread.turn;
  return turn.possible == nullptr || (ending_ && turn.ends) || turn.possible(turn.about);
}

void Threads::Await(const Turn& turn) {
  if (running_ == kHarness) {
    if (turn.possible == nullptr || turn.possible(turn.about)) return;
    throw HarnessError("outside of all threads nothing can wait for " +
                       (turn.awaited == nullptr ? "a condition" : turn.awaited(turn.about)));
  }
  Thread& thread = At(running_);
  SetTurn(thread, turn);
  thread.fiber->Suspend();
}

void Threads::Resume(ThreadId id) {
  Thread& thread = At(id);
  thread.enabled = false;
  const ThreadId before = std::exchange(running_, id);
  thread.fiber->Resume();
  running_ = before;
  if (thread.fiber->ended()) {
    thread.ended = true;
    thread.fiber = nullptr;
  }
  if (ending_) return;
  if (harness_error_) std::rethrow_exception(std::exchange(harness_error_, nullptr));
  Refresh();
}

void Threads::Refresh() {
  if (ending_) return;
  for (ThreadId id = 1; id < threads_.size(); ++id) {
    Thread& thread = At(id);
    if (thread.ended || id == running_) continue;
    const bool possible = Possible(thread);
    if (possible == thread.enabled) continue;
    thread.enabled = possible;
    if (possible) {
      scheduler_.Enable(
          thread.key, thread.machine, thread.turn.kind, [this, id] { Resume(id); },
          thread.turn.resource);
    } else {
      scheduler_.Disable(thread.key);
    }
  }
}

bool Threads::End() {
  assert(running_ == kHarness);
  for (const auto& thread : threads_) {
    if (std::exchange(thread->enabled, false)) scheduler_.Disable(thread->key);
  }
  ending_ = true;
  std::uint64_t left = kMostAtTheEnd;
  bool all_ended = false;
  for (bool going_on = true; going_on && !all_ended;) {
    going_on = false;
    all_ended = true;
    for (ThreadId id = 1; id < threads_.size(); ++id) {
      if (At(id).ended) continue;
      all_ended = false;
      if (!Possible(At(id)) || left == 0) continue;
      --left;
      going_on = true;
      Resume(id);
    }
  }
  return all_ended;
}

std::uint64_t Threads::Choose(std::string_view what, std::uint64_t n) {
  Key key;
  key.kind = scheduler_.Intern("choose");
  key.to = scheduler_.MachineName(At(running_).machine);
  key.what = scheduler_.Intern(what);
  key.ordinal = scheduler_.NextOrdinal(0, key.to, key.what, 1);
  return scheduler_.Choose(key, n);
}

void Threads::Use(Label& label) {
  if (label.number != 0) return;
  label.user = running_;
  label.number = ++At(running_).labels;
  if (++resources_ == 0) resources_ = 1;
  label.resource = resources_;
}

std::string Threads::TextOf(const char* sort, const Label& label) const {
  return std::string(sort) + " " + std::to_string(label.number) + " of " + NameOf(label.user);
}

std::string Threads::Stuck() const {
  std::string text;
  for (const auto& thread : threads_) {
    if (thread->ended || Possible(*thread)) continue;
    if (thread->kind == ThreadKind::kServant && thread->turn.ends) continue;
    if (!text.empty()) text += "; ";
    text += thread->name + " waits for ";
    text +=
        thread->turn.awaited == nullptr ? "a condition" : thread->turn.awaited(thread->turn.about);
  }
  return text;
}

void Yield() {
  Threads* const threads = Threads::Current();
  if (threads != nullptr) threads->Await({.what = "yield"});
}

}  // namespace systematic::fibers
