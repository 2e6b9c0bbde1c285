// Workers with a system each, for tasks that are numbered.
//
// Invariant: what a task yields depends on its number alone, so that nothing depends on how many
// workers there are. Of several tasks that throw, the one of the lowest number is heard.
// Thread safety: used by one thread.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "search/system.h"

namespace search {

class Crew {
 public:
  /// One worker a system; at least one.
  explicit Crew(std::vector<std::unique_ptr<System>> systems) : systems_(std::move(systems)) {}

  /// The first worker's system, for what is done alone.
  System& first() { return *systems_.front(); }
  std::size_t size() const { return systems_.size(); }
  /// All of them, to change them alike.
  const std::vector<std::unique_ptr<System>>& systems() const { return systems_; }

  /// Does tasks 0 to count - 1.
  void Do(std::size_t count, const std::function<void(System&, std::size_t)>& task);

 private:
  std::vector<std::unique_ptr<System>> systems_;
};

}  // namespace search
