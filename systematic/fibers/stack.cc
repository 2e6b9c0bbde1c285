#include "systematic/fibers/stack.h"

#include <sys/mman.h>

#include <new>
#include <vector>

#include "systematic/fibers/sanitizers.h"

namespace systematic::fibers {
namespace {

constexpr std::size_t kGuard = 4096;

void* Map() {
  void* const start = ::mmap(nullptr, kGuard + Stack::kSize, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED) throw std::bad_alloc();
  ::mprotect(start, kGuard, PROT_NONE);
  return static_cast<std::byte*>(start) + kGuard;
}

// The stacks that a thread has left over.
class Pool {
 public:
  ~Pool() {
    for (void* const bottom : bottoms_) {
      ::munmap(static_cast<std::byte*>(bottom) - kGuard, kGuard + Stack::kSize);
    }
  }
  void* Take() {
    if (bottoms_.empty()) return Map();
    void* const bottom = bottoms_.back();
    bottoms_.pop_back();
    ForgetFrames(bottom, Stack::kSize);
    return bottom;
  }
  void Give(void* bottom) { bottoms_.push_back(bottom); }

 private:
  std::vector<void*> bottoms_;
};

thread_local Pool pool;

}  // namespace

Stack::Stack() : bottom_(pool.Take()) {}

Stack::~Stack() {
  if (bottom_ != nullptr) pool.Give(bottom_);
}

}  // namespace systematic::fibers
