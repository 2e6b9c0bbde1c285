// A harness of threads alone:
//
//   systematic::fibers::HarnessOf("counter", "two threads count", [](Threads& threads) {
//     const auto counter = std::make_shared<Counter>();
//     threads.Start("a", [counter] { counter->Add(); });
//     threads.Start("b", [counter] { counter->Add(); });
//   });
//
// Thread safety: as Harness and HarnessInfo.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "systematic/fibers/threads.h"
#include "systematic/harness.h"

namespace systematic::fibers {

class ThreadsHarness : public Harness {
 public:
  using Begin = std::function<void(Threads&)>;

  /// `begin` makes what is tested and starts the threads, which hold it. An execution is over when
  /// they have ended.
  explicit ThreadsHarness(Begin begin) : begin_(std::move(begin)) {}

  void Start(Scheduler& scheduler) override {
    threads_.emplace(scheduler);
    begin_(*threads_);
  }

 private:
  const Begin begin_;
  std::optional<Threads> threads_;
};

inline HarnessInfo HarnessOf(std::string name, std::string about, ThreadsHarness::Begin begin) {
  HarnessInfo info;
  info.name = std::move(name);
  info.about = std::move(about);
  info.make = [begin = std::move(begin)] { return std::make_unique<ThreadsHarness>(begin); };
  return info;
}

}  // namespace systematic::fibers
