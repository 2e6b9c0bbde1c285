// What became of the messages of a wire case: outcomes and values, which come from any thread, and
// how many proposals have arrived.
//
// Thread-safe.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "adapter/systems/paxos/cases/wire_case.h"
#include "quorum/types.h"
#include "sut/paxos/roles/instrumentation.h"
#include "sut/paxos/rpc/client.h"

namespace adapter {

/// The word of a suite for what became of a message.
inline const char* WordOf(cases::WireOutcome outcome) {
  return cases::kWireOutcomeWords[static_cast<std::size_t>(outcome)];
}

inline const char* WordOf(const quorum::NodeError& error) {
  switch (error.code) {
    case quorum::NodeErrorCode::kRemote:
      return WordOf(cases::WireOutcome::kRefused);
    case quorum::NodeErrorCode::kUnavailable:
      return WordOf(cases::WireOutcome::kUnavailable);
    case quorum::NodeErrorCode::kCancelled:
      return WordOf(cases::WireOutcome::kCancelled);
    default:
      return quorum::NodeErrorCodeName(error.code);
  }
}

template <class Reply>
const char* WordOf(const quorum::NodeResult<Reply>& result) {
  return result.reply ? WordOf(cases::WireOutcome::kAnswered) : WordOf(result.error);
}

inline const char* WordOf(const paxos::Client::Result& result) {
  if (result.ok()) return WordOf(cases::WireOutcome::kAnswered);
  const auto& errors = result.error().errors;
  return errors.empty() ? WordOf(cases::WireOutcome::kCancelled) : WordOf(errors.front());
}

/// Thread-safe. Must outlive what reports to it.
class WireResults : public paxos::Instrumentation {
 public:
  explicit WireResults(std::chrono::milliseconds timeout) : timeout_(timeout) {}

  /// Begins to wait for the outcome of one more message; returns its number.
  std::size_t Add() {
    std::lock_guard lock(mutex_);
    words_.emplace_back();
    return words_.size() - 1;
  }
  void Set(std::size_t message, const char* word) {
    std::lock_guard lock(mutex_);
    words_[message] = word;
    changed_.notify_all();
  }
  std::size_t arrived() {
    std::lock_guard lock(mutex_);
    return arrived_;
  }

  /// Waits until the message has an outcome. False: it has none in time.
  bool Await(std::size_t message) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, timeout_, [&] { return !words_[message].empty(); });
  }
  /// Waits until the message has an outcome, or more proposals have arrived than `before`.
  void AwaitOrArrival(std::size_t message, std::size_t before) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, timeout_,
                      [&] { return !words_[message].empty() || arrived_ > before; });
  }
  /// Waits until all have outcomes; "none" for those that have not in time.
  std::vector<std::string> AwaitAll() {
    std::unique_lock lock(mutex_);
    const auto is_missing = [](const std::string& word) { return word.empty(); };
    changed_.wait_for(lock, timeout_,
                      [&] { return std::none_of(words_.begin(), words_.end(), is_missing); });
    std::vector<std::string> words = words_;
    std::replace_if(words.begin(), words.end(), is_missing, "none");
    return words;
  }

  void Observe(const paxos::Event& event) override {
    if (event.point != paxos::Point::kClientRequest) return;
    std::lock_guard lock(mutex_);
    ++arrived_;
    changed_.notify_all();
  }
  void AddValue(const std::string& value) {
    std::lock_guard lock(mutex_);
    values_.push_back(value);
  }
  /// What clients got.
  std::vector<std::string> values() {
    std::lock_guard lock(mutex_);
    return values_;
  }
  void Noticed() {
    std::lock_guard lock(mutex_);
    ++notices_;
  }
  /// How often the host was told of a decided value.
  std::size_t notices() {
    std::lock_guard lock(mutex_);
    return notices_;
  }
  paxos::Action Decide(const paxos::Event&) override { return paxos::Action::kGo; }
  std::optional<std::size_t> ChooseProposal(paxos::ReplicaId,
                                            const std::vector<std::string>&) override {
    return 0;
  }

 private:
  const std::chrono::milliseconds timeout_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> words_;
  std::vector<std::string> values_;
  std::size_t arrived_ = 0;
  std::size_t notices_ = 0;
};

/// The value of a message: as long as the case says.
inline std::string ValueOf(const cases::WireMessage& message) {
  return std::string(static_cast<std::size_t>(*message.bytes), 'x');
}

}  // namespace adapter
