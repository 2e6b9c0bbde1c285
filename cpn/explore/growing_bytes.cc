#include "cpn/explore/growing_bytes.h"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <new>

namespace cpn::explore {
namespace {

constexpr std::size_t kStep = std::size_t{2} << 20;  // a huge page

std::size_t RoundUp(std::size_t size) { return (size + kStep - 1) / kStep * kStep; }

bool AddressSpaceIsLimited() {
  rlimit limit{};
  return ::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

/// Null when the system refuses.
char* Map(std::size_t size, int access) {
  void* const memory =
      ::mmap(nullptr, size, access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  ::madvise(memory, size, MADV_HUGEPAGE);  // a wish: without it all works, slower
  return static_cast<char*>(memory);
}

}  // namespace

GrowingBytes::GrowingBytes(std::size_t most) : most_(most) {
  if (most == 0 || AddressSpaceIsLimited()) return;
  data_ = Map(RoundUp(most), PROT_NONE);
  if (data_ != nullptr) reserved_ = RoundUp(most);
}

GrowingBytes::~GrowingBytes() {
  if (data_ != nullptr) ::munmap(data_, std::max(reserved_, size_));
}

void GrowingBytes::Grow(std::size_t size) {
  if (size > most_) throw std::bad_alloc();
  if (size <= size_) return;
  // Half as much again, so that growing is rare; where that is too much, what is needed.
  const std::size_t more = std::min(RoundUp(std::max(size, size_ + size_ / 2)), RoundUp(most_));
  try {
    GrowTo(more);
  } catch (const std::bad_alloc&) {
    GrowTo(RoundUp(size));
  }
}

void GrowingBytes::GrowTo(std::size_t size) { reserved_ != 0 ? Protect(size) : Move(size); }

void GrowingBytes::Protect(std::size_t size) {
  if (::mprotect(data_ + size_, size - size_, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
  size_ = size;
}

void GrowingBytes::Move(std::size_t size) {
  if (data_ == nullptr) {
    data_ = Map(size, PROT_READ | PROT_WRITE);
    if (data_ == nullptr) throw std::bad_alloc();
  } else {
    void* const moved = ::mremap(data_, size_, size, MREMAP_MAYMOVE);
    if (moved == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<char*>(moved);
  }
  size_ = size;
}

}  // namespace cpn::explore
