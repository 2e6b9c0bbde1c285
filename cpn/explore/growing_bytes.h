// Bytes in one piece that grow at the end, for the records of an exploration: memory straight from
// the kernel, on huge pages where there are any, taken when it is touched.
//
// How it works: where the system lets a process reserve address space, all of it is reserved at
// once, without access, so that the bytes never move and nothing is charged for them. Where address
// space is limited (ulimit -v) only what is used is mapped, and growing moves it, page by page and
// without copying.
// Thread safety: Grow() while no other thread reads or writes.
#pragma once

#include <algorithm>
#include <cstddef>

namespace cpn::explore {

class GrowingBytes {
 public:
  /// At most `most` bytes.
  explicit GrowingBytes(std::size_t most);
  ~GrowingBytes();
  GrowingBytes(const GrowingBytes&) = delete;
  GrowingBytes& operator=(const GrowingBytes&) = delete;

  char* data() const { return data_; }
  /// Bytes that can be used.
  std::size_t size() const { return std::min(size_, most_); }
  /// Makes at least `size` bytes usable; new ones are zero. Pointers into the bytes may become
  /// invalid. Throws std::bad_alloc, and then all is as before.
  void Grow(std::size_t size);

 private:
  void GrowTo(std::size_t size);
  void Protect(std::size_t size);
  void Move(std::size_t size);

  char* data_ = nullptr;
  std::size_t size_ = 0;  // whole pages, which may be more than the most
  std::size_t most_;
  std::size_t reserved_ = 0;  // 0: address space is mapped when it is used
};

}  // namespace cpn::explore
