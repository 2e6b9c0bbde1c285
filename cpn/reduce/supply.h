// How many tokens of small colour sets there can ever be, and how many of them it takes at least to
// bring a token about: what cannot be brought about any more is no part of an unfolding.
//
// Thread safety: one thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "cpn/engine/engine.h"

namespace cpn::reduce {

class Supply {
 public:
  /// Tokens with numbers, and how many.
  using Amounts = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  /// A token of the initial marking, or none yet; `counted`: of a small colour set. Tokens have
  /// numbers from 0, in the order of the calls.
  void AddToken(std::uint32_t initially, bool counted);
  /// An element, which can occur as far as is known. `needs`, `lost` and `won` must outlive it.
  void AddElement(std::span<const std::uint32_t> needs, const Amounts& lost, const Amounts& won);
  /// Brings the answers up to date with what was added.
  void Update();

  /// May there be enough for such an element, which is none yet?
  bool IsEnoughFor(std::span<const std::uint32_t> needs, const Amounts& lost) const;

 private:
  static constexpr std::uint8_t kMany = 32;        ///< that many or more
  static constexpr std::size_t kMostCounted = 96;  ///< tokens
  using Costs = std::array<std::uint8_t, kMostCounted>;

  struct Token {
    std::uint32_t initially = 0;
    std::uint32_t slot = kMostCounted;  ///< when counted
    Costs least{};                      ///< of each counted token it takes as many to come here
  };
  struct Element {
    std::span<const std::uint32_t> needs;
    const Amounts* lost;
    const Amounts* won;
  };

  bool LowerCosts();
  void CountSupply();
  std::uint8_t CountOne(std::uint32_t slot) const;
  Costs CostsOf(std::span<const std::uint32_t> needs) const;

  std::vector<Token> tokens_;
  std::vector<Element> elements_;
  std::vector<std::uint32_t> counted_;                 // by slot, the token
  std::vector<std::vector<std::uint32_t>> producers_;  // by slot, elements
  std::vector<std::uint8_t> supply_;                   // by slot
};

}  // namespace cpn::reduce
