#include "search/crew.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>

namespace search {

void Crew::Do(std::size_t count, const std::function<void(System&, std::size_t)>& task) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::exception_ptr> errors(count);
  const auto work = [&](System& system) {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        task(system, i);
      } catch (...) {
        errors[i] = std::current_exception();
        next = count;  // tasks of lower numbers are done or under way
      }
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
