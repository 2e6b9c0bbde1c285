// What sanitizers must be told of stacks that they have not made. Without them all of it is
// nothing.
//
// Thread safety: free functions; each is about the calling thread.
#pragma once

#include <cstddef>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SYSTEMATIC_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define SYSTEMATIC_TSAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define SYSTEMATIC_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__)
#define SYSTEMATIC_TSAN 1
#endif

#ifdef SYSTEMATIC_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#include <sanitizer/lsan_interface.h>
#endif
#ifdef SYSTEMATIC_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace systematic::fibers {

/// Frames that were on this memory are gone, also those that never returned.
inline void ForgetFrames([[maybe_unused]] void* bottom, [[maybe_unused]] std::size_t size) {
#ifdef SYSTEMATIC_ASAN
  __asan_unpoison_memory_region(bottom, size);
#endif
}

/// What is on this memory is in use until the program ends.
inline void NeverLeaks([[maybe_unused]] void* bottom, [[maybe_unused]] std::size_t size) {
#ifdef SYSTEMATIC_ASAN
  __lsan_register_root_region(bottom, size);
#endif
}

/// The next instructions leave this stack for another one. `kept` gets what Arrive() wants when
/// this stack goes on; null: it never does.
inline void Leave([[maybe_unused]] void** kept, [[maybe_unused]] const void* bottom,
                  [[maybe_unused]] std::size_t size) {
#ifdef SYSTEMATIC_ASAN
  __sanitizer_start_switch_fiber(kept, bottom, size);
#endif
}

/// This stack goes on. Says which one was left, if it is asked.
inline void Arrive([[maybe_unused]] void* kept, [[maybe_unused]] const void** left_bottom,
                   [[maybe_unused]] std::size_t* left_size) {
#ifdef SYSTEMATIC_ASAN
  __sanitizer_finish_switch_fiber(kept, left_bottom, left_size);
#endif
}

/// A stack as ThreadSanitizer knows it.
class Traced {
 public:
  void Create() {
#ifdef SYSTEMATIC_TSAN
    fiber_ = __tsan_create_fiber(0);
#endif
  }
  void TakeCurrent() {
#ifdef SYSTEMATIC_TSAN
    fiber_ = __tsan_get_current_fiber();
#endif
  }
  void Destroy() {
#ifdef SYSTEMATIC_TSAN
    if (fiber_ != nullptr) __tsan_destroy_fiber(fiber_);
    fiber_ = nullptr;
#endif
  }
  void SwitchTo() {
#ifdef SYSTEMATIC_TSAN
    __tsan_switch_to_fiber(fiber_, 0);
#endif
  }

#ifdef SYSTEMATIC_TSAN
 private:
  void* fiber_ = nullptr;
#endif
};

}  // namespace systematic::fibers
