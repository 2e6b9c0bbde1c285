#include "cpn/reduce/element_chooser.h"

#include <algorithm>

namespace cpn::reduce {

ElementChooser::ElementChooser(const Unfolding* unfolding,
                               const std::vector<ElementNumber>* visible, std::size_t places)
    : unfolding_(unfolding),
      visible_(visible),
      is_visible_(unfolding->elements().size(), false),
      token_of_(places),
      present_(unfolding->tokens().size()),
      enabled_(unfolding->elements().size()),
      set_(unfolding->elements().size()) {
  for (const ElementNumber element : *visible) is_visible_[element] = true;
}

const std::vector<bool>& ElementChooser::Choose(std::span<const BindingElementId> enabled,
                                                const TokenView& marking) {
  chosen_.assign(enabled.size(), true);
  if (enabled.size() < 2) return chosen_;
  SeeTokens(marking);
  enabled_.Clear();
  given_.clear();
  for (const BindingElementId id : enabled) {
    given_.push_back(unfolding_->NumberOf(id));
    enabled_.Add(given_.back());
  }
  seeds_ = given_;
  std::ranges::sort(seeds_);
  auto fewest = static_cast<std::uint32_t>(enabled.size());
  for (const ElementNumber seed : seeds_) {
    const std::uint32_t count = Close(seed, fewest);
    if (count >= fewest) continue;
    fewest = count;
    for (std::size_t i = 0; i < given_.size(); ++i) chosen_[i] = set_.Has(given_[i]);
    if (fewest == 1) break;
  }
  return chosen_;
}

void ElementChooser::SeeTokens(const TokenView& marking) {
  present_.Clear();
  for (PlaceId place = 0; place < token_of_.size(); ++place) {
    numbers_.clear();
    marking.AppendTokens(place, numbers_);
    std::vector<TokenNumber>& known = token_of_[place];
    for (const std::uint32_t number : numbers_) {
      if (number >= known.size()) known.resize(number + 1, kUnknown);
      if (known[number] == kUnknown) {
        known[number] = unfolding_->TokenOf(place, marking.ValueOf(place, number)).value_or(kNone);
      }
      if (known[number] != kNone) present_.Add(known[number]);
    }
  }
}

std::uint32_t ElementChooser::Close(ElementNumber seed, std::uint32_t limit) {
  set_.Clear();
  waiting_.clear();
  visible_added_ = false;
  count_ = 0;
  Add(seed);
  while (!waiting_.empty() && count_ < limit) {
    const ElementNumber number = waiting_.back();
    waiting_.pop_back();
    const UnfoldedElement& element = unfolding_->elements()[number];
    if (enabled_.Has(number)) {
      FollowEnabled(element, is_visible_[number]);
    } else {
      FollowDisabled(element);
    }
  }
  return count_;
}

void ElementChooser::FollowEnabled(const UnfoldedElement& element, bool visible) {
  for (const TokenNumber token : element.needs) AddAll(unfolding_->tokens()[token].lowered_by);
  for (const TokenNumber token : element.lowers) AddAll(unfolding_->tokens()[token].needed_by);
  if (!visible || visible_added_) return;
  visible_added_ = true;
  AddAll(*visible_);
}

/// Of the tokens that are missing, one that the fewest new elements bring about.
void ElementChooser::FollowDisabled(const UnfoldedElement& element) {
  std::uint32_t fewest = UINT32_MAX;
  TokenNumber best = kNone;
  for (const TokenNumber token : element.needs) {
    if (present_.Has(token)) continue;
    const std::uint32_t added = CountNew(unfolding_->tokens()[token].raised_by, fewest);
    if (added >= fewest) continue;
    fewest = added;
    best = token;
    if (fewest == 0) return;
  }
  if (best != kNone) return AddAll(unfolding_->tokens()[best].raised_by);
  // All are there, but too few of some.
  for (const TokenNumber token : element.needs) AddAll(unfolding_->tokens()[token].raised_by);
}

void ElementChooser::Add(ElementNumber element) {
  if (set_.Has(element)) return;
  set_.Add(element);
  if (enabled_.Has(element)) ++count_;
  waiting_.push_back(element);
}

void ElementChooser::AddAll(const std::vector<ElementNumber>& elements) {
  for (const ElementNumber element : elements) Add(element);
}

std::uint32_t ElementChooser::CountNew(const std::vector<ElementNumber>& elements,
                                       std::uint32_t most) const {
  std::uint32_t count = 0;
  for (const ElementNumber element : elements) {
    if (set_.Has(element)) continue;
    if (++count >= most) break;
  }
  return count;
}

}  // namespace cpn::reduce
