// What a harness and its environment talk to during one execution: they say what could happen
// next, and the scheduler has one thing happen at a time, as its strategy picks.
//
// Invariants: a step runs to its end before the next is picked; every pick and every value chosen
// is logged. Once the execution is over, and while the harness is taken down, all calls are
// allowed and do nothing, so that destructors of what is tested may still send and cancel.
// Thread safety: none; an execution, its harness and its scheduler are one thread's.
// Source: Deligiannis et al., FAST 2016 (P#).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "systematic/choice_log.h"
#include "systematic/enabled_set.h"
#include "systematic/hash.h"
#include "systematic/histories.h"
#include "systematic/monitor.h"
#include "systematic/names.h"
#include "systematic/option.h"
#include "systematic/ordinals.h"
#include "systematic/step.h"
#include "systematic/strategy.h"

namespace systematic {

/// What a monitor found.
struct Violation {
  std::string monitor;
  std::string message;
  bool operator==(const Violation&) const = default;
};

/// A line for the report, said before the choice of that number was made.
struct NoteLine {
  std::uint64_t choice = 0;
  std::string text;
};

class Scheduler {
 public:
  using Step = systematic::Step;

  Scheduler() = default;
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  /// The name as a number: the same name, the same word. Best in Harness::Start().
  Word Intern(std::string_view name) { return names_.Intern(name); }
  std::string_view NameOf(Word word) const { return names_.NameOf(word); }
  const Names& names() const { return names_; }

  /// A new machine; 1, 2, 3, ...
  MachineId AddMachine(std::string_view name);
  /// The name of a machine as a word; 0 for machine 0, which is the harness itself.
  Word MachineName(MachineId machine) const { return machines_[machine].name; }
  std::size_t machines() const { return machines_.size(); }

  /// The monitor must live until the execution is over.
  void AddMonitor(Monitor* monitor) { monitors_.push_back({monitor, 0}); }

  /// How often it was called with these names: 0, 1, 2, ... The ordinal of a key.
  std::uint32_t NextOrdinal(Word from, Word to, Word what, std::uint16_t life = 0) {
    return ordinals_.Next(std::uint64_t{from} << 32 | std::uint64_t{to} << 16 | std::uint64_t{what},
                          life);
  }

  /// From now on the step may run, once. `machine` takes it; `resource` is what it shares with
  /// steps of other machines. Throws HarnessError if the key is enabled already.
  void Enable(const Key& key, MachineId machine, OptionKind kind, Step step,
              std::uint16_t resource = 0);
  /// Takes the option back, and destroys its step. False if it was not enabled.
  bool Disable(const Key& key);
  bool IsEnabled(const Key& key) const { return enabled_.Contains(key); }

  /// A value below `n`, by the strategy. With n == 1 there is no choice: 0, and not logged.
  std::uint64_t Choose(const Key& key, std::uint64_t n);

  /// The running step reads or changes what is another machine's. For searches that leave out
  /// states met before: steps of different machines that touch nothing in common may change places.
  void Touch(MachineId machine) {
    if (with_states_ && open_) histories_.Touch(machine);
  }

  /// Mixes what happened into the hash by which executions are compared.
  void Observe(std::uint64_t value) { observed_ = Mix(observed_, value); }
  void Observe(std::string_view bytes) { observed_ = Mix(observed_, HashOfBytes(bytes)); }

  /// A violation: the execution ends after this step. The first one counts.
  void Fail(const Monitor& monitor, std::string message) {
    Fail(monitor.name(), std::move(message));
  }
  /// The same for what no monitor owns; `judge` stands in place of the monitor's name.
  void Fail(std::string_view judge, std::string message);

  bool failed() const { return violation_.has_value(); }
  const std::optional<Violation>& violation() const { return violation_; }
  /// Steps and values chosen so far.
  std::uint64_t choices() const { return log_.choices().size(); }
  /// Steps run so far.
  std::uint64_t steps() const { return steps_; }
  bool healed() const { return healed_; }
  /// Whether nothing is enabled: at Finish(), that the execution was not cut off.
  bool quiescent() const { return enabled_.options().empty(); }

  /// Whether notes are kept. What is costly to say should be said only then.
  bool recording() const { return recording_; }
  /// A line for the report, dropped unless recording().
  void Note(std::string text);

  /// The monitors' names, in the order in which they were added, and how hot they are now. Only
  /// while the execution goes on.
  std::vector<std::pair<std::string_view, Heat>> Heats() const;

  /// The monitor of that name; null: there is none. Only while the execution goes on.
  const Monitor* MonitorNamed(std::string_view name) const;

  /// Whether executions from now on keep a hash of the state after each of their steps: of what the
  /// machines have gone through, and of what is enabled.
  void KeepStates(bool keep) { keep_states_ = keep; }
  /// Those of the execution, by step; empty unless they are kept.
  std::span<const std::uint64_t> states() const { return states_; }

  std::span<const Option> enabled() const { return enabled_.options(); }
  /// Of the keys of what is enabled.
  std::uint64_t enabled_hash() const { return enabled_.hash(); }
  std::uint64_t observed() const { return observed_; }
  const ChoiceLog& log() const { return log_; }
  const std::vector<NoteLine>& notes() const { return notes_; }

 private:
  friend class Execution;
  friend class Stepping;

  struct Machine {
    Word name = 0;
  };
  struct Watched {
    Monitor* monitor = nullptr;
    std::uint64_t temperature = 0;  // choices while hot, since it was cold last
  };

  // For Execution and Stepping, which run one execution after the other.
  void Open(Strategy& strategy, bool recording);
  enum class Picked : std::uint8_t { kStep, kStop, kQuiet };
  /// Has the strategy pick, and runs what it picked.
  Picked RunStep();
  void MarkHealed();
  /// Drops all steps; from now on all calls do nothing.
  void Close();
  void CoolDown();
  /// Counts a choice for each monitor by its heat; fails for one above the threshold.
  void HeatUp(std::uint64_t threshold);
  void FailWhatIsOwed();
  /// A hash of what the machines have gone through and of what is enabled.
  std::uint64_t WorldHash() const { return Mix(histories_.sum(), enabled_.origins()); }
  /// A hash of all that decides how the execution goes on; 0 when a monitor does not tell.
  std::uint64_t StateHash() const;

  Names names_;
  std::vector<Machine> machines_;
  std::vector<Watched> monitors_;
  Ordinals ordinals_;
  EnabledSet enabled_;
  ChoiceLog log_;
  Histories histories_;
  std::vector<NoteLine> notes_;
  std::optional<Violation> violation_;
  Strategy* strategy_ = nullptr;
  std::uint64_t observed_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t state_at_heal_ = 0;
  std::uint32_t next_id_ = 0;
  bool healed_ = false;
  bool recording_ = false;
  bool open_ = false;
  bool keep_states_ = false;
  bool with_states_ = false;  // they are kept, or the strategy wants them
  std::vector<std::uint64_t> states_;
};

}  // namespace systematic
