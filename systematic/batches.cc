#include "systematic/batches.h"

#include <algorithm>
#include <utility>

namespace systematic {

std::optional<Batches::Batch> Batches::Next() {
  const std::lock_guard lock(mutex_);
  const std::uint64_t begin = next_ * kSize;
  if (over_ || begin >= iterations_) return std::nullopt;
  return Batch{next_++, begin, begin + std::min(kSize, iterations_ - begin)};
}

void Batches::HandBack(const Batch& batch, BatchResult result) {
  const std::lock_guard lock(mutex_);
  over_ = over_ || EndsCall(result) || result.exhausted || result.interrupted;
  waiting_.emplace(batch.number, std::move(result));
  while (!waiting_.empty() && waiting_.begin()->first == folded_) {
    Fold(std::move(waiting_.begin()->second));
    waiting_.erase(waiting_.begin());
    ++folded_;
  }
}

bool Batches::EndsCall(const BatchResult& result) const {
  return (result.failure && stop_at_first_) || result.nondeterminism;
}

void Batches::Fold(BatchResult result) {
  if (ended_) return;
  ended_ = EndsCall(result);
  result_.totals.Add(result.totals);
  result_.exhausted = result_.exhausted || result.exhausted;
  result_.interrupted = result_.interrupted || result.interrupted;
  if (!result_.failure) result_.failure = std::move(result.failure);
  result_.nondeterminism = std::move(result.nondeterminism);
}

void Batches::Abandon(std::exception_ptr error) {
  const std::lock_guard lock(mutex_);
  over_ = true;
  if (!error_) error_ = std::move(error);
}

RunResult Batches::Result() {
  const std::lock_guard lock(mutex_);
  if (error_) std::rethrow_exception(error_);
  return std::move(result_);
}

}  // namespace systematic
