// Progress of a long computation: one line that is overwritten, at most ten times a second.
//
// Thread safety: Report() may be called from any thread.
#pragma once

#include <chrono>
#include <functional>
#include <iosfwd>
#include <mutex>
#include <string>

namespace base {

class Progress {
 public:
  /// Shows nothing without `out`. The stream must outlive this.
  explicit Progress(std::ostream* out);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Shows what `text` yields, if it is time for it.
  void Report(const std::function<std::string()>& text);
  /// Removes the line.
  void Clear();

 private:
  std::ostream* const out_;
  std::mutex mutex_;
  std::chrono::steady_clock::time_point next_;
  std::size_t shown_ = 0;  ///< length of the line that is there
};

}  // namespace base
