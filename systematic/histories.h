// What machines have gone through, as hashes: what a machine handled and chose, in order, decides
// what it is now, so that two executions with equal histories are in the same state.
//
// That holds for harnesses whose steps touch the state of their machine, of their resource, and of
// the machines that they name by Touch(): then steps that touch nothing in common may change
// places, and the histories stay the same. A message is known by its key and by what its sender
// had gone through when it was sent.
// Invariants: the sums do not depend on the order in which different machines took steps.
// Thread safety: none.
// Source: happens-before caching (Musuvathi and Qadeer, "Partial-order reduction for
// context-bounded state exploration", 2007).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "systematic/hash.h"
#include "systematic/option.h"

namespace systematic {

class Histories {
 public:
  Histories() { Clear(); }

  void Clear() {
    machines_.assign(1, 0);
    resources_.assign(1, 0);
    touched_.assign(1, 0);
    sum_ = 0;
    now_ = 0;
    resource_ = 0;
  }
  /// A step begins; `origin` is what Origin() was when it was enabled, with its key.
  void Begin(MachineId machine, std::uint16_t resource, std::uint64_t origin) {
    resource_ = resource;
    Grow(machines_, machine);
    Grow(resources_, resource);
    touched_.assign(1, machine);
    now_ = Mix(machines_[machine], resource == 0 ? 0 : resources_[resource]);
    Handle(origin);
  }
  /// The running step went through something more: it chose a value.
  void Handle(std::uint64_t what) {
    now_ = Mix(now_, what);
    for (const MachineId machine : touched_) Set(machines_, machine, 1, now_);
    if (resource_ != 0) Set(resources_, resource_, 2, now_);
  }
  /// The running step reads or changes what is this machine's, too.
  void Touch(MachineId machine) {
    if (std::find(touched_.begin(), touched_.end(), machine) != touched_.end()) return;
    Grow(machines_, machine);
    touched_.push_back(machine);
    Handle(machines_[machine]);
  }
  /// What decides what the running step sends.
  std::uint64_t Origin() const { return now_; }
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

  std::vector<std::uint64_t> machines_;
  std::vector<std::uint64_t> resources_;
  std::vector<MachineId> touched_;  // by the running step, its own machine first
  std::uint64_t sum_ = 0;
  std::uint64_t now_ = 0;  // what the running step has gone through
  std::uint16_t resource_ = 0;
};

}  // namespace systematic
