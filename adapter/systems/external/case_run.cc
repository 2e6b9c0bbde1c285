#include "adapter/systems/external/case_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "adapter/driver_protocol/messages.h"
#include "adapter/options.h"
#include "adapter/process/readiness.h"
#include "adapter/systems/external/case_judge.h"
#include "adapter/systems/external/case_trace.h"
#include "adapter/systems/external/fault_actions.h"

namespace adapter::external {
namespace {

namespace protocol = driver_protocol;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;
using Deadline = Instance::Deadline;

/// How long something may take; the deadline is never after that of the case.
struct Limit {
  milliseconds span;
  Deadline deadline;
};

/// The case is over before its end, with this verdict.
struct Stopped {
  Outcome outcome;
  std::string detail;
};

class CaseRun {
 public:
  CaseRun(const SystemDescription& system, Instance& instance, const suite::Suite& suite,
          const suite::Case& test, std::uint64_t seed, milliseconds timeout)
      : system_(system),
        instance_(instance),
        suite_(suite),
        test_(test),
        seed_(seed),
        steps_(suite::StepsOf(suite, test)),
        judge_(steps_),
        timeout_(timeout),
        end_(Clock::now() + timeout),
        trace_(system) {}

  CaseRunOutcome Run() {
    CaseRunOutcome outcome;
    try {
      Begin();
      do {
        DoStep();
      } while (judge_.Next());
      End();
      outcome.is_reusable = deeds_.empty() || UndoFaults();
    } catch (const Stopped& stopped) {
      outcome.verdict.outcome = stopped.outcome;
      outcome.verdict.detail = stopped.detail;
    } catch (const SystemError& error) {
      outcome.verdict.outcome = Outcome::kInconclusive;
      outcome.verdict.detail = error.what();
    }
    outcome.verdict.mismatches = std::move(mismatches_);
    if (outcome.verdict.outcome != Outcome::kPass) trace_.AddOutputs(instance_, Part());
    outcome.verdict.trace = std::move(trace_.trace());
    return outcome;
  }

 private:
  // ------------------------------------------------------------------------------------ the case

  void Begin() {
    protocol::BeginCase begin;
    begin.id = instance_.NextId();
    begin.suite = suite_.name();
    begin.test = test_.id;
    begin.seed = seed_;
    begin.fresh = instance_.cases++ == 0;
    if (!begin.fresh) instance_.MarkLogs();
    begin.addresses = instance_.addresses();
    if (suite_.configuration() != nullptr) {
      begin.configuration = protocol::FieldsOf(*suite_.configuration());
    }
    xml::Element attributes;
    for (const xml::Attribute& attribute : test_.element->attributes) {
      if (!suite::kCaseId.Is(attribute.name)) attributes.attributes.push_back(attribute);
    }
    begin.attributes = protocol::FieldsOf(attributes);
    const int id = begin.id;
    Tell(begin, id, "the begin of the case", Within(system_.limits.start));
    begun_ = true;
  }

  void DoStep() {
    event_steps_.clear();
    const Limit limit = Within(system_.limits.step);
    for (const xml::Element& stimulus : judge_.step().stimuli) {
      const FaultDescription* const fault = system_.FindFault(stimulus.name);
      if (fault != nullptr) {
        DoFault(*fault, stimulus, limit);
      } else {
        DoStimulus(stimulus, limit);
      }
    }
    const auto decided = [this] { return judge_.state() != CaseJudge::State::kWaiting; };
    if (!WaitUntil(decided, limit.deadline)) FailMissing();
    // What is undecided only silence decides; what is here already comes before what is next.
    const bool undecided = judge_.state() == CaseJudge::State::kUndecided;
    WaitForSilence(undecided ? system_.limits.quiet : milliseconds(0));
    Expect();
  }

  void DoStimulus(const xml::Element& stimulus, const Limit& limit) {
    protocol::Stimulus message{instance_.NextId(), stimulus.name, protocol::FieldsOf(stimulus),
                               stimulus.text};
    trace_.AddStimulus(message, oracles::EventOf(stimulus).fields, Part());
    const int id = message.id;
    Tell(message, id, fmt::format("stimulus {} ({})", id, stimulus.name), limit);
  }

  void DoFault(const FaultDescription& fault, const xml::Element& stimulus, const Limit& limit) {
    protocol::Fault message{instance_.NextId(), stimulus.name, protocol::FieldsOf(stimulus), {}};
    try {
      for (const Deed& deed : DeedsOf(fault, stimulus, system_)) {
        deeds_.push_back(deed);
        Do(deed, instance_, limit.deadline);
        trace_.AddFault(deed, Part());
        message.actions.push_back(deed.text);
      }
    } catch (const FaultError& error) {
      throw Stopped{Outcome::kInconclusive, fmt::format("step {}: fault {} did not happen: {}",
                                                        judge_.number(), fault.name, error.what())};
    }
    const int id = message.id;
    Tell(message, id, fmt::format("fault {} ({})", id, fault.name), limit);
  }

  void End() {
    const int id = instance_.NextId();
    Tell(protocol::EndCase{id}, id, "the end of the case", Within(system_.limits.step));
    WaitForSilence(system_.limits.quiet);
  }

  /// True: another case can run on what is left.
  bool UndoFaults() {
    if (system_.reuse != Reuse::kAfterFaults) return false;
    try {
      Undo(deeds_, instance_, Clock::now() + system_.limits.start);
      return true;
    } catch (const SystemError&) {
      return false;  // the verdict stands, and the next case has fresh processes
    }
  }

  // ------------------------------------------------------------------------------------- waiting

  Limit Within(milliseconds span) const { return {span, std::min(Clock::now() + span, end_)}; }

  /// Sends a message and waits until the driver has done it.
  void Tell(const protocol::ToDriver& message, int id, const std::string& what,
            const Limit& limit) {
    instance_.Send(message, limit.deadline);
    awaited_ = id;
    if (WaitUntil([this] { return awaited_ == 0; }, limit.deadline)) return;
    if (begun_ && judge_.state() == CaseJudge::State::kWaiting && !judge_.Missing().empty()) {
      FailMissing(fmt::format("; {} is not done", what));
    }
    throw Stopped{Outcome::kInconclusive, fmt::format("{} is not done {}", what, After(limit))};
  }

  /// False at the deadline.
  bool WaitUntil(const std::function<bool()>& condition, Deadline deadline) {
    while (!condition()) {
      const std::optional<Occurrence> next = instance_.Next(deadline);
      if (!next) return false;
      Handle(*next);
      // A driver that sends without end must not keep a deadline from passing.
      if (Clock::now() > deadline) return condition();
    }
    return true;
  }

  void WaitForSilence(milliseconds span) {
    bool was_silent = true;
    while (const std::optional<Occurrence> next = instance_.Next(Within(span).deadline)) {
      was_silent = false;
      Handle(*next);
      if (Clock::now() >= end_) break;
    }
    if (was_silent || Clock::now() < end_) return;
    throw Stopped{Outcome::kInconclusive,
                  fmt::format("the driver does not stop sending {}", AfterTimeout())};
  }

  void Handle(const Occurrence& occurrence) {
    if (const auto* exit = std::get_if<ProcessExit>(&occurrence)) return Handle(*exit);
    std::visit([this](const auto& message) { Handle(message); },
               std::get<protocol::FromDriver>(occurrence));
  }

  void Handle(const ProcessExit& exit) {
    if (exit.was_asked_for || exit.name == "driver") return;  // the link to a driver ends, too
    trace_.AddEnd(exit, Part());
    throw Stopped{Outcome::kFail, fmt::format("step {}: process {} {}, which nobody asked for",
                                              judge_.number(), exit.name, ExitText(exit))};
  }

  void Handle(const protocol::Event& event) {
    if (!begun_) {
      throw SystemError(
          fmt::format("the driver reported {} before it was done with the begin of "
                      "the case{}",
                      ToString(ObservedOf(event)),
                      instance_.cases > 1 ? ", or after the end of the last" : ""));
    }
    const oracles::ObservedEvent observed = ObservedOf(event);
    const std::size_t step = trace_.AddEvent(event, Part());
    event_steps_.push_back(step);
    judge_.Observe(observed);
    if (judge_.state() != CaseJudge::State::kFailed) return;
    trace_.trace().steps[step - 1].unexpected = true;
    FailWith(judge_.Problem());
  }

  void Handle(const protocol::Log& log) { trace_.AddLog(log, Part()); }

  void Handle(const protocol::Done& done) {
    if (done.id != awaited_ || awaited_ == 0) {
      throw SystemError(fmt::format("the driver says that message {} is done; {}", done.id,
                                    awaited_ == 0
                                        ? std::string("none is waited for")
                                        : fmt::format("message {} is waited for", awaited_)));
    }
    awaited_ = 0;
  }

  void Handle(const protocol::Error& error) {
    throw Stopped{Outcome::kInconclusive,
                  error.id == 0 ? fmt::format("the driver reports an error: {}", error.message)
                                : fmt::format("the driver cannot do message {}: {}", error.id,
                                              error.message)};
  }

  void Handle(const protocol::Ready&) { throw SystemError("the driver sent ready a second time"); }

  // ------------------------------------------------------------------------------------- failing

  std::string After(const Limit& limit) const {
    return limit.deadline == end_ ? AfterTimeout()
                                  : fmt::format("after {}", DurationText(limit.span));
  }
  std::string AfterTimeout() const {
    return fmt::format("{} after the begin of the case (--timeout)", DurationText(timeout_));
  }

  /// `more`: what else is known.
  void FailMissing(const std::string& more = "") {
    oracles::Mismatch problem = judge_.Problem();
    const bool by_timeout = Clock::now() >= end_;
    if (by_timeout) {
      throw Stopped{Outcome::kInconclusive,
                    fmt::format("{}: {} still waiting for {}{}", problem.what, AfterTimeout(),
                                problem.expected, more)};
    }
    problem.observed =
        fmt::format("nothing more for {}{}", DurationText(system_.limits.step), more);
    FailWith(std::move(problem));
  }

  [[noreturn]] void FailWith(oracles::Mismatch problem) {
    Expect();
    mismatches_.push_back(std::move(problem));
    throw Stopped{Outcome::kFail, Judge(mismatches_).detail};
  }

  // --------------------------------------------------------------------------------- what is told

  /// The step of the case that goes on; none before the case has begun.
  int Part() const { return begun_ ? judge_.number() : 0; }

  /// What the step that ends expected.
  void Expect() {
    for (const Expected& expected : judge_.Nearest()) {
      trace::Expectation expectation;
      expectation.name = expected.event.name;
      expectation.fields = expected.event.fields;
      expectation.part = judge_.number();
      expectation.alternative = judge_.NearestAlternative();
      expectation.came = expected.came.has_value();
      if (expected.came) {
        expectation.step = event_steps_[*expected.came];
      } else {
        expectation.time = trace_.Now();
      }
      trace_.trace().expected.push_back(std::move(expectation));
    }
  }

  const SystemDescription& system_;
  Instance& instance_;
  const suite::Suite& suite_;
  const suite::Case& test_;
  const std::uint64_t seed_;
  const std::vector<suite::Step> steps_;
  CaseJudge judge_;
  const milliseconds timeout_;
  const Clock::time_point end_;
  bool begun_ = false;
  int awaited_ = 0;                       ///< the message that the driver has not done; 0: none
  std::vector<Deed> deeds_;               ///< of faults, in order
  std::vector<std::size_t> event_steps_;  ///< of the events of the current step
  std::vector<oracles::Mismatch> mismatches_;
  CaseTrace trace_;
};

}  // namespace

CaseRunOutcome RunCase(const SystemDescription& system, Instance& instance,
                       const suite::Suite& suite, const suite::Case& test, std::uint64_t seed,
                       milliseconds timeout) {
  return CaseRun(system, instance, suite, test, seed, timeout).Run();
}

}  // namespace adapter::external
