// A file descriptor that closes itself.
//
// Invariant: it has one owner. Not thread-safe.
#pragma once

#include <unistd.h>

#include <utility>

namespace quorum {

class Descriptor {
 public:
  /// Negative: none.
  explicit Descriptor(int descriptor = -1) : descriptor_(descriptor) {}
  ~Descriptor() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Descriptor(Descriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }

  int get() const { return descriptor_; }
  /// Somebody else closes it from now on.
  int Release() { return std::exchange(descriptor_, -1); }

 private:
  int descriptor_;
};

}  // namespace quorum
