// The iterations of a call, dealt out to workers in batches, and what came of them put together in
// order.
//
// Invariants: batches are dealt in order and each one dealt is handed back, so that all before the
// first failing one are whole; what comes after it is left out, whoever was faster.
// Thread-safe.
#pragma once

#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <optional>

#include "systematic/run_result.h"

namespace systematic {

/// What came of the iterations of a batch, up to the first failing one when that ends the call.
struct BatchResult {
  Totals totals;
  std::optional<Failure> failure;
  std::optional<Nondeterminism> nondeterminism;
  bool exhausted = false;
  bool interrupted = false;
};

class Batches {
 public:
  /// Indices of iterations, [begin, end).
  struct Batch {
    std::uint64_t number = 0;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };

  Batches(std::uint64_t iterations, bool stop_at_first)
      : iterations_(iterations), stop_at_first_(stop_at_first) {}

  /// The next batch; none when there is no more to do.
  std::optional<Batch> Next();
  void HandBack(const Batch& batch, BatchResult result);
  /// A worker could not go on; Result() throws it.
  void Abandon(std::exception_ptr error);
  /// What the call returns, once all workers are done.
  RunResult Result();

 private:
  static constexpr std::uint64_t kSize = 16;

  /// Whether nothing after it counts.
  bool EndsCall(const BatchResult& result) const;
  void Fold(BatchResult result);

  const std::uint64_t iterations_;
  const bool stop_at_first_;
  std::mutex mutex_;
  std::uint64_t next_ = 0;    // number of the next batch
  std::uint64_t folded_ = 0;  // batches in result_
  std::map<std::uint64_t, BatchResult> waiting_;
  RunResult result_;
  bool over_ = false;   // nothing more is dealt
  bool ended_ = false;  // nothing more is folded
  std::exception_ptr error_;
};

}  // namespace systematic
