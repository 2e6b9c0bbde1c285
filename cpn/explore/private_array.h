// A small array that one thread writes all the time: a cache line of nothing on either side keeps
// it off the lines of its neighbours on the heap, which may be another thread's.
#pragma once

#include <cstddef>
#include <vector>

namespace cpn::explore {

/// Two lines: processors fetch them in pairs.
constexpr std::size_t kCacheLine = 128;

template <typename T>
class PrivateArray {
 public:
  /// Zeroes.
  explicit PrivateArray(std::size_t size = 0) { Resize(size); }
  /// Keeps nothing.
  void Resize(std::size_t size) { items_.assign(size + 2 * kPadding, T()); }

  T* data() { return items_.data() + kPadding; }
  const T* data() const { return items_.data() + kPadding; }
  std::size_t size() const { return items_.size() - 2 * kPadding; }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }

 private:
  static constexpr std::size_t kPadding = (kCacheLine + sizeof(T) - 1) / sizeof(T);
  std::vector<T> items_;
};

}  // namespace cpn::explore
