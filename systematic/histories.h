// What machines have gone through, as hashes: what a machine handled and chose, in order, decides
// what it is now, so that two executions with equal histories are in the same state.
//
// That holds for harnesses whose steps touch the state of their machine and of their resource
// only. A message is known by its key and by what its sender had gone through when it was sent.
// Invariants: the sums do not depend on the order in which different machines took steps.
// Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "systematic/hash.h"
#include "systematic/option.h"

namespace systematic {

class Histories {
 public:
  void Clear() {
    machines_.assign(1, 0);
    resources_.assign(1, 0);
    sum_ = 0;
    running_ = 0;
    resource_ = 0;
  }
  /// A step begins; `origin` is what Origin() was when it was enabled, with its key.
  void Begin(MachineId machine, std::uint16_t resource, std::uint64_t origin) {
    running_ = machine;
    resource_ = resource;
    Grow(machines_, machine);
    Grow(resources_, resource);
    Handle(origin);
  }
  /// The running step went through something more: it chose a value.
  void Handle(std::uint64_t what) {
    const std::uint64_t shared = resource_ == 0 ? 0 : resources_[resource_];
    const std::uint64_t now = Mix(Mix(machines_[running_], shared), what);
    Set(machines_, running_, 1, now);
    if (resource_ != 0) Set(resources_, resource_, 2, Mix(now, 1));
  }
  /// What decides what the running step sends.
  std::uint64_t Origin() const { return machines_[running_]; }
  /// Of all machines and resources.
  std::uint64_t sum() const { return sum_; }

 private:
  static void Grow(std::vector<std::uint64_t>& histories, std::size_t index) {
    if (index >= histories.size()) histories.resize(index + 1, 0);
  }
  void Set(std::vector<std::uint64_t>& histories, std::size_t index, std::uint64_t sort,
           std::uint64_t now) {
    const std::uint64_t who = sort << 32 | index;
    if (histories[index] != 0) sum_ -= Mix(who, histories[index]);
    histories[index] = now;
    sum_ += Mix(who, now);
  }

  std::vector<std::uint64_t> machines_{0};
  std::vector<std::uint64_t> resources_{0};
  std::uint64_t sum_ = 0;
  MachineId running_ = 0;
  std::uint16_t resource_ = 0;
};

}  // namespace systematic
