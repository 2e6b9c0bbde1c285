#include "adapter/systems/external/online_subject.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "adapter/driver_protocol/messages.h"
#include "adapter/input_error.h"
#include "adapter/options.h"
#include "adapter/process/readiness.h"
#include "adapter/systems/external/case_run.h"
#include "adapter/systems/external/case_trace.h"
#include "adapter/systems/external/fault_actions.h"
#include "adapter/systems/external/instances.h"

namespace adapter::external {
namespace {

namespace protocol = driver_protocol;
using online::Broken;
using online::Clock;
using online::Deadline;
using online::Done;
using online::Occurrence;
using online::Response;

[[noreturn]] void Inconclusive(const std::string& why) {
  throw Broken(Outcome::kInconclusive, why, "system");
}

/// A run on an instance. What becomes of the system is thrown as Broken.
class ExternalRun : public online::Session {
 public:
  ExternalRun(const SystemDescription& system, Instances& instances)
      : system_(system), lease_(instances.Take()), trace_(system) {}

  void Begin(const online::RunInfo& info) {
    Instance& instance = lease_.instance();
    protocol::BeginCase begin;
    begin.id = instance.NextId();
    begin.suite = info.suite;
    begin.test = info.test;
    begin.seed = info.seed;
    begin.fresh = instance.cases++ == 0;
    if (!begin.fresh) instance.MarkLogs();
    begin.addresses = instance.addresses();
    begin.configuration = protocol::FieldsOf(info.configuration);
    const Deadline deadline = Clock::now() + system_.limits.start;
    Tell(begin, begin.id, deadline);
    while (const auto next = Next(deadline)) {
      if (std::holds_alternative<Done>(*next)) {
        begun_ = true;
        return;
      }
    }
    Inconclusive(fmt::format("the begin of the run is not done after {}",
                             DurationText(system_.limits.start)));
  }

  void Send(const xml::Element& stimulus) override {
    ++part_;
    const FaultDescription* const fault = system_.FindFault(stimulus.name);
    const Deadline deadline = Clock::now() + system_.limits.step;
    if (fault != nullptr) return DoFault(*fault, stimulus, deadline);
    protocol::Stimulus message{lease_.instance().NextId(), stimulus.name,
                               protocol::FieldsOf(stimulus), stimulus.text};
    trace_.AddStimulus(message, oracles::EventOf(stimulus).fields, part_);
    Tell(message, message.id, deadline);
  }

  void Finish() override {
    const int id = lease_.instance().NextId();
    Tell(protocol::EndCase{id}, id, Clock::now() + system_.limits.step);
  }

  std::optional<Occurrence> Next(Deadline deadline) override {
    while (true) {
      const std::optional<external::Occurrence> next = Receive(deadline);
      if (!next) return std::nullopt;
      if (const auto* exit = std::get_if<ProcessExit>(&*next)) {
        NoteExit(*exit);
        continue;
      }
      std::optional<Occurrence> heard =
          std::visit([this](const auto& message) { return Heard(message); },
                     std::get<protocol::FromDriver>(*next));
      if (heard) return heard;
      // A driver that logs without end must not keep a deadline from passing.
      if (Clock::now() > deadline) return std::nullopt;
    }
  }

  trace::Trace& trace() override { return trace_.trace(); }
  std::int64_t Now() const override { return trace_.Now(); }

  /// Decides what becomes of the instance.
  std::vector<ProcessLog> End(bool passed) {
    std::vector<ProcessLog> logs;
    if (!passed) {
      trace_.AddOutputs(lease_.instance(), part_);
      logs = lease_.instance().LogsSinceMark();
    }
    lease_.UseAgain(passed && system_.reuse != Reuse::kNever && (deeds_.empty() || UndoFaults()));
    return logs;
  }

 private:
  void DoFault(const FaultDescription& fault, const xml::Element& stimulus, Deadline deadline) {
    protocol::Fault message{
        lease_.instance().NextId(), stimulus.name, protocol::FieldsOf(stimulus), {}};
    try {
      for (const Deed& deed : DeedsOf(fault, stimulus, system_)) {
        deeds_.push_back(deed);
        Do(deed, lease_.instance(), deadline);
        trace_.AddFault(deed, part_);
        message.actions.push_back(deed.text);
      }
    } catch (const FaultError& error) {
      Inconclusive(fmt::format("fault {} did not happen: {}", fault.name, error.what()));
    } catch (const SystemError& error) {
      Inconclusive(error.what());
    }
    Tell(message, message.id, deadline);
  }

  /// True: another run can use what is left.
  bool UndoFaults() {
    if (system_.reuse != Reuse::kAfterFaults) return false;
    try {
      Undo(deeds_, lease_.instance(), Clock::now() + system_.limits.start);
      return true;
    } catch (const SystemError&) {
      return false;  // the verdict stands, and the next run has fresh processes
    }
  }

  void Tell(const protocol::ToDriver& message, int id, Deadline deadline) {
    awaited_ = id;
    try {
      lease_.instance().Send(message, deadline);
    } catch (const SystemError& error) {
      Inconclusive(error.what());
    }
  }

  std::optional<external::Occurrence> Receive(Deadline deadline) {
    try {
      return lease_.instance().Next(deadline);
    } catch (const SystemError& error) {
      Inconclusive(error.what());
    }
  }

  void NoteExit(const ProcessExit& exit) {
    if (exit.was_asked_for || exit.name == "driver") return;  // the link to a driver ends, too
    trace_.AddEnd(exit, part_);
    throw Broken(Outcome::kFail,
                 fmt::format("process {} {}, which nobody asked for", exit.name, ExitText(exit)),
                 fmt::format("process {} ended", exit.name));
  }

  std::optional<Occurrence> Heard(const protocol::Event& event) {
    if (!begun_) {
      Inconclusive(
          fmt::format("the driver reported {} before it was done with the begin of the run",
                      ToString(ObservedOf(event))));
    }
    const std::size_t step = trace_.AddEvent(event, part_);
    return Response{ObservedOf(event), step};
  }

  std::optional<Occurrence> Heard(const protocol::Log& log) {
    trace_.AddLog(log, part_);
    return std::nullopt;
  }

  std::optional<Occurrence> Heard(const protocol::Done& done) {
    if (done.id != awaited_ || awaited_ == 0) {
      Inconclusive(fmt::format("the driver says that message {} is done; {}", done.id,
                               awaited_ == 0 ? std::string("none is waited for")
                                             : fmt::format("message {} is waited for", awaited_)));
    }
    awaited_ = 0;
    return Done{};
  }

  static std::optional<Occurrence> Heard(const protocol::Error& error) {
    Inconclusive(error.id == 0
                     ? fmt::format("the driver reports an error: {}", error.message)
                     : fmt::format("the driver cannot do message {}: {}", error.id, error.message));
  }

  static std::optional<Occurrence> Heard(const protocol::Ready&) {
    Inconclusive("the driver sent ready a second time");
  }

  const SystemDescription& system_;
  Instances::Lease lease_;
  CaseTrace trace_;
  bool begun_ = false;
  int part_ = 0;             ///< counts stimuli
  int awaited_ = 0;          ///< the message that the driver has not done; 0: none
  std::vector<Deed> deeds_;  ///< of faults, in order
};

class ExternalSubject : public online::Subject {
 public:
  explicit ExternalSubject(const SystemDescription& system) : system_(system), instances_(system) {
    try {
      instances_.Take().UseAgain(true);
    } catch (const SystemError& error) {
      throw InputError(fmt::format("{}: the system does not start: {}", system.file, error.what()));
    }
  }

  online::Patience patience() const override { return {system_.limits.step, system_.limits.quiet}; }

  std::unique_ptr<online::Session> Begin(const online::RunInfo& info) override {
    try {
      auto run = std::make_unique<ExternalRun>(system_, instances_);
      run->Begin(info);
      return run;
    } catch (const SystemError& error) {
      Inconclusive(fmt::format("the system does not start: {}", error.what()));
    }
  }

  std::vector<ProcessLog> End(online::Session& session, bool passed) override {
    return static_cast<ExternalRun&>(session).End(passed);
  }

  Outcome Replay(const suite::Suite& suite, const suite::Case& test, std::uint64_t seed,
                 std::chrono::milliseconds timeout) override {
    try {
      Instances::Lease lease = instances_.Take();
      const CaseRunOutcome outcome = RunCase(system_, lease.instance(), suite, test, seed, timeout);
      lease.UseAgain(system_.reuse != Reuse::kNever && outcome.is_reusable);
      return instances_.stopped() ? Outcome::kInconclusive : outcome.verdict.outcome;
    } catch (const SystemError&) {
      return Outcome::kInconclusive;
    }
  }

  void Stop() override { instances_.Stop(); }

 private:
  const SystemDescription& system_;
  Instances instances_;
};

}  // namespace

std::unique_ptr<online::Subject> OpenSubject(const SystemDescription& system) {
  return std::make_unique<ExternalSubject>(system);
}

}  // namespace adapter::external
