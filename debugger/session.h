// A run that somebody looks at: what was done step by step, the state after each step, and the step
// that is the present one. Terminals and web pages show it; this knows neither.
//
// Two kinds are there: a NetSession has a model and can go on differently; a TraceSession has only
// what a trace holds. What both can do is here.
//
// Invariants: steps are numbered from 1; at() is the number of steps taken, 0 at the start, and at
// most Length(). Only what says so changes at().
// Thread safety: none.
// Source: Killian, Anderson, Jhala, Vahdat (NSDI 2007), section on the debugger Mdb.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "trace/trace.h"

namespace debugger {

/// What cannot be done, and what can: one line for the person at the debugger.
class SessionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A part of a state: a place with tokens, or what is known of a node.
struct StateLine {
  std::string module;  ///< instance path or node; empty: the top module
  std::string name;    ///< full name of the place, or what is known
  std::string text;    ///< the tokens, or the value
  bool operator==(const StateLine&) const = default;
};

class Session {
 public:
  virtual ~Session() = default;

  /// Steps of the run.
  virtual std::size_t Length() const = 0;
  virtual std::size_t at() const = 0;
  /// The run is looked at after so many steps from now on. Throws SessionError beyond Length().
  virtual void JumpTo(std::size_t step) = 0;

  /// Step `number`, 1 to Length(). Of a net without hash.
  virtual trace::Step StepAt(std::size_t number) = 0;
  /// One line of it: "Ws.Vote (w = 1)", "server: Acquire (Client 1)".
  virtual std::string StepText(std::size_t number) = 0;
  /// What step `number` changes, a line each: "~ Server: {role: candidate -> leader}".
  virtual std::vector<std::string> Changes(std::size_t number) = 0;
  /// The state after so many steps, without what is empty or unknown.
  virtual std::vector<StateLine> StateAt(std::size_t step) = 0;
  /// What is different after `to` steps from what it was after `from`, a line each, with signs:
  /// '-' was there, '+' is there, '~' has changed. In any order of the two.
  virtual std::vector<std::string> Difference(std::size_t from, std::size_t to) = 0;

  /// What there is to say about the run, by step.
  virtual const std::vector<trace::Remark>& remarks() const = 0;
  /// Where the run comes from.
  virtual const trace::Header& header() const = 0;
  /// The step that `cpngen search` found to be the critical one, if it did.
  std::optional<std::size_t> CriticalStep() const;
};

}  // namespace debugger
