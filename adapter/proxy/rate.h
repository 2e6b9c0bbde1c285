// A rate in bytes per second, as a token bucket: at most a fiftieth of a second's bytes at once.
//
// Not thread-safe.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace adapter {

class Rate {
 public:
  using Clock = std::chrono::steady_clock;

  /// 0: no limit.
  void Set(std::uint64_t bytes_per_second, Clock::time_point now) {
    rate_ = static_cast<double>(bytes_per_second);
    most_ = std::max(1.0, rate_ / 50);
    tokens_ = 0;
    last_ = now;
  }
  bool is_limited() const { return rate_ > 0; }

  /// How many of `wanted` bytes may pass now; they count as passed.
  std::size_t Take(std::size_t wanted, Clock::time_point now) {
    if (!is_limited()) return wanted;
    const std::chrono::duration<double> elapsed = now - last_;
    tokens_ = std::min(most_, tokens_ + elapsed.count() * rate_);
    last_ = now;
    const auto taken =
        static_cast<std::size_t>(std::min(static_cast<double>(wanted), tokens_ < 1 ? 0 : tokens_));
    tokens_ -= static_cast<double>(taken);
    return taken;
  }
  /// Gives back what did not pass after all.
  void Return(std::size_t count) { tokens_ += static_cast<double>(count); }

  /// When it is worth asking again for `wanted` bytes.
  Clock::time_point Next(std::size_t wanted, Clock::time_point now) const {
    const double missing = std::min(static_cast<double>(wanted), most_) - tokens_;
    const std::chrono::duration<double> wait(std::max(missing, 0.0) / rate_);
    return now + std::chrono::ceil<std::chrono::milliseconds>(wait);
  }

 private:
  double rate_ = 0;
  double most_ = 0;
  double tokens_ = 0;
  Clock::time_point last_{};
};

}  // namespace adapter
