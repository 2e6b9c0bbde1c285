#include "search/crew.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>

namespace search {
namespace {

constexpr std::size_t kShares = 64;  // of a worker, at least, where there are as many tasks
constexpr std::size_t kMostAtATime = 64;

}  // namespace

void Crew::Do(std::size_t count, const std::function<void(System&, std::size_t)>& task) {
  // Many short tasks are taken several at a time, so that workers seldom meet at the counter.
  const std::size_t at_a_time =
      std::clamp<std::size_t>(count / (kShares * systems_.size()), 1, kMostAtATime);
  std::atomic<std::size_t> next = 0;
  std::vector<std::exception_ptr> errors(count);
  const auto work = [&](System& system) {
    while (true) {
      const std::size_t begin = next.fetch_add(at_a_time);
      const std::size_t end = std::min(count, begin + at_a_time);
      for (std::size_t i = begin; i < end; ++i) {
        try {
          task(system, i);
        } catch (...) {
          errors[i] = std::current_exception();
          next = count;  // tasks of lower numbers are done or under way
          return;
        }
      }
      if (end == count || begin >= count) return;
    }
  };
  std::vector<std::thread> others;
  for (std::size_t w = 1; w < std::min(systems_.size(), count); ++w) {
    others.emplace_back(work, std::ref(*systems_[w]));
  }
  work(*systems_.front());
  for (std::thread& other : others) other.join();
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace search
