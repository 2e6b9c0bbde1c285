// Compares what a system does with what the steps of a case expect, while it happens.
//
// A step begins with its stimuli; until the next one begins, everything that is observed belongs to
// it. What must be observed are its responses, in their order or in any, or those of one of its
// alternatives: those that agree with everything so far are *open*.
// Invariants:
//  1. an event that no open outcome expects next ends the case: kFailed, for good;
//  2. kComplete: exactly the responses of an outcome were observed, and no other open outcome
//     expects more; kUndecided: the same, but another one expects more, so that only silence tells.
// Refers to the steps, which must outlive it. Not thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "oracles/mismatch.h"
#include "oracles/observed_event.h"
#include "suite/suite.h"

namespace adapter::external {

/// A response of an outcome, and the event that it came with.
struct Expected {
  oracles::ObservedEvent event;
  std::optional<std::size_t> came;  ///< index among the events of the step
};

class CaseJudge {
 public:
  enum class State { kWaiting, kUndecided, kComplete, kFailed };

  /// A case has at least one step; it begins with the first.
  explicit CaseJudge(const std::vector<suite::Step>& steps);

  const suite::Step& step() const { return (*steps_)[index_]; }
  /// Of the step, from 1, along the way that the system chose.
  int number() const { return number_; }

  /// What the system did. Nothing is compared any more after kFailed.
  void Observe(const oracles::ObservedEvent& event);
  State state() const;

  /// Goes on to the next step of the outcome that was observed; requires kComplete or kUndecided.
  /// False: there is none, the case is over.
  bool Next();

  /// What is wrong: after kFailed the event that nobody expects, before it what is missing.
  oracles::Mismatch Problem() const;
  /// What is still to come, for messages: "Granted (client 1)", or "A or B".
  std::string Missing() const;

  /// The responses of the outcome that agrees best with what was observed in this step.
  const std::vector<Expected>& Nearest() const;
  /// Which of the alternatives that is, from 1; 0 without alternatives.
  int NearestAlternative() const;

 private:
  struct Outcome {
    std::vector<Expected> expected;
    suite::Order order = suite::Order::kSequence;
    const std::vector<suite::Step>* rest = nullptr;  ///< null: the steps after this one
    bool open = true;
    std::size_t came = 0;           ///< how many responses did
    std::size_t first_missing = 0;  ///< the first that did not
  };

  void BeginStep();
  /// Which of the outcome's responses the event is; nothing if it may not come now.
  static std::optional<std::size_t> Slot(const oracles::ObservedEvent& event,
                                         const Outcome& outcome);
  const Outcome* Chosen() const;
  const Outcome& Best() const;

  const std::vector<suite::Step>* steps_;
  std::size_t index_ = 0;
  int number_ = 1;
  std::vector<Outcome> outcomes_;  ///< of the current step: one, or its alternatives
  std::vector<oracles::ObservedEvent> events_;
  std::optional<std::size_t> unexpected_;  ///< index of the event
};

}  // namespace adapter::external
