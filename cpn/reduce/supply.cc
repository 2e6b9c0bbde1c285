#include "cpn/reduce/supply.h"

#include <algorithm>

namespace cpn::reduce {

void Supply::AddToken(std::uint32_t initially, bool counted) {
  Token token{initially, kMostCounted, {}};
  if (initially == 0) token.least.fill(kMany);
  if (counted && counted_.size() < kMostCounted) {
    token.slot = static_cast<std::uint32_t>(counted_.size());
    counted_.push_back(static_cast<std::uint32_t>(tokens_.size()));
    producers_.emplace_back();
  }
  tokens_.push_back(token);
}

void Supply::AddElement(std::span<const std::uint32_t> needs, const Amounts& lost,
                        const Amounts& won) {
  for (const auto& [token, amount] : won) {
    if (tokens_[token].slot < kMostCounted) {
      producers_[tokens_[token].slot].push_back(static_cast<std::uint32_t>(elements_.size()));
    }
  }
  elements_.push_back({needs, &lost, &won});
}

void Supply::Update() {
  while (LowerCosts()) {
  }
  CountSupply();
}

Supply::Costs Supply::CostsOf(std::span<const std::uint32_t> needs) const {
  Costs costs{};
  for (const std::uint32_t need : needs) {
    const Costs& least = tokens_[need].least;
    for (std::size_t i = 0; i < costs.size(); ++i) costs[i] = std::max(costs[i], least[i]);
  }
  return costs;
}

/// What it takes to come to a token is what it takes to come to all needs of some element that
/// adds it, and what that takes itself.
bool Supply::LowerCosts() {
  bool lower = false;
  for (const Element& element : elements_) {
    Costs costs = CostsOf(element.needs);
    for (const auto& [token, amount] : *element.lost) {
      const std::uint32_t slot = tokens_[token].slot;
      if (slot == kMostCounted) continue;
      costs[slot] = static_cast<std::uint8_t>(std::min<std::uint32_t>(kMany, costs[slot] + amount));
    }
    for (const auto& [token, amount] : *element.won) {
      Costs& least = tokens_[token].least;
      for (std::size_t i = 0; i < costs.size(); ++i) {
        if (costs[i] >= least[i]) continue;
        least[i] = costs[i];
        lower = true;
      }
    }
  }
  return lower;
}

void Supply::CountSupply() {
  supply_.clear();
  for (const std::uint32_t token : counted_) {
    supply_.push_back(
        static_cast<std::uint8_t>(std::min<std::uint32_t>(kMany, tokens_[token].initially)));
  }
  // Each pass that changes something raises a supply, none above kMany.
  for (bool more = true; more;) {
    more = false;
    for (std::uint32_t slot = 0; slot < supply_.size(); ++slot) {
      const std::uint8_t now = CountOne(slot);
      if (now <= supply_[slot]) continue;
      supply_[slot] = now;
      more = true;
    }
  }
}

/// Elements that take the same token occur no more often than there is of it, all together: such
/// tokens are chosen until each producer takes one of them, first those that most producers take.
std::uint8_t Supply::CountOne(std::uint32_t slot) const {
  std::uint32_t count = tokens_[counted_[slot]].initially;
  std::vector<std::uint32_t> rest = producers_[slot];
  while (!rest.empty() && count < kMany) {
    std::array<std::uint32_t, kMostCounted> takers{};
    for (const std::uint32_t element : rest) {
      for (const auto& [token, amount] : *elements_[element].lost) {
        const std::uint32_t at = tokens_[token].slot;
        if (at < kMostCounted && at != slot && supply_[at] < kMany) ++takers[at];
      }
    }
    std::uint32_t most = 0;
    for (std::uint32_t at = 1; at < supply_.size(); ++at) {
      const bool better =
          takers[at] == takers[most] ? supply_[at] < supply_[most] : takers[at] > takers[most];
      if (better) most = at;
    }
    if (takers[most] == 0) return kMany;
    std::uint32_t adds = 0;
    std::erase_if(rest, [&](std::uint32_t element) {
      const auto takes = [&](const auto& lost) { return tokens_[lost.first].slot == most; };
      if (std::ranges::none_of(*elements_[element].lost, takes)) return false;
      for (const auto& [token, amount] : *elements_[element].won) {
        if (tokens_[token].slot == slot) adds = std::max(adds, amount);
      }
      return true;
    });
    count += std::min<std::uint32_t>(kMany, adds) * supply_[most];
  }
  return static_cast<std::uint8_t>(std::min<std::uint32_t>(kMany, count));
}

bool Supply::IsEnoughFor(std::span<const std::uint32_t> needs, const Amounts& lost) const {
  const Costs costs = CostsOf(needs);
  return std::ranges::all_of(lost, [&](const auto& one) {
    const std::uint32_t slot = tokens_[one.first].slot;
    if (slot >= supply_.size() || supply_[slot] >= kMany) return true;
    return costs[slot] + one.second <= supply_[slot];
  });
}

}  // namespace cpn::reduce
