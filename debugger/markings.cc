#include "debugger/markings.h"

#include <algorithm>
#include <utility>

namespace debugger {

Markings::Markings(cpn::Engine* engine, const RunTree* tree)
    : engine_(*engine), tree_(*tree), last_(engine_.InitialMarking()) {
  frames_.push_back({last_});
}

const cpn::Marking& Markings::At(Position position) {
  const Position owner = tree_.OwnerOf(position);
  const bool is_near = last_at_.branch == owner.branch && last_at_.step <= owner.step &&
                       owner.step - last_at_.step < kInterval;
  if (!is_near) {
    const std::size_t own = owner.step - tree_.branches()[owner.branch].fork;
    ExtendFrames(owner.branch, own);
    last_ = frames_[owner.branch][own / kInterval];
    last_at_ = {owner.branch, owner.step - own % kInterval};
  }
  for (; last_at_.step < owner.step; ++last_at_.step) {
    engine_.Occur(last_, tree_.StepAt(owner.branch, last_at_.step + 1));
  }
  return last_;
}

void Markings::ExtendFrames(BranchId branch, std::size_t own) {
  const RunTree::Branch& of = tree_.branches()[branch];
  if (branch >= frames_.size()) frames_.resize(branch + std::size_t{1});
  if (frames_[branch].empty()) {
    cpn::Marking first = branch == 0 ? engine_.InitialMarking() : At({of.parent, of.fork});
    frames_[branch].push_back(std::move(first));
  }
  while (frames_[branch].size() * kInterval <= own) {
    const std::size_t from = (frames_[branch].size() - 1) * kInterval;
    cpn::Marking marking = frames_[branch].back();
    for (std::size_t i = 0; i < kInterval; ++i) engine_.Occur(marking, of.steps[from + i]);
    frames_[branch].push_back(std::move(marking));
  }
}

void Markings::Trim() {
  frames_.resize(std::min(frames_.size(), tree_.branches().size()));
  for (BranchId branch = 0; branch < frames_.size(); ++branch) {
    const std::size_t most = tree_.branches()[branch].steps.size() / kInterval + 1;
    if (frames_[branch].size() > most) frames_[branch].resize(most);
  }
  last_at_ = {};
  last_ = engine_.InitialMarking();
}

}  // namespace debugger
