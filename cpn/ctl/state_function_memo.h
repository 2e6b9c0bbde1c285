// The results of state functions, remembered under the place markings that they read, so that a
// function is called once per distinct combination of these and not once per marking.
//
// How it works: which place a pure function reads next depends on what it has read so far, so its
// results are the leaves of a decision tree: an inner vertex is a place, a branch of it one marking
// of that place. All branches of all trees are in one hash table under (vertex, place marking).
//
// Invariants:
//  1. Purity sample, as EvaluationMemo's: a question is asked of the function once more when it is
//     the 1st, 2nd, 4th, 8th, ... about this function. Another answer, or other places read, is a
//     ModelError ("impure state function").
//  2. The memory is at most about `memo_bytes`; when full it is emptied.
// Thread safety: none.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cpn/ctl/state_functions.h"
#include "cpn/net/net.h"
#include "cpn/values/multiset.h"

namespace cpn::ctl {

class StateFunctionMemo {
 public:
  /// All arguments must outlive the memo.
  StateFunctionMemo(StateFunctions* functions, const Net* net, const MultiSetStore* multisets,
                    std::size_t memo_bytes);

  /// `at(place)` is the place's marking. Throws ModelError.
  template <typename PlaceMarkings>
  bool Holds(StateFunctionId function, const PlaceMarkings& at) {
    Tree& tree = TreeOf(function);
    ++lookups_;
    Branch branch = tree.root;
    while (branch >= kFirstVertex) branch = Follow(branch, at(places_[branch - kFirstVertex]));
    const bool sample = std::has_single_bit(++tree.questions);
    if (branch != kUnknown && !sample) return branch == kTrue;
    return Ask(function, View<PlaceMarkings>(at), branch, sample);
  }
  /// The places that calls of the function have read, ascending.
  std::span<const PlaceId> PlacesRead(StateFunctionId function) { return TreeOf(function).read; }

  std::uint64_t calls() const { return calls_; }  ///< without the purity sample
  std::uint64_t lookups() const { return lookups_; }
  std::uint64_t purity_checks() const { return purity_checks_; }

 private:
  /// Where a branch leads: to a result, or to a vertex.
  using Branch = std::uint32_t;
  static constexpr Branch kFalse = 0;
  static constexpr Branch kTrue = 1;
  static constexpr Branch kUnknown = 2;
  static constexpr Branch kFirstVertex = 3;
  static constexpr std::uint64_t kNoKey = ~std::uint64_t{0};

  struct Slot {
    std::uint64_t key = kNoKey;
    Branch branch = kUnknown;
  };
  struct Tree {
    Branch root = kUnknown;
    std::uint64_t questions = 0;
    std::vector<PlaceId> read;
  };
  template <typename PlaceMarkings>
  class View final : public MarkingView {
   public:
    explicit View(const PlaceMarkings& at) : at_(at) {}
    MultiSet At(PlaceId place) const override { return at_(place); }

   private:
    const PlaceMarkings& at_;
  };

  Tree& TreeOf(StateFunctionId function) {
    if (function >= trees_.size()) trees_.resize(function + std::size_t{1});
    return trees_[function];
  }
  /// The slot of the key, or the free one where it belongs.
  std::size_t Find(std::uint64_t key) const;
  Branch Follow(Branch vertex, MultiSet marking) const {
    return slots_[Find((std::uint64_t{vertex} << 32) | marking.id)].branch;
  }
  Branch* BranchAt(Branch vertex, MultiSet marking);
  bool Ask(StateFunctionId function, const MarkingView& marking, Branch known, bool sample);
  /// `result` and `reads_` are what a call yielded.
  void Remember(StateFunctionId function, const MarkingView& marking, bool result);
  [[noreturn]] void FailImpure(StateFunctionId function, const MarkingView& marking) const;
  void Reserve(std::size_t branches);

  StateFunctions* functions_;
  const Net* net_;
  const MultiSetStore* multisets_;
  std::size_t memo_bytes_;
  std::vector<Tree> trees_;      // by function
  std::vector<PlaceId> places_;  // by vertex - kFirstVertex
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  std::vector<PlaceId> reads_;
  std::uint64_t calls_ = 0;
  std::uint64_t lookups_ = 0;
  std::uint64_t purity_checks_ = 0;
};

}  // namespace cpn::ctl
