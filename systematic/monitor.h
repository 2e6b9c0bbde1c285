// A judge of executions. A harness tells its monitors of events by calling them; they keep what
// they need to remember, never enable anything, and call Scheduler::Fail() when something is
// wrong.
//
// Thread safety: none; a monitor is one execution's.
// Source: P#'s safety and liveness monitors (Deligiannis et al., FAST 2016).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace systematic {

/// Of a liveness monitor: kHot when progress is owed, kCold when it was made, kWarm for neither.
enum class Heat : std::uint8_t { kCold, kWarm, kHot };

class Monitor {
 public:
  virtual ~Monitor() = default;
  /// Short and stable, since schedules name it: "agreement".
  virtual std::string_view name() const = 0;
  virtual Heat heat() const { return Heat::kCold; }
  /// What is owed while hot, as the start of a sentence: "replica 2 has not answered client 1".
  virtual std::string owed() const { return "progress is owed"; }
  /// A hash of what it remembers, for searches that leave out states met before; none: such a
  /// search treats all states as new.
  virtual std::optional<std::uint64_t> state() const { return std::nullopt; }
};

}  // namespace systematic
