// A run that somebody looks at: what was done step by step, the state after each step, and the step
// that is the present one. Terminals and web pages show it; this knows neither.
//
// Two kinds are there: a NetSession has a model and can go on differently; a TraceSession has only
// what a trace holds. What both can do is here, so that the same words mean the same: going to any
// step, bookmarks, breakpoints, and taking back whatever changed one of them.
//
// Invariants: steps are numbered from 1; at() is the number of steps taken, 0 at the start, and at
// most Length(). Each public member that changes something can be undone by itself; what only looks
// at the run changes nothing.
// Thread safety: none.
// Source: Killian, Anderson, Jhala, Vahdat (NSDI 2007), section on the debugger Mdb.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "debugger/breakpoint.h"
#include "debugger/run_tree.h"
#include "debugger/session_error.h"
#include "trace/trace.h"

namespace debugger {

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
  std::size_t Length() const { return LengthOf(at_.branch); }
  std::size_t at() const { return at_.step; }
  Position position() const { return at_; }
  /// The run is looked at after so many steps from now on. Throws SessionError beyond Length().
  void JumpTo(std::size_t step) { GoTo({at_.branch, step}); }
  /// To another place of what was tried. Throws SessionError when it is not there.
  void GoTo(Position position);

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
  /// The step that a search found to be the critical one, if it did.
  virtual std::optional<std::size_t> CriticalStep() const = 0;

  /// The present place gets this name, "1", "2", ... when it is empty; returns the name.
  std::string SetBookmark(std::string name);
  const std::map<std::string, Position>& bookmarks() const { return bookmarks_; }
  /// Throws SessionError when there is none of that name.
  void GoToBookmark(const std::string& name);

  // Breakpoints; these return their numbers.

  /// Where the text of a step has what the regular expression finds. Throws
  /// base::RegularExpressionError.
  std::size_t BreakAtText(const std::string& expression);
  /// Throws SessionError when no critical step is known.
  std::size_t BreakAtCritical();
  /// Throws SessionError when there is none of that number.
  void DeleteBreakpoint(std::size_t number);
  const std::vector<Breakpoint>& breakpoints() const { return breakpoints_; }
  /// Goes along the run to the next breakpoint, or to its end.
  /// `stop` is asked now and then whether to end before.
  Stop Continue(const std::function<bool()>& stop = {});

  /// Takes back the last thing that changed something; false when there is none.
  bool Undo();

 protected:
  /// To be called before anything changes.
  void Remember();
  std::size_t Add(Breakpoint breakpoint);
  Position at_;

 private:
  /// All that Undo() brings back.
  struct Moment {
    Position at;
    RunTree::Mark tree = 0;
    std::map<std::string, Position> bookmarks;
    std::vector<Breakpoint> breakpoints;
  };

  virtual std::size_t LengthOf(BranchId branch) const = 0;
  /// How many branches there are.
  virtual std::size_t Branches() const { return 1; }
  /// What was tried so far, and how to forget what was tried since.
  virtual RunTree::Mark Now() const { return 0; }
  virtual void Forget(RunTree::Mark mark) { static_cast<void>(mark); }
  /// Does step `number` meet a breakpoint that is not of kind kText or kCritical?
  virtual bool Meets(const Breakpoint& breakpoint, std::size_t number) = 0;
  const Breakpoint* Met(std::size_t number);

  std::map<std::string, Position> bookmarks_;
  std::vector<Breakpoint> breakpoints_;
  std::vector<Moment> past_;
};

}  // namespace debugger
