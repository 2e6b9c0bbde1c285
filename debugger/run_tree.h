// The runs that were tried, as a tree: a branch shares the first steps of another one and goes on
// differently. Steps are numbers that mean nothing here.
//
// How it works: a branch holds only the steps that are its own; what it shares it finds in its
// parent. So a run of a million steps and a branch of three cost a million and three numbers.
//
// Invariants:
//  1. two branches that begin with the same steps share them, so that a step that was tried is
//     found again;
//  2. a branch but the first has steps of its own, and the step before them is its parent's own.
// Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace debugger {

using BranchId = std::uint32_t;
using StepId = std::uint32_t;

/// A branch, and how many of its steps have been taken.
struct Position {
  BranchId branch = 0;
  std::size_t step = 0;
  bool operator==(const Position&) const = default;
};

class RunTree {
 public:
  struct Branch {
    BranchId parent = 0;
    std::size_t fork = 0;       ///< steps that are the parent's
    std::vector<StepId> steps;  ///< the others
  };
  /// What Forget() goes back to.
  using Mark = std::size_t;

  /// One branch with these steps.
  explicit RunTree(std::vector<StepId> steps = {});

  const std::vector<Branch>& branches() const { return branches_; }
  /// All steps of the branch, shared ones too.
  std::size_t Length(BranchId branch) const {
    return branches_[branch].fork + branches_[branch].steps.size();
  }
  /// Step `number` of the branch, from 1.
  StepId StepAt(BranchId branch, std::size_t number) const;
  /// The first `count` steps of the branch.
  std::vector<StepId> StepsOf(BranchId branch, std::size_t count) const;
  /// The same place of the tree, in the branch whose own step came last there.
  Position OwnerOf(Position position) const;
  /// How many steps the two branches share.
  std::size_t Shared(BranchId one, BranchId other) const;

  /// Where the step leads from here: along this branch, into one that was tried, or a new one.
  Position Take(Position from, StepId step);

  /// What is added from now on can be forgotten.
  Mark Now() const { return added_.size(); }
  /// Takes away what was added since.
  void Forget(Mark mark);

 private:
  std::optional<Position> Known(Position from, StepId step) const;

  std::vector<Branch> branches_;
  std::vector<BranchId> added_;  // for each step that Take() added, its branch
};

}  // namespace debugger
