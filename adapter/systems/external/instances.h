// Running instances of a system: those that wait for their next case, and those that are started
// when none does.
//
// Thread-safe.
#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "adapter/systems/external/instance.h"
#include "adapter/systems/external/system_description.h"

namespace adapter::external {

class Instances {
 public:
  /// `system` must outlive this.
  explicit Instances(const SystemDescription& system) : system_(system) {}

  /// An instance that nobody else has until the lease ends. Then the instance ends, too, unless it
  /// is to be used again.
  class Lease {
   public:
    Lease(Instances& owner, std::unique_ptr<Instance> instance)
        : owner_(owner), instance_(std::move(instance)) {}
    ~Lease() { owner_.GiveBack(std::move(instance_), use_again_); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    Instance& instance() { return *instance_; }
    void UseAgain(bool use_again) { use_again_ = use_again; }

   private:
    Instances& owner_;
    std::unique_ptr<Instance> instance_;
    bool use_again_ = false;
  };

  /// Throws SystemError when it has to start one and cannot, or was stopped.
  Lease Take();

  /// The processes of those that run are killed: whoever waits for them sees it.
  void Stop();
  bool stopped();

 private:
  void GiveBack(std::unique_ptr<Instance> instance, bool use_again);
  std::unique_ptr<Instance> TakeIdle();

  const SystemDescription& system_;
  std::mutex mutex_;
  bool stopped_ = false;
  std::set<Instance*> running_;
  std::vector<std::unique_ptr<Instance>> idle_;
};

}  // namespace adapter::external
