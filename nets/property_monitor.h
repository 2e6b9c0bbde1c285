// A property of a model as a monitor of an execution.
//
// Safety is judged by the property's run monitor, which is sure. Liveness on the way is told by
// heat: hot while something that the property claims of all paths has not come to hold.
// Thread safety: none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "cpn/ctl/run_monitor.h"
#include "cpn/engine/marking.h"
#include "systematic/hash.h"
#include "systematic/monitor.h"

namespace nets {

class PropertyMonitor : public systematic::Monitor {
 public:
  /// `run` and `marking`, where the run is now, must outlive this.
  PropertyMonitor(std::string name, cpn::ctl::RunMonitor* run, const cpn::Marking* marking)
      : name_(std::move(name)), run_(run), marking_(marking) {}

  std::string_view name() const override { return name_; }
  systematic::Heat heat() const override {
    return !quiet_ && run_->owes() ? systematic::Heat::kHot : systematic::Heat::kCold;
  }
  std::string owed() const override { return "what it claims of all runs has not come to hold"; }
  std::optional<std::uint64_t> state() const override {
    std::uint64_t state = run_->memory();
    for (const cpn::MultiSet tokens : *marking_) state = systematic::Mix(state, tokens.id);
    return state;
  }

  cpn::ctl::RunMonitor& run() const { return *run_; }
  /// The execution is given up: nothing is owed any more.
  void Quieten() { quiet_ = true; }

 private:
  std::string name_;
  cpn::ctl::RunMonitor* run_;
  const cpn::Marking* marking_;
  bool quiet_ = false;
};

}  // namespace nets
