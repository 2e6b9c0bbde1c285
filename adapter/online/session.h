// The seam between online testing and what it tests: stimuli go in, responses come out, one run
// after the other. What is behind it may be processes or a toy; the loop (play.h) knows neither.
//
// Life: a Subject is there for the whole exploration; Begin() begins a run on it, which ends with
// its Session.
// Thread safety: one thread has a subject and its session; Stop() may come from any other.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "adapter/verdict.h"
#include "oracles/observed_event.h"
#include "suite/suite.h"
#include "trace/trace.h"
#include "xml/element.h"

namespace adapter::online {

using Clock = std::chrono::steady_clock;
using Deadline = Clock::time_point;

/// A run is over before its end, and not because of an answer: the system broke (kFail), or it is
/// not the system's fault (kInconclusive). what() is for the user, in one line.
class Broken : public std::runtime_error {
 public:
  /// Failures with the same `key` are taken for the same: "process server ended".
  Broken(Outcome outcome, const std::string& what, std::string key)
      : std::runtime_error(what), outcome_(outcome), key_(std::move(key)) {}
  Outcome outcome() const { return outcome_; }
  const std::string& key() const { return key_; }

 private:
  Outcome outcome_;
  std::string key_;
};

/// The system answered.
struct Response {
  oracles::ObservedEvent what;
  std::size_t step = 0;  ///< number in the trace of the session
};
/// What was asked of the session last is done. What the system makes of it may still come.
struct Done {};
using Occurrence = std::variant<Response, Done>;

/// A run on the system.
class Session {
 public:
  virtual ~Session() = default;

  /// Does the stimulus to the system, or what the stimulus makes fail. Next() says when it is done;
  /// until then nothing else is asked for. Throws Broken.
  virtual void Send(const xml::Element& stimulus) = 0;
  /// Nothing is sent any more; Next() says when all is told that there was to tell. Throws Broken.
  virtual void Finish() = 0;
  /// What happens next; nothing at the deadline. Throws Broken.
  virtual std::optional<Occurrence> Next(Deadline deadline) = 0;

  /// What was done and seen so far, with times.
  virtual trace::Trace& trace() = 0;
  /// Microseconds since the run began.
  virtual std::int64_t Now() const = 0;
};

/// How long to wait.
struct Patience {
  std::chrono::milliseconds step{2'000};  ///< for what must come
  std::chrono::milliseconds quiet{20};    ///< for what need not come
};

/// What the system is told about a run.
struct RunInfo {
  std::string suite;
  std::string test;
  std::uint64_t seed = 0;
  xml::Element configuration;
};

class Subject {
 public:
  virtual ~Subject() = default;
  virtual Patience patience() const = 0;
  /// Throws Broken when the system does not start, or is not ready for the run.
  virtual std::unique_ptr<Session> Begin(const RunInfo& info) = 0;
  /// The run of the session is over; nothing is asked of it any more but its trace. `is_clean`: it
  /// passed, and another run may use what is left; otherwise returns what the system's processes
  /// wrote.
  virtual std::vector<ProcessLog> End(Session& session, bool is_clean) = 0;
  /// Runs a case of a suite, as `adapter run` does, on what a run would have. `seed` decides every
  /// free choice in it. Inconclusive when it could not be run, or takes longer than `timeout`.
  virtual Outcome Replay(const suite::Suite& suite, const suite::Case& test, std::uint64_t seed,
                         std::chrono::milliseconds timeout) = 0;
  /// The exploration is interrupted: the run that goes on should end soon. Thread-safe.
  virtual void Stop() = 0;
};

}  // namespace adapter::online
