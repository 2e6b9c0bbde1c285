#include "cpn/engine/inhibitor.h"

#include <algorithm>

namespace cpn {

bool InhibitorCheck::Disables(const CompiledInhibitor& inhibitor, MultiSet marking,
                              PartialBinding& binding, const std::function<void()>& count_step) {
  if (inhibitor.any_token) return marking.id != 0;
  marking_ = marking;
  sum_.clear();
  std::vector<const CompiledTerm*> wild;
  for (const CompiledTerm& term : inhibitor.terms) {
    if (!term.pattern.wildcard) {
      terms_->AppendTokens(term, binding, sum_);
    } else if (terms_->IsPresent(term, binding)) {
      wild.push_back(&term);
    }
  }
  if (sum_.empty() && wild.empty()) return false;
  return Choose(wild, binding, count_step);
}

bool InhibitorCheck::Choose(std::span<const CompiledTerm* const> wild, PartialBinding& binding,
                            const std::function<void()>& count_step) {
  if (!HoldsSum()) return false;
  if (wild.empty()) return true;
  const CompiledTerm& term = *wild.front();
  for (const MultiSetEntry& entry : multisets_->Entries(marking_)) {
    count_step();
    if (!terms_->Match(term.pattern, entry.value, binding)) continue;
    sum_.push_back({entry.value, term.count});
    const bool found = Choose(wild.subspan(1), binding, count_step);
    sum_.pop_back();
    if (found) return true;
  }
  return false;
}

bool InhibitorCheck::HoldsSum() const {
  return std::ranges::all_of(sum_, [&](const MultiSetEntry& entry) {
    std::uint64_t wanted = 0;
    for (const MultiSetEntry& other : sum_) {
      if (other.value == entry.value) wanted += other.count;
    }
    return multisets_->Count(marking_, entry.value) >= wanted;
  });
}

}  // namespace cpn
