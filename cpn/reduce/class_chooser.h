// The choice for a net in classes of binding elements (event_classes.h).
//
// Thread safety: one per worker.
// Source: Valmari (1990); the rules that priorities, inhibitor and reset arcs add are ours
// (docs/reductions.md).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cpn/reduce/chooser.h"
#include "cpn/reduce/dependencies.h"

namespace cpn::reduce {

class ClassChooser final : public Chooser {
 public:
  /// `dependencies` must outlive the chooser.
  explicit ClassChooser(const Dependencies* dependencies);

  const std::vector<bool>& Choose(std::span<const BindingElementId> enabled,
                                  const TokenView& marking) override;

 private:
  ClassId ClassOf(BindingElementId element);
  /// The closure of a class into `set_`; the number of enabled elements in it, or of `limit` when
  /// there are as many.
  std::uint32_t Close(ClassId seed, std::uint32_t limit);
  /// Adds what is new to the set, and counts enabled elements.
  void Include(const BitSet& more);
  /// Who must be in the set so that this class stays disabled: the fewest.
  const BitSet& RemediesOf(ClassId c);
  bool IsMissing(ClassId c, std::size_t reason);
  /// Who takes a token of `place`: of all tokens, the one with the fewest that are new.
  void LookAtInhibitor(const Touch& touch);
  std::span<const std::uint32_t> TokensOf(PlaceId place);
  std::uint32_t Additions(const BitSet& set) const;
  const BitSet& Takers(PlaceId place, std::uint32_t token);

  struct PlaceTokens {
    std::uint64_t stamp = 0;
    std::vector<std::uint32_t> tokens;
  };

  const Dependencies* dependencies_;
  const TokenView* marking_ = nullptr;
  std::uint64_t stamp_ = 0;
  std::vector<ClassId> class_of_;    // by element; kUnknownClass
  std::vector<PlaceTokens> tokens_;  // by place
  std::vector<std::vector<std::vector<std::int8_t>>>
      matches_;                              // by class, reason, token; -1: unknown
  std::vector<std::vector<BitSet>> takers_;  // by place, token; no words: unknown
  std::vector<std::uint32_t> enabled_;       // by class, number of enabled elements
  std::vector<ClassId> enabled_classes_;
  std::vector<ClassId> classes_;  // by position in what was given
  BitSet allowed_;
  BitSet set_;
  BitSet best_;
  BitSet candidate_;
  BitSet best_remedies_;
  std::vector<ClassId> waiting_;
  std::uint32_t count_ = 0;
  std::vector<bool> chosen_;
};

}  // namespace cpn::reduce
