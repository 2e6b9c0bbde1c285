#include "adapter/systems/external/instances.h"

namespace adapter::external {

Instances::Lease Instances::Take() {
  std::unique_ptr<Instance> instance = TakeIdle();
  if (instance == nullptr) instance = std::make_unique<Instance>(system_);
  const std::lock_guard lock(mutex_);
  if (stopped_) throw SystemError("the run is interrupted");
  running_.insert(instance.get());
  return {*this, std::move(instance)};
}

void Instances::Stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  for (Instance* const instance : running_) instance->tree().KillAll();
}

bool Instances::stopped() {
  const std::lock_guard lock(mutex_);
  return stopped_;
}

void Instances::GiveBack(std::unique_ptr<Instance> instance, bool use_again) {
  const std::lock_guard lock(mutex_);
  running_.erase(instance.get());
  if (use_again) idle_.push_back(std::move(instance));
}

std::unique_ptr<Instance> Instances::TakeIdle() {
  const std::lock_guard lock(mutex_);
  if (idle_.empty()) return nullptr;
  std::unique_ptr<Instance> instance = std::move(idle_.back());
  idle_.pop_back();
  return instance;
}

}  // namespace adapter::external
