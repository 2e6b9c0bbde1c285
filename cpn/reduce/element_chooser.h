// The choice for a net that is unfolded: closures of single binding elements, of which all is known
// that they need and do.
//
// Thread safety: one per worker.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
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
  /// A set of numbers below `size`, which knows its members in the order in which they came. A byte
  /// each: it is asked far more often than it is emptied.
  class Marks {
   public:
    explicit Marks(std::size_t size) : marks_(size, 0), members_(size) {}
    void Clear() {
      for (std::size_t i = 0; i < size_; ++i) marks_[members_[i]] = 0;
      size_ = 0;
    }
    bool Has(std::uint32_t i) const { return marks_[i] != 0; }
    /// Was it not there before?
    bool Add(std::uint32_t i) {
      if (Has(i)) return false;
      marks_[i] = 1;
      members_[size_++] = i;
      return true;
    }
    std::size_t size() const { return size_; }
    std::uint32_t operator[](std::size_t i) const { return members_[i]; }

   private:
    std::vector<std::uint8_t> marks_;
    std::vector<std::uint32_t> members_;
    std::size_t size_ = 0;
  };

  void SeeTokens(const TokenView& marking);
  /// Parts the enabled elements into groups, smallest first: whoever has one of a group in a
  /// stubborn set has all of it, since each is in conflict with another, or all are visible.
  void FindGroups();
  bool AreInConflict(ElementNumber a, ElementNumber b) const;
  /// The closure of a group into `set_`; the number of enabled elements in it, or some number that
  /// is `limit` at least.
  std::uint32_t Close(std::span<const ElementNumber> group, std::uint32_t limit);
  void FollowEnabled(ElementNumber number);
  void FollowDisabled(ElementNumber number);
  std::span<const TokenNumber> NeedsOf(ElementNumber number) const {
    return std::span(needs_).subspan(first_need_[number],
                                     first_need_[number + 1] - first_need_[number]);
  }
  void Add(ElementNumber element) {
    if (set_.Add(element) && enabled_.Has(element)) ++count_;
  }
  void AddAll(const std::vector<ElementNumber>& elements);
  /// How many of them are not in the set, or `most` if there are as many.
  std::uint32_t CountNew(const std::vector<ElementNumber>& elements, std::uint32_t most) const;

  static constexpr TokenNumber kUnknown = UINT32_MAX;
  static constexpr TokenNumber kNone = UINT32_MAX - 1;  ///< no element has to do with it

  const Unfolding* unfolding_;
  const std::vector<ElementNumber>* visible_;
  std::vector<bool> is_visible_;                    // by element
  std::vector<TokenNumber> needs_;                  // of all elements, side by side
  std::vector<std::uint32_t> first_need_;           // by element, into needs_; then their number
  std::vector<std::vector<TokenNumber>> token_of_;  // by place: by its number in markings
  std::vector<std::uint32_t> numbers_;
  Marks present_;
  Marks enabled_;
  Marks set_;
  Marks remedied_;  // tokens all of whose raisers are in the set
  bool visible_added_ = false;
  std::uint32_t count_ = 0;
  std::vector<ElementNumber> given_;                         // by position in what was given
  std::vector<ElementNumber> grouped_;                       // the enabled ones, group by group
  std::vector<std::pair<std::size_t, std::size_t>> groups_;  // size and first, in grouped_
  std::vector<bool> chosen_;
};

}  // namespace cpn::reduce
