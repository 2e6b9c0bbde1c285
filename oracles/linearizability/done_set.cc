#include "oracles/linearizability/done_set.h"

#include <algorithm>
#include <limits>

#include "base/split_mix64.h"

namespace oracles::linearizability {
namespace {

constexpr std::uint64_t kFull = std::numeric_limits<std::uint64_t>::max();

}  // namespace

DoneSet::DoneSet(std::size_t returned, std::size_t never_returned)
    : returned_(returned),
      returned_words_((returned + kBits - 1) / kBits),
      words_(returned_words_ + (never_returned + kBits - 1) / kBits) {}

std::size_t DoneSet::WordOf(std::size_t operation) const {
  if (operation < returned_) return operation / kBits;
  return returned_words_ + (operation - returned_) / kBits;
}

std::uint64_t DoneSet::BitOf(std::size_t operation) const {
  const std::size_t number = operation < returned_ ? operation : operation - returned_;
  return std::uint64_t{1} << (number % kBits);
}

void DoneSet::Add(std::size_t operation) {
  const std::size_t word = WordOf(operation);
  words_[word] |= BitOf(operation);
  if (operation >= returned_) return;
  hash_ ^= base::MixBits(operation + 1);
  end_ = std::max(end_, word + 1);
  while (begin_ < end_ && words_[begin_] == kFull) ++begin_;
}

void DoneSet::Remove(std::size_t operation) {
  const std::size_t word = WordOf(operation);
  words_[word] &= ~BitOf(operation);
  if (operation >= returned_) return;
  hash_ ^= base::MixBits(operation + 1);
  begin_ = std::min(begin_, word);
  while (end_ > 0 && words_[end_ - 1] == 0) --end_;
}

std::span<const std::uint64_t> DoneSet::Key() {
  const auto word = [this](std::size_t i) {
    return words_.begin() + static_cast<std::ptrdiff_t>(i);
  };
  key_.assign(1, begin_);
  key_.insert(key_.end(), word(begin_), word(std::max(begin_, end_)));
  return key_;
}

}  // namespace oracles::linearizability
