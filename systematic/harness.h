// What drives the code under test into trouble: builds it with a modelled environment, and says
// what happens at the two turning points of an execution.
//
// A harness is built anew for each execution, on the thread that runs it, and keeps nothing of the
// one before: no static state. It must not start threads, read clocks, draw random numbers, or let
// the order of pointers or of unordered containers show.
// Thread safety: none but for HarnessInfo::make, which several workers call at once.
// Source: the test entries and wrapper machines of Deligiannis et al., FAST 2016.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "systematic/scheduler.h"
#include "systematic/state_digest.h"

namespace systematic {

/// What a machine keeps to itself: names and values, for people.
struct MachineState {
  std::string machine = {};
  std::vector<std::pair<std::string, std::string>> parts = {};
};

class Harness {
 public:
  virtual ~Harness() = default;
  /// Builds machines, monitors and the code under test, and enables what can happen first. The
  /// scheduler outlives the harness.
  virtual void Start(Scheduler& scheduler) = 0;
  /// Faults end, what crashed returns, clients ask again. From here on progress is owed. Called
  /// once, after a number of choices or when nothing is enabled any more.
  virtual void Heal() {}
  /// The execution is over without a violation: last checks (leaks, the history), which may
  /// Fail().
  virtual void Finish() {}
  /// Adds all that decides how the execution goes on, for searches (systematic/search/); false: the
  /// harness cannot tell, and states are known by what their machines went through.
  virtual bool Describe(StateDigest& digest) {
    static_cast<void>(digest);
    return false;
  }
  /// For people who look at an execution: of each machine, always in the same order, what is there.
  /// Changes nothing.
  virtual std::vector<MachineState> States() { return {}; }
};

/// How long an execution may be.
struct Bounds {
  std::uint64_t choices = 10'000;  ///< N: the most choices of an execution that is not fair
  std::uint64_t fair_factor = 10;  ///< a fair one has so many times more
  std::uint64_t heal_after = 500;  ///< choices after which Heal() is called
  /// Choices that a monitor may be hot in a row, after Heal(), when the strategy is fair. 0: 5 N.
  std::uint64_t temperature = 0;

  std::uint64_t Temperature() const { return temperature != 0 ? temperature : 5 * choices; }
  bool operator==(const Bounds&) const = default;
};

/// The world that a search wants (main.h, --search).
struct SearchWorld {
  bool ordered = false;             ///< timers fire by one global time; else whenever they like
  std::vector<std::string> faults;  ///< the kinds that may happen
};

/// What a search for states without recovery needs to know of a harness.
struct SearchForm {
  /// Names of liveness monitors, and what each wants: it is to be cool again and again.
  std::vector<std::pair<std::string, std::string>> properties;
  /// Kinds of faults that can be asked for; and what each is.
  std::vector<std::pair<std::string, std::string>> faults = {};
  /// Builds a world as it is wanted; empty: HarnessInfo::make does, whose timers and faults are as
  /// they are.
  std::function<std::unique_ptr<Harness>(const SearchWorld&)> make = {};
};

/// A harness that can be asked for by name.
struct HarnessInfo {
  std::string name;
  std::string about;  ///< one line for lists
  /// What it was made with, for schedule files; a replay wants the same.
  std::vector<std::pair<std::string, std::string>> parameters;
  std::string time = "untimed";  ///< or "timed"
  Bounds bounds;
  std::function<std::unique_ptr<Harness>()> make;  ///< empty: it can only be searched
  std::optional<SearchForm> search = {};           ///< none: it cannot be searched
};

/// The harness of a class, made anew for each execution with copies of the arguments.
template <typename T, typename... Arguments>
HarnessInfo HarnessOf(std::string name, std::string about, const Bounds& bounds = {},
                      Arguments... arguments) {
  HarnessInfo info;
  info.name = std::move(name);
  info.about = std::move(about);
  info.bounds = bounds;
  info.make = [... arguments = std::move(arguments)] { return std::make_unique<T>(arguments...); };
  return info;
}

}  // namespace systematic
