#include "debugger/run_tree.h"

#include <algorithm>
#include <utility>

namespace debugger {

RunTree::RunTree(std::vector<StepId> steps) { branches_.push_back({0, 0, std::move(steps)}); }

StepId RunTree::StepAt(BranchId branch, std::size_t number) const {
  while (number <= branches_[branch].fork) branch = branches_[branch].parent;
  return branches_[branch].steps[number - branches_[branch].fork - 1];
}

std::vector<StepId> RunTree::StepsOf(BranchId branch, std::size_t count) const {
  std::vector<StepId> steps(count);
  for (std::size_t end = count; end > 0; branch = branches_[branch].parent) {
    const Branch& from = branches_[branch];
    if (from.fork >= end) continue;
    std::copy_n(from.steps.begin(), end - from.fork,
                steps.begin() + static_cast<std::ptrdiff_t>(from.fork));
    end = from.fork;
  }
  return steps;
}

Position RunTree::OwnerOf(Position position) const {
  while (position.branch != 0 && position.step <= branches_[position.branch].fork) {
    position.branch = branches_[position.branch].parent;
  }
  return position;
}

std::size_t RunTree::Shared(BranchId one, BranchId other) const {
  std::size_t shared = std::min(Length(one), Length(other));
  while (one != other) {
    // Parents are older than their branches, so the younger of the two is left first.
    BranchId& younger = one > other ? one : other;
    shared = std::min(shared, branches_[younger].fork);
    younger = branches_[younger].parent;
  }
  return shared;
}

std::optional<Position> RunTree::Known(Position from, StepId step) const {
  const auto leads = [&](BranchId branch) {
    return from.step < Length(branch) && StepAt(branch, from.step + 1) == step;
  };
  if (leads(from.branch)) return Position{from.branch, from.step + 1};
  const Position owner = OwnerOf(from);
  if (leads(owner.branch)) return Position{owner.branch, from.step + 1};
  for (BranchId b = 1; b < branches_.size(); ++b) {
    if (Position{branches_[b].parent, branches_[b].fork} == owner && leads(b)) {
      return Position{b, from.step + 1};
    }
  }
  return std::nullopt;
}

Position RunTree::Take(Position from, StepId step) {
  if (const auto known = Known(from, step)) return *known;
  BranchId branch = from.branch;
  if (from.step == Length(branch)) {
    branches_[branch].steps.push_back(step);
  } else {
    const Position owner = OwnerOf(from);
    branch = static_cast<BranchId>(branches_.size());
    branches_.push_back({owner.branch, owner.step, {step}});
  }
  added_.push_back(branch);
  return {branch, from.step + 1};
}

void RunTree::Forget(Mark mark) {
  for (; added_.size() > mark; added_.pop_back()) {
    Branch& branch = branches_[added_.back()];
    branch.steps.pop_back();
    if (branch.steps.empty() && added_.back() != 0) branches_.pop_back();
  }
}

}  // namespace debugger
