// Small harnesses for the tests of this folder.
//
// Thread safety: none; the functions that make them may be called from any thread.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "systematic/harness.h"
#include "systematic/scheduler.h"

namespace systematic {

/// A harness whose Start() is a function.
class FunctionHarness : public Harness {
 public:
  explicit FunctionHarness(std::function<void(Scheduler&)> start) : start_(std::move(start)) {}
  void Start(Scheduler& scheduler) override { start_(scheduler); }

 private:
  std::function<void(Scheduler&)> start_;
};

/// A harness by that name whose Start() is the function.
inline HarnessInfo ToyOf(std::string name, std::function<void(Scheduler&)> start) {
  HarnessInfo info;
  info.name = std::move(name);
  info.make = [start = std::move(start)] { return std::make_unique<FunctionHarness>(start); };
  return info;
}

}  // namespace systematic
