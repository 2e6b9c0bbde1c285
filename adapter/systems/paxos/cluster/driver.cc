#include "adapter/systems/paxos/cluster/driver.h"

#include <algorithm>

namespace adapter {
namespace {

// What a replica does by itself it does at once, or at the end of a period.
constexpr int kRestfulPeriods = 3;

}  // namespace

Driver::Driver(int replicas, Monitor& monitor, Cluster& cluster, Monitor::Deadline deadline,
               std::chrono::milliseconds stillness, int many_periods)
    : replicas_(replicas),
      monitor_(monitor),
      cluster_(cluster),
      deadline_(deadline),
      stillness_(stillness),
      many_periods_(many_periods),
      ended_(static_cast<std::size_t>(replicas), 0) {}

RunEnd Driver::Run() {
  while (true) {
    // The step that ended the wait is done, and the view is not asked again: replicas go on
    // meanwhile, so that it might say something else.
    Step step = Step::kWait;
    const bool goes_on = monitor_.WaitFor(
        [&](const ClusterView& view) { return (step = NextStep(view)) != Step::kWait; }, deadline_);
    if (!goes_on) return AtDeadline();
    switch (step) {
      case Step::kDueActions:
        DoDueActions();
        break;
      case Step::kEnd:
        return {};
      case Step::kStartSecondProposer:
        StartSecondProposer();
        break;
      default:
        // The wait does not end at the deadline where there is always something to do.
        if (std::chrono::steady_clock::now() >= deadline_) return AtDeadline();
        EndPeriods();
    }
  }
}

RunEnd Driver::AtDeadline() {
  RunEnd end{.periods = periods_};
  monitor_.Look([&](const ClusterView& view) {
    const std::string pings = view.MissingPings();
    end.missing = pings.empty() ? view.Missing() : pings;
  });
  const auto waits = [this](const ClusterView& view) { return NextStep(view) == Step::kWait; };
  end.stuck = periods_ >= many_periods_ ||
              (monitor_.Look(waits) && monitor_.IsStill(stillness_) && monitor_.Look(waits));
  return end;
}

Driver::Step Driver::NextStep(const ClusterView& view) const {
  if (HasDueActions(view)) return Step::kDueActions;
  if (IsOver(view)) return Step::kEnd;
  if (CanStartSecondProposer(view)) return Step::kStartSecondProposer;
  if (view.AtRest() && CanEndPeriod(view)) {
    return restful_periods_ < kRestfulPeriods ? Step::kEndPeriods : Step::kEnd;
  }
  return NeedsTime(view) && CanEndPeriod(view) ? Step::kEndPeriods : Step::kWait;
}

bool Driver::IsOver(const ClusterView& view) const {
  if (view.AllFailed() || !view.client_errors().empty()) return true;
  if (!view.broken_processes().empty()) return true;
  return view.AllAnswered() && view.AllCommitted() && view.AllServed() && view.FailuresNoticed() &&
         !view.plan().Pending() && !view.HasCalls();
}

// Only at the end of a period is a failure noticed, and a phase that failed begun again. A fault
// that has begun may have made a phase fail, too, but not before some round has begun.
bool Driver::NeedsTime(const ClusterView& view) const {
  return view.failed_phases() > failed_phases_ || !view.FailuresNoticed() ||
         (view.plan().Began() && view.HasBegun());
}

bool Driver::CanEndPeriod(const ClusterView& view) const {
  if (view.SomeoneIsBusy() || !view.AllPingsDone()) return false;
  for (paxos::ReplicaId replica = 0; replica < replicas_; ++replica) {
    const bool began_next = view.PeriodOf(replica) > ended_[static_cast<std::size_t>(replica)];
    if (view.HasTime(replica) && !began_next) return false;
  }
  return true;
}

bool Driver::CanStartSecondProposer(const ClusterView& view) const {
  const auto replica = view.plan().SecondProposer();
  return replica && view.PingsDone(*replica) &&
         view.PeriodOf(*replica) > ended_[static_cast<std::size_t>(*replica)];
}

bool Driver::HasDueActions(const ClusterView& view) const {
  return view.plan().HasDueActions(view.AllLearned());
}

void Driver::DoDueActions() {
  for (const paxos::ReplicaId replica :
       monitor_.Plan([](FaultPlan& plan) { return plan.TakeCrashed(); })) {
    cluster_.TakeDown(replica);
  }
  const auto due = monitor_.Look(
      [](const ClusterView& view) { return view.plan().DueToRestart(view.AllLearned()); });
  for (const paxos::ReplicaId replica : due) {
    ended_[static_cast<std::size_t>(replica)] = 0;
    cluster_.Restart(replica);
  }
  for (const std::size_t fault :
       monitor_.Plan([](FaultPlan& plan) { return plan.TakeReleased(); })) {
    cluster_.Release(fault);
  }
}

void Driver::StartSecondProposer() {
  const auto replica = monitor_.Plan([](FaultPlan& plan) { return plan.SecondProposer(); });
  if (replica) EndPeriod(*replica);
}

void Driver::EndPeriods() {
  // A client that asked a server before it was back has to ask again; now and then is enough.
  constexpr int kPatience = 16;
  const bool asks = monitor_.Look([](const ClusterView& view) {
    return !view.AllAnswered() && view.plan().SomeoneComesBack();
  });
  if (asks && ++asking_periods_ % kPatience == 0) cluster_.AskAgain();
  ++periods_;
  const bool rests = monitor_.Look([](const ClusterView& view) { return view.AtRest(); });
  restful_periods_ = rests ? restful_periods_ + 1 : 0;
  failed_phases_ = monitor_.Look([](const ClusterView& view) { return view.failed_phases(); });
  for (paxos::ReplicaId replica = 0; replica < replicas_; ++replica) {
    if (monitor_.Look([&](const ClusterView& view) { return view.HasTime(replica); })) {
      EndPeriod(replica);
    }
  }
}

void Driver::EndPeriod(paxos::ReplicaId replica) {
  ended_[static_cast<std::size_t>(replica)] =
      monitor_.Look([&](const ClusterView& view) { return view.PeriodOf(replica); });
  cluster_.EndPeriod(replica);
}

}  // namespace adapter
