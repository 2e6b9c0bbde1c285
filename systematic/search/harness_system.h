// A harness as a search walks through it: a state is what its choices from the start led to, and is
// come to by making them again. The properties are liveness monitors: one holds in a state when
// faults have ended (Harness::Heal) and its monitor is not hot. What a monitor or an exception
// fails is the safety property behind them.
//
// Weights of steps in walks: the application (clients, disks, the harness's own doing) 4, messages
// 3, timers and repairs 1, faults 0.2. All of them are per step that is enabled.
// Walks that are to show that a state recovers have no further faults, and every second of them has
// a taste of its own: of each machine, some kinds of steps are twenty times less likely than
// elsewhere. What needs a slow client, or a slow peer, is rarely met by walks that are all alike.
//
// Invariants: states that were met before are compared when the same choices lead to them again;
// if they differ, a HarnessError leaves what was called.
// Thread safety: none; a worker has a system of its own.
// Source: NSDI 2007, section 3: stateless search, biased walks. Tastes: Groce et al., "Swarm
// Testing" (ISSTA 2012), for walks. Weights and comparison are ours.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "search/system.h"
#include "systematic/harness.h"
#include "systematic/option.h"
#include "systematic/stepping.h"

namespace systematic {

struct HarnessSystemOptions {
  SearchWorld world;
  std::vector<std::string> properties;  ///< names of monitors, at most search::kMostProperties - 1
  bool weighs = true;                   ///< false: all steps are as likely
  bool recovers = false;                ///< walks are to come to life: see above
  std::function<bool()> stop = {};      ///< asked now and then; true: Stopped is thrown
};

/// HarnessSystemOptions::stop said so.
class Stopped : public std::exception {
 public:
  const char* what() const noexcept override { return "stopped"; }
};

class HarnessSystem : public search::System {
 public:
  /// `info.search` must be there. Throws HarnessError when the harness lacks a monitor.
  HarnessSystem(const HarnessInfo& info, HarnessSystemOptions options);

  void Restart() override;
  std::uint32_t Options() override;
  std::optional<search::Choice> Pick(base::Random& random) override;
  void Take(search::Choice choice) override;
  search::Properties Live() override;
  search::Properties Violated() override;
  search::StateKey Key() override;
  /// By all states that follow without further faults: it may be said for sure where executions
  /// end, or where the harness describes its states.
  search::Fate FateOf(std::size_t property, std::uint64_t states,
                      search::Choices& recovery) override;

  /// The bit of the safety property.
  search::Properties safety() const { return search::Properties{1} << options_.properties.size(); }
  /// From the next Restart() on, notes are kept.
  void Record(bool recording) { recording_ = recording; }
  /// The step that the choice is of, here; nothing: it is one of a value that the step before asked
  /// for. Requires choice < Options().
  std::optional<Option> OptionOf(search::Choice choice);
  /// Of the property: "replica 1 has not answered client 0"; empty when nothing is.
  std::string Owed(std::size_t property);
  const Scheduler& scheduler() { return stepping_.scheduler(); }
  /// Of the machines, here.
  std::vector<MachineState> States() { return stepping_.harness().States(); }

 private:
  const Monitor* MonitorOf(std::size_t property);
  std::uint32_t WeightOf(const Option& option) const;
  /// Of the option, in this walk.
  bool IsDisliked(const Option& option) const;
  void Compare();

  struct Met {
    std::uint64_t path = 0;  ///< a hash of the choices that lead there
    search::StateKey key;
  };

  const HarnessSystemOptions options_;
  Stepping stepping_;
  bool describes_ = true;  // the harness tells its state itself
  bool recording_ = false;
  std::uint64_t path_ = 0;
  std::size_t compared_ = 0;            // choices
  std::uint32_t taken_ = 0;             // in all executions
  std::optional<std::uint64_t> taste_;  // of the walk; none: it has not begun
  std::vector<Met> met_;                // of many states; the place is the lowest bits of the path
};

}  // namespace systematic
