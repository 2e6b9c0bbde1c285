#include "nets/net_harness.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <new>
#include <utility>

#include "nets/property_monitor.h"

namespace nets {
namespace {

using cpn::BindingElementId;
using systematic::Scheduler;

class NetExecution : public systematic::Harness {
 public:
  NetExecution(std::shared_ptr<Benches> benches, const std::vector<std::string>& properties)
      : benches_(std::move(benches)), bench_(benches_->Take()) {
    const std::vector<std::string>& known = benches_->options().properties;
    for (const std::string& name : properties) {
      const auto found = std::ranges::find(known, name);
      assert(found != known.end());
      const auto index = static_cast<std::size_t>(found - known.begin());
      monitors_.emplace_back(name, &bench_->monitor(index), &marking_);
    }
  }

  ~NetExecution() override {
    for (const BindingElementId id : enabled_) bench_->At(id).enabled = false;
    benches_->PutBack(std::move(bench_));
  }

  void Start(Scheduler& scheduler) override {
    scheduler_ = &scheduler;
    ++bench_->executions;
    for (PropertyMonitor& monitor : monitors_) scheduler.AddMonitor(&monitor);
    Guarded([this] {
      marking_ = bench_->engine().InitialMarking();
      for (PropertyMonitor& monitor : monitors_) monitor.run().Begin(marking_);
    });
  }

  void Finish() override { ObserveMarking(); }

 private:
  /// Does what leads to a new marking, and looks at that. Whatever the model does wrong is a
  /// violation; a stop is none.
  template <typename Action>
  void Guarded(const Action& action) {
    try {
      if (const base::Budget* budget = benches_->options().budget) budget->Check();
      action();
      if (Judge()) return;
      Refresh();
      if (!enabled_.empty()) return;
      for (PropertyMonitor& monitor : monitors_) monitor.run().EndDead();
      Judge();
    } catch (const cpn::ModelError& error) {
      scheduler_->Fail(kModelFails, error.what());
    } catch (const base::StopError&) {
      GiveUp();
    } catch (const std::bad_alloc&) {
      GiveUp();
    }
  }

  void Occur(BindingElementId id) {
    bench_->At(id).enabled = false;
    steps_.push_back(id);
    Guarded([this, id] {
      bench_->engine().Occur(marking_, id);
      for (PropertyMonitor& monitor : monitors_) monitor.run().Step(id, marking_);
    });
  }

  /// Whether a property is violated, which is a violation of the execution then.
  bool Judge() {
    for (PropertyMonitor& monitor : monitors_) {
      if (!monitor.run().violated()) continue;
      const cpn::ctl::Evidence evidence = monitor.run().Counterexample(steps_);
      ObserveMarking();
      scheduler_->Fail(monitor,
                       evidence.milestones.empty() ? "violated" : evidence.milestones.front().text);
      return true;
    }
    return false;
  }

  /// Tells the scheduler what is enabled now and was not, and the other way round.
  void Refresh() {
    const std::uint64_t look = ++bench_->looks;
    const auto now = bench_->engine().Enabled(marking_);
    for (const BindingElementId id : now) bench_->At(id).seen = look;
    for (const BindingElementId id : enabled_) {
      Element& element = bench_->At(id);
      if (element.seen == look || !element.enabled) continue;
      element.enabled = false;
      scheduler_->Disable(element.key);
    }
    enabled_.assign(now.begin(), now.end());
    for (const BindingElementId id : enabled_) {
      if (!bench_->At(id).enabled) Enable(id);
    }
  }

  void Enable(BindingElementId id) {
    Element& element = bench_->At(id);
    if (element.execution != bench_->executions) Name(id, element);
    element.enabled = true;
    scheduler_->Enable(element.key, element.machine_id, systematic::OptionKind::kInternal,
                       [this, id] { Occur(id); });
  }

  void Name(BindingElementId id, Element& element) {
    const cpn::Engine& engine = bench_->engine();
    const auto& transition = engine.net().transitions()[engine.Element(id).transition];
    element.key = {.kind = scheduler_->Intern(transition.name),
                   .to = scheduler_->Intern(element.binding)};
    if (element.machine >= machines_.size()) machines_.resize(bench_->machines(), 0);
    systematic::MachineId& machine = machines_[element.machine];
    if (machine == 0) machine = scheduler_->AddMachine(bench_->MachineName(element.machine));
    element.machine_id = machine;
    element.execution = bench_->executions;
  }

  void ObserveMarking() { scheduler_->Observe(bench_->engine().FormatMarking(marking_)); }

  void GiveUp() {
    benches_->Stop(std::current_exception());
    for (PropertyMonitor& monitor : monitors_) monitor.Quieten();
    for (const BindingElementId id : enabled_) {
      Element& element = bench_->At(id);
      if (std::exchange(element.enabled, false)) scheduler_->Disable(element.key);
    }
  }

  const std::shared_ptr<Benches> benches_;
  std::unique_ptr<Bench> bench_;
  cpn::Marking marking_;
  std::deque<PropertyMonitor> monitors_;  // the scheduler keeps their places
  Scheduler* scheduler_ = nullptr;
  std::vector<BindingElementId> steps_;
  std::vector<BindingElementId> enabled_;        // at the last look
  std::vector<systematic::MachineId> machines_;  // by number on the bench; 0: not met yet
};

}  // namespace

systematic::Bounds BoundsOf(std::uint64_t steps, std::uint64_t temperature) {
  systematic::Bounds bounds;
  bounds.choices = steps;
  bounds.heal_after = 0;
  bounds.temperature = temperature;
  return bounds;
}

systematic::HarnessInfo NetHarness(std::shared_ptr<Benches> benches,
                                   const std::vector<std::string>& properties,
                                   const systematic::Bounds& bounds) {
  systematic::HarnessInfo info;
  info.bounds = bounds;
  info.make = [benches = std::move(benches), properties]() -> std::unique_ptr<systematic::Harness> {
    return std::make_unique<NetExecution>(benches, properties);
  };
  return info;
}

std::vector<std::string> StepsOf(const systematic::Schedule& schedule) {
  std::vector<std::string> steps;
  for (const systematic::ScheduledChoice& choice : schedule.choices) {
    steps.push_back(schedule.names[choice.key.kind] + ' ' + schedule.names[choice.key.to]);
  }
  return steps;
}

}  // namespace nets
