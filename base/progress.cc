#include "base/progress.h"

#include <ostream>

namespace base {
namespace {

constexpr std::chrono::milliseconds kInterval{100};

}  // namespace

Progress::Progress(std::ostream* out)
    : out_(out), next_(std::chrono::steady_clock::now() + kInterval) {}

Progress::~Progress() { Clear(); }

void Progress::Report(const std::function<std::string()>& text) {
  if (out_ == nullptr) return;
  const std::lock_guard lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + kInterval;
  std::string line = text();
  const std::size_t length = line.size();
  if (length < shown_) line.append(shown_ - length, ' ');
  shown_ = length;
  *out_ << '\r' << line << std::flush;
}

void Progress::Clear() {
  const std::lock_guard lock(mutex_);
  if (shown_ == 0) return;
  *out_ << '\r' << std::string(shown_, ' ') << '\r' << std::flush;
  shown_ = 0;
}

}  // namespace base
