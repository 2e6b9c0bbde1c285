// Several strategies, one an iteration: which one depends on the seed and the iteration alone, so
// that the first failing iteration is the same for any number of workers.
//
// No strategy is best for all bugs; a portfolio is nearly as good as its best member, whichever
// that is.
// Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "systematic/hash.h"
#include "systematic/strategy.h"

namespace systematic {

class Portfolio : public Strategy {
 public:
  /// Requires members, none of which learns.
  Portfolio(std::uint64_t seed, std::vector<std::unique_ptr<Strategy>> members)
      : seed_(seed), members_(std::move(members)) {}

  std::string name() const override { return members_[current_]->name(); }
  bool Begin(std::uint64_t iteration) override {
    current_ = static_cast<std::size_t>(SeedOf(seed_, iteration) % members_.size());
    return members_[current_]->Begin(iteration);
  }
  std::size_t Pick(std::span<const Option> enabled) override {
    return members_[current_]->Pick(enabled);
  }
  std::uint64_t Choose(const Key& key, std::uint64_t n) override {
    return members_[current_]->Choose(key, n);
  }
  bool fair() const override { return members_[current_]->fair(); }
  void Use(const Names& names) override { members_[current_]->Use(names); }

 private:
  std::uint64_t seed_;
  std::vector<std::unique_ptr<Strategy>> members_;
  std::size_t current_ = 0;
};

}  // namespace systematic
