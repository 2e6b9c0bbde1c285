#include "generator/case_progress.h"

#include <algorithm>

namespace generator {

using cpn::lua::CaseOrder;

CaseProgress::CaseProgress(CaseOrder order, const RawCase& raw,
                           const std::vector<std::vector<ObservationId>>& labels)
    : order_(order), raw_(raw), labels_(labels) {
  if (order_ == CaseOrder::kSequence) return;
  sets_.push_back(Bits((raw_.size() + 63) / 64));
  numbers_.emplace(sets_.front(), 0);
  complete_.push_back(raw_.empty());
}

std::optional<std::uint32_t> CaseProgress::After(std::uint32_t progress, LabelId label) {
  if (label == kSilent) return progress;
  const std::uint64_t key = (std::uint64_t{progress} << 32) | label;
  if (const auto known = memo_.find(key); known != memo_.end()) return known->second;
  const std::optional<std::uint32_t> after = Compute(progress, label);
  memo_.emplace(key, after);
  return after;
}

bool CaseProgress::IsComplete(std::uint32_t progress) const {
  return order_ == CaseOrder::kSequence ? progress == raw_.size() : complete_[progress];
}

std::optional<std::uint32_t> CaseProgress::Compute(std::uint32_t progress, LabelId label) {
  if (order_ == CaseOrder::kSet) return AddToSet(progress, label);
  for (const ObservationId id : labels_[label]) {
    if (progress >= raw_.size() || raw_[progress] != id) return std::nullopt;
    ++progress;
  }
  return progress;
}

std::optional<std::uint32_t> CaseProgress::AddToSet(std::uint32_t progress, LabelId label) {
  Bits bits = sets_[progress];
  for (const ObservationId id : labels_[label]) {
    const auto at = std::lower_bound(raw_.begin(), raw_.end(), id);
    if (at == raw_.end() || *at != id) return std::nullopt;
    const auto index = static_cast<std::size_t>(at - raw_.begin());
    bits[index / 64] |= std::uint64_t{1} << (index % 64);
  }
  const auto [entry, is_new] =
      numbers_.emplace(std::move(bits), static_cast<std::uint32_t>(sets_.size()));
  if (is_new) {
    sets_.push_back(entry->first);
    std::size_t seen = 0;
    for (std::size_t i = 0; i < raw_.size(); ++i) seen += entry->first[i / 64] >> (i % 64) & 1;
    complete_.push_back(seen == raw_.size());
  }
  return entry->second;
}

}  // namespace generator
