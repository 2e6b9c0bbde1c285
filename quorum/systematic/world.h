// What the parts of one execution share: the scheduler, the names in its keys, budgets of faults,
// and counts of the objects that must be gone at the end.
//
// Invariants: every step ends with the judge that the harness sets, so that no violation goes
// unseen until the next step. Thread safety: none; an execution is one thread's.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "systematic/scheduler.h"

namespace quorum::systematic {

using ::systematic::Key;
using ::systematic::MachineId;
using ::systematic::OptionKind;
using ::systematic::Scheduler;
using ::systematic::Word;

/// Of a budget: it does not bound anything.
inline constexpr int kUnlimited = 1'000'000'000;

/// How often each fault may happen in one execution.
struct Budgets {
  int breaks = 1;              ///< streams that break, or cannot be opened
  int duplicates = 1;          ///< replies that come twice
  int malformed = 1;           ///< replies that are no message
  int repeats = 0;             ///< results that a transport without rules delivers twice
  int refusals = 1;            ///< calls that an interceptor refuses or lets go of
  int deadlines = kUnlimited;  ///< timers that fire; the others do so after the heal
  int oddities = kUnlimited;   ///< answers of a handler that are not given at once
};

/// Objects that exist: all are 0 when everything is over.
struct Alive {
  int calls = 0;  ///< what calls keep for their results
  int streams = 0;
  int answers = 0;  ///< what handlers keep to answer with
};

/// The names of steps and choices in keys.
struct Words {
  explicit Words(Scheduler& scheduler);

  Word answer, arrive, break_, cancel, choose, close, closed, duplicate, forget, gone, pass, pause,
      repeat, reply, shutdown, start, timer, written;
};

class World {
 public:
  World(Scheduler& scheduler, const Budgets& budgets)
      : words(scheduler), scheduler_(scheduler), limits_(budgets), budgets_(budgets) {}
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  const Words words;

  Scheduler& scheduler() { return scheduler_; }
  Alive& alive() { return alive_; }
  /// The machine that steps touch when they look at a budget.
  void SetFaults(MachineId faults) { faults_ = faults; }
  /// No more faults from now on; deadlines pass.
  void EndFaults();
  /// Has `changed` called when deadlines may pass again, or no longer.
  void OnDeadlines(std::function<void()> changed) { on_deadlines_.push_back(std::move(changed)); }
  /// The running step reads or changes what is this machine's, too.
  void Touch(MachineId machine) { scheduler_.Touch(machine); }

  /// Judges what a step has done, after each.
  void SetJudge(std::function<void()> judge) { judge_ = std::move(judge); }

  /// `machine` may take the step from now on.
  template <class Step>
  void Enable(const Key& key, MachineId machine, OptionKind kind, Step step) {
    scheduler_.Enable(key, machine, kind, [this, step = std::move(step)]() mutable {
      step();
      if (judge_) judge_();
    });
  }
  bool Disable(const Key& key) { return scheduler_.Disable(key); }

  /// The key of the `ordinal`-th step of this kind.
  Key KeyOf(Word kind, MachineId machine, std::uint32_t ordinal = 0) const;

  /// A value below `n`.
  std::uint64_t Choose(Word what, MachineId machine, std::uint64_t n);
  /// Whether something happens that a budget bounds; it is taken from the budget then.
  bool Spend(int Budgets::*budget, Word what, MachineId machine);
  bool MaySpend(int Budgets::*budget);
  void Spend(int Budgets::*budget);

  void Fail(std::string_view monitor, std::string message) {
    scheduler_.Fail(monitor, std::move(message));
  }
  /// Something that happened, for the hash of the execution and for reports.
  void Observe(std::string_view what);

 private:
  Scheduler& scheduler_;
  const Budgets limits_;  // at the start
  Budgets budgets_;       // what is left
  MachineId faults_ = 0;
  std::vector<std::function<void()>> on_deadlines_;
  Alive alive_;
  std::function<void()> judge_;
};

/// Counts an object while it lives.
class Counted {
 public:
  explicit Counted(int& count) : count_(&count) { ++*count_; }
  Counted(const Counted& other) : count_(other.count_) { ++*count_; }
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --*count_; }

 private:
  int* const count_;
};

}  // namespace quorum::systematic
