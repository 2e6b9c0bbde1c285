// A session over a trace without a model: of a simulated or a real system, or of a net that is not
// at hand. It cannot go on differently; states are what the trace holds.
//
// What is known after a step: of each node, whether it runs, and what it reported last, by name of
// the event; messages that were sent and arrive later; of each place of a net, the tokens that
// steps put there and no step took again.
// Thread safety: none.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "debugger/session.h"
#include "trace/trace.h"

namespace debugger {

class TraceSession final : public Session {
 public:
  explicit TraceSession(trace::Trace trace);

  std::size_t Length() const override { return trace_.steps.size(); }
  std::size_t at() const override { return at_; }
  void JumpTo(std::size_t step) override;
  trace::Step StepAt(std::size_t number) override { return trace_.steps[number - 1]; }
  std::string StepText(std::size_t number) override;
  std::vector<std::string> Changes(std::size_t number) override;
  std::vector<StateLine> StateAt(std::size_t step) override;
  std::vector<std::string> Difference(std::size_t from, std::size_t to) override;
  const std::vector<trace::Remark>& remarks() const override { return trace_.remarks; }
  const trace::Header& header() const override { return trace_.header; }

  const trace::Trace& trace() const { return trace_; }

 private:
  /// Text by module and name.
  using State = std::map<std::pair<std::string, std::string>, std::string>;

  void Apply(std::size_t number, State& state) const;
  const State& StateBehind(std::size_t step);

  static constexpr std::size_t kInterval = 4'096;

  trace::Trace trace_;
  std::size_t at_ = 0;
  std::vector<std::size_t> last_arrival_;  // by step: the last delivery of what it sent, or 0
  std::vector<State> frames_;              // behind each kInterval steps
  State last_;
  std::size_t last_at_ = 0;
};

}  // namespace debugger
