// Another strategy for the first N choices, then uniform: what the other one finds, and fair at
// the end, so that what is owed for too long is a violation.
//
// Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "systematic/draw.h"
#include "systematic/strategy.h"

namespace systematic {

class RandomSuffix : public Strategy {
 public:
  RandomSuffix(const StrategyContext& context, std::unique_ptr<Strategy> prefix, std::string name)
      : context_(context),
        prefix_(std::move(prefix)),
        name_(std::move(name)),
        random_(context.seed) {}

  std::string name() const override { return name_; }
  bool Begin(std::uint64_t iteration) override {
    random_ = RandomOf(~context_.seed, iteration);
    choices_ = 0;
    return prefix_->Begin(iteration);
  }
  std::size_t Pick(std::span<const Option> enabled) override {
    return choices_++ < context_.prefix ? prefix_->Pick(enabled) : Draw(random_, enabled.size());
  }
  std::uint64_t Choose(const Key& key, std::uint64_t n) override {
    return choices_++ < context_.prefix ? prefix_->Choose(key, n) : Draw(random_, n);
  }
  bool fair() const override { return choices_ >= context_.prefix; }
  void Use(const Names& names) override { prefix_->Use(names); }

 private:
  StrategyContext context_;
  std::unique_ptr<Strategy> prefix_;
  std::string name_;
  base::Random random_;
  std::uint64_t choices_ = 0;
};

}  // namespace systematic
