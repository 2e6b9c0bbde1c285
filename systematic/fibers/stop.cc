#include "systematic/fibers/stop.h"

#include <algorithm>
#include <vector>

namespace systematic::fibers {

class StopState {
 public:
  // False: it was requested, and the hook is not registered.
  bool Add(StopHook* hook) {
    if (requested_) return false;
    hooks_.push_back(hook);
    return true;
  }
  // False: its time has come already.
  bool Remove(StopHook* hook) { return std::erase(hooks_, hook) > 0; }

  bool Request() {
    if (requested_) return false;
    requested_ = true;
    requester_ = Running();
    while (!hooks_.empty()) {
      StopHook* const hook = hooks_.back();
      hooks_.pop_back();
      bool gone = false;
      hook->gone_ = &gone;
      Pass("call back");
      hook->call_(*hook);
      if (gone) continue;
      hook->gone_ = nullptr;
      hook->has_run_ = true;
    }
    return true;
  }

  void Pass(std::string_view what) {
    Threads* const threads = Threads::Current();
    if (threads == nullptr) return;
    threads->Use(label_);
    threads->Await({.what = what, .resource = label_.resource});
  }
  static ThreadId Running() {
    const Threads* const threads = Threads::Current();
    return threads == nullptr ? kHarness : threads->running();
  }

  bool requested() const { return requested_; }
  ThreadId requester() const { return requester_; }
  int sources = 1;

 private:
  bool requested_ = false;
  ThreadId requester_ = kHarness;
  std::vector<StopHook*> hooks_;
  Label label_;
};

void StopHook::Register(std::shared_ptr<StopState> state) {
  if (state == nullptr) return;
  state->Pass("register");
  if (state->Add(this)) {
    state_ = std::move(state);
  } else if (state->requested()) {
    call_(*this);
  }
}

void StopHook::Deregister() {
  if (state_ == nullptr) return;
  state_->Pass("deregister");
  if (state_->Remove(this) || has_run_) return;
  if (state_->requester() == StopState::Running()) {
    *gone_ = true;
    return;
  }
  Threads::Current()->Await(
      {.what = "called back", .about = this, .possible = &HasRun, .awaited = [](const void*) {
         return std::string("a callback of a stop that another one runs");
       }});
}

bool StopToken::stop_requested() const noexcept {
  if (state_ == nullptr) return false;
  state_->Pass("stopped?");
  return state_->requested();
}

bool StopToken::stop_possible() const noexcept {
  return state_ != nullptr && (state_->requested() || state_->sources > 0);
}

StopSource::StopSource() : state_(std::make_shared<StopState>()) {}

StopSource::StopSource(const StopSource& other) noexcept : state_(other.state_) {
  if (state_ != nullptr) ++state_->sources;
}

StopSource::~StopSource() {
  if (state_ != nullptr) --state_->sources;
}

bool StopSource::request_stop() noexcept {
  if (state_ == nullptr) return false;
  const std::shared_ptr<StopState> state = state_;  // a callback may be the end of *this
  state->Pass("stop");
  return state->Request();
}

}  // namespace systematic::fibers
