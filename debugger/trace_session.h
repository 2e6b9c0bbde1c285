// A session over a trace without a model: of a simulated or a real system, or of a net that is not
// at hand. It cannot go on differently; states are what the trace holds.
//
// What is known after a step: of each node, its private state as far as the trace has it, whether
// it runs, and what it reported last, by name of the event; messages that were sent and arrive, or
// are lost, later; of each place of a net, the tokens that steps put there and no step took again.
// Thread safety: none.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "debugger/session.h"
#include "trace/trace.h"

namespace debugger {

class TraceSession final : public Session {
 public:
  /// What is known of a node that crashed, was paused, or came back.
  static constexpr const char* kStatus = "status";

  explicit TraceSession(trace::Trace trace);

  trace::Step StepAt(std::size_t number) override { return trace_.steps[number - 1]; }
  std::string StepText(std::size_t number) override;
  std::vector<std::string> Changes(std::size_t number) override;
  std::vector<StateLine> StateAt(std::size_t step) override;
  std::vector<std::string> Difference(std::size_t from, std::size_t to) override;
  const std::vector<trace::Remark>& remarks() const override { return trace_.remarks; }
  const trace::Header& header() const override { return trace_.header; }

  std::optional<std::size_t> CriticalStep() const override;

  const trace::Trace& trace() const { return trace_; }
  /// Nodes of the steps: those that the trace names first, then in the order of their steps.
  const std::vector<std::string>& nodes() const { return nodes_; }
  /// The step in which the message that step `number` sent arrives last, or is lost; 0: none does.
  std::size_t ArrivalOf(std::size_t number) const { return last_arrival_[number]; }
  /// `what` is "NODE EVENT", "NODE" or "EVENT", where the event `crash` is any crash. Returns the
  /// breakpoint's number. Throws SessionError when no step is so.
  std::size_t BreakAtEvent(const std::string& what);

 private:
  /// Text by module and name.
  using State = std::map<std::pair<std::string, std::string>, std::string>;

  std::size_t LengthOf(BranchId branch) const override {
    static_cast<void>(branch);
    return trace_.steps.size();
  }
  bool Meets(const Breakpoint& breakpoint, std::size_t number) override;
  void Apply(std::size_t number, State& state) const;
  const State& StateBehind(std::size_t step);

  static constexpr std::size_t kInterval = 4'096;

  trace::Trace trace_;
  std::vector<std::string> nodes_;
  std::vector<std::size_t> last_arrival_;  // by step: the last delivery of what it sent, or 0
  std::vector<State> frames_;              // behind each kInterval steps
  State last_;
  std::size_t last_at_ = 0;
};

}  // namespace debugger
