// Nondeterminism to be planted: values that nobody controls, and a harness into which one of them
// is put.
//
// Thread safety: free functions; what they do to each other is the point.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "systematic/harness.h"
#include "systematic/hash.h"

namespace systematic {

// ASan keeps what was freed and hands out memory in the order of its addresses, so that the order
// of pointers is the same in both executions.
#ifdef __SANITIZE_ADDRESS__
constexpr bool kPointersKeepTheirOrder = true;
#else
constexpr bool kPointersKeepTheirOrder = false;
#endif

namespace planted {

struct Node {
  std::uint64_t number;
  std::vector<std::uint64_t> state;
};

inline std::vector<std::unique_ptr<Node>> Nodes() {
  std::vector<std::unique_ptr<Node>> nodes;
  for (std::uint64_t i = 0; i < 12; ++i) nodes.push_back(std::make_unique<Node>(Node{i, {}}));
  return nodes;
}

inline std::uint64_t Rand() {
  return static_cast<std::uint64_t>(std::rand());  // NOLINT: that is what is caught
}

inline std::uint64_t Clock() {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

inline std::uint64_t OrderOfPointers() {
  const auto nodes = Nodes();
  std::set<const Node*> order;
  for (const auto& node : nodes) order.insert(node.get());
  std::uint64_t hash = 0;
  for (const Node* node : order) hash = Mix(hash, node->number);
  return hash;
}

inline std::uint64_t OrderOfAnUnorderedMap() {
  const auto nodes = Nodes();
  std::unordered_map<const Node*, std::uint64_t> numbers;
  for (const auto& node : nodes) numbers.emplace(node.get(), node->number);
  std::uint64_t hash = 0;
  for (const auto& [node, number] : numbers) hash = Mix(hash, number);
  return hash;
}

/// What another thread has counted to.
inline std::uint64_t Thread() {
  static std::atomic<std::uint64_t> ticks = 0;
  static std::jthread thread([](const std::stop_token& stop) {
    while (!stop.stop_requested()) ++ticks;
  });
  const std::uint64_t before = ticks;
  while (ticks == before) std::this_thread::yield();
  return ticks;
}

inline std::uint64_t StaticThatSurvives() {
  static std::uint64_t executions = 0;
  return ++executions;
}

}  // namespace planted

/// Another harness, and beside it a machine that takes three steps; after each what happens next
/// depends on the value.
class Planted : public Harness {
 public:
  Planted(std::unique_ptr<Harness> harness, std::uint64_t (*value)())
      : harness_(std::move(harness)), value_(value) {}

  void Start(Scheduler& scheduler) override {
    scheduler_ = &scheduler;
    harness_->Start(scheduler);
    machine_ = scheduler.AddMachine("planted");
    Enable(0);
  }
  void Heal() override { harness_->Heal(); }
  void Finish() override { harness_->Finish(); }

 private:
  void Enable(std::uint64_t value) {
    const Key key{.kind = scheduler_->Intern("planted"),
                  .ordinal = static_cast<std::uint32_t>(value)};
    scheduler_->Enable(key, machine_, OptionKind::kMessage, [this] {
      if (++steps_ < 3) Enable(value_());
    });
  }

  const std::unique_ptr<Harness> harness_;
  std::uint64_t (*const value_)();
  Scheduler* scheduler_ = nullptr;
  MachineId machine_ = 0;
  int steps_ = 0;
};

inline HarnessInfo PlantedIn(HarnessInfo harness, std::uint64_t (*value)()) {
  harness.make = [make = std::move(harness.make), value] {
    return std::make_unique<Planted>(make(), value);
  };
  return harness;
}

}  // namespace systematic
