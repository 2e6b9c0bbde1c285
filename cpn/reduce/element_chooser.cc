#include "cpn/reduce/element_chooser.h"

#include <algorithm>
#include <cstddef>

namespace cpn::reduce {

ElementChooser::ElementChooser(const Unfolding* unfolding,
                               const std::vector<ElementNumber>* visible, std::size_t places)
    : unfolding_(unfolding),
      visible_(visible),
      is_visible_(unfolding->elements().size(), false),
      token_of_(places),
      present_(unfolding->tokens().size()),
      enabled_(unfolding->elements().size()),
      set_(unfolding->elements().size()),
      remedied_(unfolding->tokens().size()) {
  for (const ElementNumber element : *visible) is_visible_[element] = true;
  first_need_.push_back(0);
  for (const UnfoldedElement& element : unfolding->elements()) {
    needs_.insert(needs_.end(), element.needs.begin(), element.needs.end());
    first_need_.push_back(static_cast<std::uint32_t>(needs_.size()));
  }
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
  FindGroups();
  auto fewest = static_cast<std::uint32_t>(enabled.size());
  for (const auto& [size, first] : groups_) {
    if (size >= fewest) break;
    const std::uint32_t count = Close(std::span(grouped_).subspan(first, size), fewest);
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

void ElementChooser::FindGroups() {
  grouped_ = given_;
  std::ranges::sort(grouped_);
  groups_.clear();
  for (std::size_t first = 0; first < grouped_.size();) {
    std::size_t end = first + 1;
    for (std::size_t at = first; at < end; ++at) {
      const auto joins = [&](ElementNumber other) { return AreInConflict(grouped_[at], other); };
      const auto rest = grouped_.begin() + static_cast<std::ptrdiff_t>(end);
      end = static_cast<std::size_t>(std::stable_partition(rest, grouped_.end(), joins) -
                                     grouped_.begin());
    }
    groups_.emplace_back(end - first, first);
    first = end;
  }
  std::ranges::sort(groups_);
}

bool ElementChooser::AreInConflict(ElementNumber a, ElementNumber b) const {
  if (is_visible_[a] && is_visible_[b]) return true;
  const auto takes_from = [&](ElementNumber taker, ElementNumber user) {
    const std::span<const TokenNumber> needs = NeedsOf(user);
    return std::ranges::any_of(unfolding_->elements()[taker].lowers, [&](TokenNumber token) {
      return std::ranges::find(needs, token) != needs.end();
    });
  };
  return takes_from(a, b) || takes_from(b, a);
}

std::uint32_t ElementChooser::Close(std::span<const ElementNumber> group, std::uint32_t limit) {
  set_.Clear();
  remedied_.Clear();
  visible_added_ = false;
  count_ = 0;
  for (const ElementNumber element : group) Add(element);
  for (std::size_t next = 0; next < set_.size() && count_ < limit; ++next) {
    const ElementNumber number = set_[next];
    enabled_.Has(number) ? FollowEnabled(number) : FollowDisabled(number);
  }
  return count_;
}

void ElementChooser::FollowEnabled(ElementNumber number) {
  const UnfoldedElement& element = unfolding_->elements()[number];
  for (const TokenNumber token : element.needs) AddAll(unfolding_->tokens()[token].lowered_by);
  for (const TokenNumber token : element.lowers) AddAll(unfolding_->tokens()[token].needed_by);
  if (!is_visible_[number] || visible_added_) return;
  visible_added_ = true;
  AddAll(*visible_);
}

/// Of the tokens that are missing, one that the fewest new elements bring about.
void ElementChooser::FollowDisabled(ElementNumber number) {
  const std::span<const TokenNumber> needs = NeedsOf(number);
  for (const TokenNumber token : needs) {
    if (remedied_.Has(token)) return;  // nothing is new: the most frequent case by far
  }
  std::uint32_t fewest = UINT32_MAX;
  TokenNumber best = kNone;
  for (const TokenNumber token : needs) {
    if (present_.Has(token)) continue;
    const std::uint32_t added = CountNew(unfolding_->tokens()[token].raised_by, fewest);
    if (added >= fewest) continue;
    fewest = added;
    best = token;
    if (fewest == 0) break;
  }
  if (best != kNone) {
    remedied_.Add(best);
    return AddAll(unfolding_->tokens()[best].raised_by);
  }
  // All are there, but too few of some.
  for (const TokenNumber token : needs) AddAll(unfolding_->tokens()[token].raised_by);
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
