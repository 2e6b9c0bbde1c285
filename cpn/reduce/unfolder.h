// Gathers tokens and elements for an Unfolding.
//
// Thread safety: one thread at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cpn/engine/engine.h"
#include "cpn/engine/term_evaluator.h"
#include "cpn/reduce/supply.h"
#include "cpn/reduce/unfolding.h"

namespace cpn::reduce {

class Unfolder {
 public:
  Unfolder(Engine* engine, const UnfoldingLimits& limits);

  /// Null when a limit is met. Throws ModelError when an inscription fails.
  std::unique_ptr<const Unfolding> Make();

 private:
  struct Candidate {
    UnfoldedElement element;
    std::vector<std::pair<TokenNumber, std::uint32_t>> lost, won;  ///< as lowers and raises
    bool is_in = false;
    bool fails = false;  ///< what it adds cannot be computed
  };

  /// Searches the transitions that new tokens could enable; false when a limit is met.
  bool Search();
  /// Appends what is enabled in `marking`, as far as it can be computed: where a search fails, the
  /// tokens of a place are taken in two halves, until they are one.
  void SearchParts(TransitionId id, Marking& marking, std::vector<BindingElementId>& found);
  void Found(BindingElementId id);
  /// Lets in candidates that there is enough for; were there any?
  bool LetIn();
  TokenNumber Intern(PlaceId place, Value value, std::uint32_t initially = 0);
  void AppendNeeds(BindingElementId id, Candidate& candidate);
  void AppendMoves(BindingElementId id, Candidate& candidate);
  /// A token that can be there from now on.
  void Gather(TokenNumber token);
  Marking MarkingOfAll();
  std::unique_ptr<const Unfolding> Finish();

  Engine* engine_;
  UnfoldingLimits limits_;
  TermEvaluator terms_;
  PartialBinding binding_;
  std::vector<std::pair<PlaceId, Value>> tokens_;
  std::vector<bool> gathered_;  // by token
  std::vector<std::unordered_map<std::uint32_t, TokenNumber>> token_of_;
  std::vector<std::vector<MultiSetEntry>> there_;  // by place
  std::vector<bool> grown_;                        // by place, since the last search
  std::deque<Candidate> candidates_;               // they stay where they are
  std::unordered_map<BindingElementId, std::size_t> candidate_of_;
  std::size_t searched_ = 0;
  std::size_t failures_ = 0;  // of searches
  Supply supply_;
};

/// Null when the net has priorities, inhibitor or reset arcs or test arcs with wildcards, when it
/// is too large, or when inscriptions fail too often for what is gathered, which need not occur.
std::unique_ptr<const Unfolding> MakeUnfolding(Engine& engine, const UnfoldingLimits& limits = {});

}  // namespace cpn::reduce
