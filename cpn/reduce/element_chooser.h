// The choice for a net that is unfolded: closures of single binding elements, of which all is known
// that they need and do.
//
// Thread safety: one per worker.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cpn/reduce/chooser.h"
#include "cpn/reduce/unfolding.h"

namespace cpn::reduce {

class ElementChooser final : public Chooser {
 public:
  /// `visible`: elements whose order is kept, ascending. Both must outlive the chooser.
  ElementChooser(const Unfolding* unfolding, const std::vector<ElementNumber>* visible,
                 std::size_t places);

  const std::vector<bool>& Choose(std::span<const BindingElementId> enabled,
                                  const TokenView& marking) override;

 private:
  /// A set of small numbers that is emptied at once.
  class Marks {
   public:
    explicit Marks(std::size_t size) : marks_(size, 0) {}
    void Clear() { ++now_; }
    bool Has(std::uint32_t i) const { return marks_[i] == now_; }
    void Add(std::uint32_t i) { marks_[i] = now_; }

   private:
    std::vector<std::uint64_t> marks_;
    std::uint64_t now_ = 1;
  };

  void SeeTokens(const TokenView& marking);
  /// The closure of an element into `set_`; the number of enabled elements in it, or some number
  /// that is `limit` at least.
  std::uint32_t Close(ElementNumber seed, std::uint32_t limit);
  void FollowEnabled(const UnfoldedElement& element, bool visible);
  void FollowDisabled(const UnfoldedElement& element);
  void Add(ElementNumber element);
  void AddAll(const std::vector<ElementNumber>& elements);
  /// How many of them are not in the set, or `most` if there are as many.
  std::uint32_t CountNew(const std::vector<ElementNumber>& elements, std::uint32_t most) const;

  static constexpr TokenNumber kUnknown = UINT32_MAX;
  static constexpr TokenNumber kNone = UINT32_MAX - 1;  ///< no element has to do with it

  const Unfolding* unfolding_;
  const std::vector<ElementNumber>* visible_;
  std::vector<bool> is_visible_;                    // by element
  std::vector<std::vector<TokenNumber>> token_of_;  // by place: by its number in markings
  std::vector<std::uint32_t> numbers_;
  Marks present_;
  Marks enabled_;
  Marks set_;
  bool visible_added_ = false;
  std::uint32_t count_ = 0;
  std::vector<ElementNumber> waiting_;
  std::vector<ElementNumber> given_;  // by position in what was given
  std::vector<ElementNumber> seeds_;
  std::vector<bool> chosen_;
};

}  // namespace cpn::reduce
