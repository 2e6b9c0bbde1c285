// The trace of what is done to an instance and seen of it, with times: of a case that is replayed,
// or of a run that chance leads.
//
// Not thread-safe.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "adapter/driver_protocol/messages.h"
#include "adapter/systems/external/fault_actions.h"
#include "adapter/systems/external/instance.h"
#include "adapter/systems/external/system_description.h"
#include "trace/trace.h"

namespace adapter::external {

class CaseTrace {
 public:
  /// Time counts from here.
  explicit CaseTrace(const SystemDescription& system);

  trace::Trace& trace() { return trace_; }
  /// Microseconds since the begin.
  std::int64_t Now() const;

  // Each appends a step and returns its number; `part` is the step of the case, from 1.

  std::size_t AddStimulus(const driver_protocol::Stimulus& message, trace::Fields fields, int part);
  std::size_t AddEvent(const driver_protocol::Event& event, int part);
  std::size_t AddFault(const Deed& deed, int part);
  /// The process ended, though nobody asked for it.
  std::size_t AddEnd(const ProcessExit& exit, int part);

  /// A line for people, unless there are too many of them already.
  void AddLog(const driver_protocol::Log& log, int part);
  /// What the processes printed last.
  void AddOutputs(const Instance& instance, int part);

 private:
  std::size_t Add(trace::Kind kind, std::string node, std::string name, trace::Fields fields,
                  int part);
  /// When the driver says that it happened, if that is a time in this case; else now.
  std::int64_t TimeOf(const driver_protocol::Event& event) const;
  std::size_t StepOfStimulus(int id) const;

  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  const std::chrono::system_clock::time_point wall_start_ = std::chrono::system_clock::now();
  std::size_t log_lines_ = 0;
  std::vector<std::pair<int, std::size_t>> stimulus_steps_;  ///< number of message, of trace step
  trace::Trace trace_;
};

}  // namespace adapter::external
