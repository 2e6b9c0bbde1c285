// Append-only storage of short arrays that never move: what interning hands out spans of.
//
// Invariants: a span that Append() returned stays valid and unchanged as long as the arena lives.
// Thread safety: none.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace cpn {

template <typename T>
class Arena {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  /// Copies `items` to a place where they stay.
  std::span<const T> Append(std::span<const T> items) {
    if (items.empty()) return {};
    if (items.size() > left_) AddChunk(items.size());
    T* to = next_;
    std::copy(items.begin(), items.end(), to);
    next_ += items.size();
    left_ -= items.size();
    return {to, items.size()};
  }

  /// Forgets everything; spans handed out before become invalid.
  void Clear() {
    chunks_.clear();
    next_ = nullptr;
    left_ = bytes_ = 0;
  }

  std::size_t memory_bytes() const { return bytes_; }

 private:
  void AddChunk(std::size_t at_least) {
    const std::size_t grown = std::clamp(bytes_ / sizeof(T), kFirstChunk, kLargestChunk);
    const std::size_t size = std::max(at_least, grown);
    chunks_.push_back(std::make_unique_for_overwrite<T[]>(size));
    next_ = chunks_.back().get();
    left_ = size;
    bytes_ += size * sizeof(T);
  }

  static constexpr std::size_t kFirstChunk = 64;
  static constexpr std::size_t kLargestChunk = std::size_t{1} << 20;

  std::vector<std::unique_ptr<T[]>> chunks_;
  T* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace cpn
