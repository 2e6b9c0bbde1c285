// An array that grows at the end without being copied, for the arcs of an exploration: a vector
// that doubles has all of them twice for a moment.
// Thread safety: none.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>

#include "cpn/explore/growing_bytes.h"

namespace cpn::explore {

template <typename T>
class GrowingArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  /// At most `most` bytes.
  explicit GrowingArray(std::size_t most) : bytes_(most) {}

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return bytes_.size() / sizeof(T); }
  /// Makes room for so many items in all. Throws std::bad_alloc, and then all is as before.
  void Reserve(std::size_t items) { bytes_.Grow(items * sizeof(T)); }
  /// Requires room.
  void Append(std::span<const T> items) {
    if (items.empty()) return;
    std::memcpy(bytes_.data() + size_ * sizeof(T), items.data(), items.size_bytes());
    size_ += items.size();
  }
  /// Valid until it grows.
  std::span<T> items() { return {reinterpret_cast<T*>(bytes_.data()), size_}; }
  std::span<const T> items() const { return {reinterpret_cast<const T*>(bytes_.data()), size_}; }

 private:
  GrowingBytes bytes_;
  std::size_t size_ = 0;
};

}  // namespace cpn::explore
