// The threads of one execution: fibers on one real thread, each a machine of the scheduler. Which
// of them goes on is a choice wherever one does something that others can notice: locks, unlocks,
// waits, notifies, reads or writes an atomic value, asks for a stop, calls Yield().
//
// Between two such places a thread runs alone. That is enough for code without data races, which
// ThreadSanitizer checks; and what is atomic is sequentially consistent.
//
// A harness makes a Threads in Start(), before what is tested, starts threads, and destroys it
// first of all. The types of sync.h find it by themselves.
// Invariants: at the end no thread is left half-way: what the end of the execution caught on its
// way runs on without choices, and servants are told. Only threads that then wait for ever
// (deadlocks) stay, with all that was given to Keep().
// Monitor: "deadlock", when nothing can happen any more and a worker has not ended.
// Thread safety: none; an execution is one real thread's.
// Source: P# makes a machine of each task of .NET (Deligiannis et al., FAST 2016).
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "systematic/fibers/fiber.h"
#include "systematic/monitor.h"
#include "systematic/scheduler.h"

namespace systematic::fibers {

/// A thread of an execution. 0 is the harness itself, which is none.
using ThreadId = std::uint32_t;
inline constexpr ThreadId kHarness = 0;

/// Whether an execution is complete when the thread still waits.
enum class ThreadKind : std::uint8_t {
  kWorker,   ///< no: it must end by itself
  kServant,  ///< yes: it serves others, and ends when its WaitUntil() says so
};

/// Where a thread stops until it is picked: what it does next, and when that is possible.
struct Turn {
  std::string_view what;        ///< "lock", "load": a name of no more than some letters
  const void* about = nullptr;  ///< what the functions below are called with
  bool (*possible)(const void* about) = nullptr;        ///< null: always
  std::string (*awaited)(const void* about) = nullptr;  ///< what it waits for, if not possible
  std::uint16_t resource = 0;                           ///< Option::resource
  OptionKind kind = OptionKind::kMessage;
  bool ends = false;  ///< possible, too, when the execution is over
};

/// What locks and others are called in reports: the how-manieth that a thread used.
struct Label {
  ThreadId user = kHarness;
  std::uint16_t number = 0;    ///< 0: not used yet
  std::uint16_t resource = 0;  ///< Option::resource of what is done with it
};

class Threads {
 public:
  explicit Threads(Scheduler& scheduler);
  ~Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  /// Those of the execution that goes on; null: there is none.
  static Threads* Current();

  /// Has `function` run as a thread. A name that is there already gets a number.
  ThreadId Start(std::string_view name, std::function<void()> function,
                 ThreadKind kind = ThreadKind::kWorker);
  bool Ended(ThreadId thread) const { return At(thread).ended; }
  const std::string& NameOf(ThreadId thread) const;
  /// The one that runs, or kHarness.
  ThreadId running() const { return running_; }

  /// Has `object` live until all threads have ended, and for ever if some never do. What threads
  /// use belongs here.
  void Keep(std::shared_ptr<void> object) { kept_.push_back(std::move(object)); }

  /// The execution is over: all threads run on, without choices, and servants end. False if some
  /// wait for ever. The destructor does it, too.
  bool End();

  /// The running thread stops until it is picked. The harness must not wait: HarnessError.
  void Await(const Turn& turn);
  /// A value below `n` that the running thread chooses.
  std::uint64_t Choose(std::string_view what, std::uint64_t n);
  /// Something is possible now, or no longer, that the harness has changed.
  void Refresh();
  /// A label for what the running thread uses for the first time.
  void Use(Label& label);
  std::string TextOf(const char* sort, const Label& label) const;
  /// The threads broke a rule of sync.h.
  void Fail(const std::string& message) { scheduler_.Fail("threads", message); }
  Scheduler& scheduler() { return scheduler_; }

 private:
  struct Thread {
    std::string name;
    ThreadKind kind = ThreadKind::kWorker;
    MachineId machine = 0;
    std::unique_ptr<Fiber> fiber;
    Turn turn;
    Key key;
    bool enabled = false;
    bool ended = false;
    std::uint16_t labels = 0;
    std::uint32_t namesakes = 1;
  };
  class Deadlock;

  Thread& At(ThreadId thread) { return *threads_[thread]; }
  const Thread& At(ThreadId thread) const { return *threads_[thread]; }
  std::string NewName(std::string_view name);
  void Run(const std::function<void()>& function);
  void SetTurn(Thread& thread, const Turn& turn);
  bool Possible(const Thread& thread) const;
  void Resume(ThreadId thread);
  /// What keeps the workers that have not ended; empty: something can go on.
  std::string Stuck() const;

  Scheduler& scheduler_;
  Threads* const before_;
  std::vector<std::unique_ptr<Thread>> threads_;  // at 0 the harness
  std::vector<std::shared_ptr<void>> kept_;
  std::unique_ptr<Monitor> deadlock_;
  std::exception_ptr harness_error_;
  ThreadId running_ = kHarness;
  std::uint16_t resources_ = 0;
  bool ending_ = false;
};

/// A moment in which others may run. Outside of threads nothing.
void Yield();

/// Waits until `ready` is true, for models: no lock, no notification. False: it is not, and never
/// will be, because the execution is over.
template <typename Ready>
bool WaitUntil(const Ready& ready, std::string_view what = "await") {
  Threads* const threads = Threads::Current();
  if (threads == nullptr) return ready();
  Turn turn;
  turn.what = what;
  turn.about = &ready;
  turn.possible = [](const void* about) { return (*static_cast<const Ready*>(about))(); };
  turn.ends = true;
  threads->Await(turn);
  return ready();
}

}  // namespace systematic::fibers
