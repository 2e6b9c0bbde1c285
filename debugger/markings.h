// The marking after any step of any branch, quickly.
//
// How it works: every kInterval steps of a branch the marking is kept, a keyframe; what is between
// two of them is made again from the one before, at most kInterval occurrences away. The marking
// that was asked for last is kept, too, so that going on by one step costs one.
// Thread safety: as Engine.
#pragma once

#include <cstddef>
#include <vector>

#include "cpn/engine/engine.h"
#include "debugger/run_tree.h"

namespace debugger {

class Markings {
 public:
  /// Occurrences between two keyframes.
  static constexpr std::size_t kInterval = 512;

  /// Both must outlive this. The steps of `tree` must be binding elements that occur in this order.
  Markings(cpn::Engine* engine, const RunTree* tree);

  /// Valid until the next call.
  const cpn::Marking& At(Position position);
  /// To be called when steps of the tree were forgotten.
  void Trim();

 private:
  /// By branch; keyframe i is the marking behind i * kInterval own steps of the branch.
  using Frames = std::vector<cpn::Marking>;

  void ExtendFrames(BranchId branch, std::size_t own);

  cpn::Engine& engine_;
  const RunTree& tree_;
  std::vector<Frames> frames_;
  Position last_at_;
  cpn::Marking last_;
};

}  // namespace debugger
