#include "systematic/strategies/lanes.h"

#include <cassert>

namespace systematic {

void Lanes::Clear() {
  of_id_.clear();
  lanes_.clear();
}

std::uint64_t Lanes::NameOf(const Option& option) const {
  const auto name = [](std::uint64_t sort, std::uint64_t a, std::uint64_t b) {
    return sort << 48 | a << 16 | b;
  };
  if (option.kind == OptionKind::kTimer) return name(1, option.machine, option.key.what);
  const bool is_fate = option.kind == OptionKind::kFault || option.kind == OptionKind::kRepair;
  if (is_fate) return name(2, option.machine, option.key.kind);
  if (option.kind == OptionKind::kInternal) return name(4, option.machine, 0);
  if (unit_ == Unit::kLink && option.kind == OptionKind::kMessage) {
    return name(3, option.key.from, option.key.to);
  }
  return name(0, option.machine, 0);
}

LaneId Lanes::LaneOfNew(const Option& option) {
  if (option.id >= of_id_.size()) of_id_.resize(option.id + 1, kNone);
  const LaneId lane =
      lanes_.try_emplace(NameOf(option), static_cast<LaneId>(lanes_.size())).first->second;
  of_id_[option.id] = lane;
  return lane;
}

std::size_t Lanes::PickFrom(std::span<const Option> enabled, LaneId lane, base::Random& random) {
  std::size_t picked = enabled.size();
  std::uint32_t met = 0;
  for (std::size_t i = 0; i < enabled.size(); ++i) {
    if (Of(enabled[i]) != lane) continue;
    ++met;
    const bool better = HasQueue(enabled[i]) ? met == 1 || enabled[i].id < enabled[picked].id
                                             : met == 1 || random.Below(met) == 0;
    if (better) picked = i;
  }
  assert(picked < enabled.size());
  return picked;
}

}  // namespace systematic
