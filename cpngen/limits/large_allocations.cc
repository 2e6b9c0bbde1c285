#include "cpngen/limits/large_allocations.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

/// Reached by operator new, which gets no arguments of ours: the program's only global.
std::atomic<const base::Budget*> g_budget{nullptr};

constexpr std::size_t kLarge = std::size_t{1} << 20;

/// Null when the budget does not allow it, or when there is no memory.
[[maybe_unused]] void* Allocate(std::size_t size) noexcept {
  if (size >= kLarge) {
    const base::Budget* const budget = g_budget.load(std::memory_order_acquire);
    if (budget != nullptr && !budget->Allows(size)) return nullptr;
  }
  return std::malloc(size != 0 ? size : 1);
}

}  // namespace

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

// The array forms, and those without exceptions, come from the library and call these two.
void* operator new(std::size_t size) {
  void* const block = Allocate(size);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }

#endif

namespace cpngen {

LargeAllocations::LargeAllocations(const base::Budget* budget) { g_budget = budget; }
LargeAllocations::~LargeAllocations() { g_budget = nullptr; }

}  // namespace cpngen
