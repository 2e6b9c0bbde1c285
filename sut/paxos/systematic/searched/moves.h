// What can happen next in a searched world, made anew from its state after each step: options are a
// function of the state, so that equal states have equal options.
//
// Not thread-safe: belongs to one execution.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "systematic/key.h"
#include "systematic/option.h"
#include "systematic/scheduler.h"

namespace paxos::searched {

struct Move {
  systematic::Key key;
  systematic::MachineId machine = 0;
  systematic::OptionKind kind = systematic::OptionKind::kMessage;
  std::function<void()> run;
};

class Moves {
 public:
  /// `after` is called after each step.
  Moves(systematic::Scheduler& scheduler, std::function<void()> after)
      : scheduler_(scheduler), after_(std::move(after)) {}

  /// Has exactly these be enabled.
  void Offer(std::vector<Move> wanted);

 private:
  systematic::Scheduler& scheduler_;
  const std::function<void()> after_;
  std::vector<systematic::Key> offered_;  // sorted
};

}  // namespace paxos::searched
