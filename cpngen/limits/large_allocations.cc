#include "cpngen/limits/large_allocations.h"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>

#include "cpngen/options/exit_code.h"

namespace {

/// Reached by operator new and std::terminate, which get no arguments of ours: the program's only
/// global.
std::atomic<const base::Budget*> g_budget{nullptr};

constexpr std::size_t kLarge = std::size_t{1} << 20;

/// From here on, blocks lie on huge pages where there are any. Tables of hundreds of megabytes are
/// filled once and read at random: each page of 4 KiB that is touched for the first time costs some
/// microseconds, which was a fifth of the time of models that learn at every step.
constexpr std::size_t kHuge = std::size_t{4} << 20;

/// A wish: without it all works, slower.
[[maybe_unused]] void AskForHugePages(void* block, std::size_t size) {
  static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = (reinterpret_cast<std::uintptr_t>(block) + page - 1) / page * page;
  const auto end = (reinterpret_cast<std::uintptr_t>(block) + size) / page * page;
  ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

/// Null when the budget does not allow it, or when there is no memory.
[[maybe_unused]] void* Allocate(std::size_t size) noexcept {
  // What is destroyed while an exception goes up may allocate to do so, and must not throw.
  if (size >= kLarge && std::uncaught_exceptions() == 0) {
    const base::Budget* const budget = g_budget.load(std::memory_order_acquire);
    if (budget != nullptr && !budget->Allows(size)) return nullptr;
  }
  void* const block = std::malloc(size != 0 ? size : 1);
  if (size >= kHuge && block != nullptr) AskForHugePages(block, size);
  return block;
}

bool IsBadAlloc(const std::exception_ptr& error) {
  try {
    if (error) std::rethrow_exception(error);
  } catch (const std::bad_alloc&) {
    return true;
  } catch (...) {
  }
  return false;
}

/// A refusal where nothing may throw, as in a destructor, ends the process like any other.
[[noreturn]] void AtTerminate() {
  const base::Budget* const budget = g_budget.load(std::memory_order_acquire);
  if (budget == nullptr || !budget->refused() || !IsBadAlloc(std::current_exception())) {
    std::abort();
  }
  const std::string message =
      "cpngen: stopped while " + budget->phase() + ", because of the limit on memory\n";
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, message.data(), message.size());
  ::_exit(static_cast<int>(cpngen::ExitCode::kLimitReached));
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

LargeAllocations::LargeAllocations(const base::Budget* budget) {
  g_budget = budget;
  std::set_terminate(AtTerminate);
}
LargeAllocations::~LargeAllocations() { g_budget = nullptr; }

}  // namespace cpngen
