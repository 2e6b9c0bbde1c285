#include "adapter/faults/fault_schedule.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace adapter {

FaultSchedule::FaultSchedule(std::vector<std::unique_ptr<PlannedFault>> faults, std::size_t nodes)
    : course_(std::make_unique<FaultCourse>()), faults_(std::move(faults)) {
  course_->incarnations.resize(nodes);
  for (std::size_t i = 0; i < faults_.size(); ++i) faults_[i]->Attach(*course_, i);
  for (const auto& fault : faults_) fault->OnStart();
}

Routing FaultSchedule::Route(const Message& message) {
  const auto incarnation_of = [this](Node node) {
    return course_->incarnations[static_cast<std::size_t>(node)];
  };
  const auto ask = [&](auto question) -> std::optional<Routing> {
    for (const auto& fault : faults_) {
      if (const auto routing = ((*fault).*question)(message)) return routing;
    }
    return std::nullopt;
  };
  Routing routing;
  const bool is_of_the_past =
      message.incarnation && message.incarnation != incarnation_of(message.from);
  if (is_of_the_past || IsDown(message.from)) {
    routing.fate = Fate::kLose;
  } else if (const auto by_node = ask(&PlannedFault::RouteByNode)) {
    routing = *by_node;
  } else if (const auto by_message = ask(&PlannedFault::RouteByMessage)) {
    routing = *by_message;
  }
  routing.incarnation = incarnation_of(message.to);
  return routing;
}

void FaultSchedule::OnArrived(const Message& message) {
  for (const auto& fault : faults_) fault->OnArrived(message);
}

void FaultSchedule::OnPoint(int point, Node node) {
  course_->passed.insert(point);
  for (const auto& fault : faults_) fault->OnPoint(point, node);
}

void FaultSchedule::OnPeriodEnd(Node node) {
  for (const auto& fault : faults_) fault->OnPeriodEnd(node);
}

void FaultSchedule::OnHalted(Node node) {
  course_->down.insert(node);
  course_->halted.insert(node);
}

WriteFate FaultSchedule::OnWrite(Node node) {
  if (IsDown(node)) return WriteFate::kNothing;
  for (const auto& fault : faults_) {
    if (const auto fate = fault->OnWrite(node)) return *fate;
  }
  return WriteFate::kWrite;
}

bool FaultSchedule::Pending() const {
  return std::ranges::any_of(faults_, [](const auto& fault) { return fault->Pending(); });
}

bool FaultSchedule::SomeoneComesBack() const {
  return std::ranges::any_of(faults_, [](const auto& fault) { return fault->ComesBack(); });
}

std::vector<std::size_t> FaultSchedule::TakeHappened() {
  return std::exchange(course_->happened, {});
}

std::vector<std::size_t> FaultSchedule::TakeReleased() {
  return std::exchange(course_->released, {});
}

std::vector<Node> FaultSchedule::TakeCrashed() { return std::exchange(course_->crashed, {}); }

bool FaultSchedule::HasDueActions(bool all_done) const {
  return !course_->released.empty() || !course_->crashed.empty() || !DueToRestart(all_done).empty();
}

std::vector<Node> FaultSchedule::DueToRestart(bool all_done) const {
  std::vector<Node> due;
  for (const auto& fault : faults_) {
    if (const auto node = fault->DueToRestart(all_done)) due.push_back(*node);
  }
  return due;
}

void FaultSchedule::OnRestarted(Node node) {
  for (const auto& fault : faults_) fault->OnRestarted(node);
}

}  // namespace adapter
