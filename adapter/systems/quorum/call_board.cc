#include "adapter/systems/quorum/call_board.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

namespace adapter {

using quorum::NodeId;

void CallBoard::Begin(std::vector<cases::ServerId> server_ids) {
  const std::lock_guard lock(mutex_);
  ++run_;
  server_ids_ = std::move(server_ids);
  gives_all_ = false;
  plan_.clear();
  sent_.clear();
  kept_.clear();
  arrived_.clear();
  told_.clear();
  delivered_.clear();
  misuses_.clear();
}

std::string CallBoard::NameOf(NodeId node) const {
  const auto index = static_cast<std::size_t>(node);
  if (index < server_ids_.size()) return fmt::format("server {}", server_ids_[index]);
  return fmt::format("node {}, which is no server,", node);
}

void CallBoard::Plan(const RequestKey& key, const PlannedFailure& failure) {
  const std::lock_guard lock(mutex_);
  plan_.emplace(key, failure);
  if (failure.failure == Failure::kDeadline) left_to_deadline_.emplace(run_, key);
}

std::optional<PlannedFailure> CallBoard::PlanFor(const RequestKey& key) {
  const std::lock_guard lock(mutex_);
  const auto failure = plan_.find(key);
  if (failure == plan_.end()) return std::nullopt;
  return failure->second;
}

std::string CallBoard::TextFor(const RequestKey& key) {
  const std::lock_guard lock(mutex_);
  return fmt::format("{} {} {}", run_, key.call, key.node);
}

std::string CallBoard::ReplyTo(const std::string& text, NodeId node) const {
  return fmt::format("{} by {}", text, node);
}

std::optional<RequestKey> CallBoard::KeyOf(const std::string& text, NodeId node) {
  std::istringstream in(text);
  std::uint64_t run = 0;
  RequestKey key;
  in >> run >> key.call >> key.node;
  const std::lock_guard lock(mutex_);
  if (in && (key.node == node || key.node == kAnyNode)) {
    key.node = node;
    if (run == run_) return key;
    if (left_to_deadline_.contains({run, key})) return std::nullopt;
  }
  misuses_.push_back(fmt::format("{} got \"{}\", which is not for it", NameOf(node), text));
  return std::nullopt;
}

void CallBoard::OnSent(const RequestKey& key, bool one_way) {
  const std::lock_guard lock(mutex_);
  ++under_way_;
  if (!one_way) sent_.push_back(key);
}

void CallBoard::OnKept(const RequestKey& key, std::function<void()> go_on) {
  const std::lock_guard lock(mutex_);
  kept_[key] = std::move(go_on);
}

void CallBoard::OnRequest(const RequestKey& key, const Answer& answer) {
  std::unique_lock lock(mutex_);
  if (!arrived_.emplace(key, answer).second) {
    misuses_.push_back(NameOf(key.node) + " got a request twice");
  }
  changed_.notify_all();
  const bool is_late = gives_all_;
  lock.unlock();
  if (is_late) answer(std::nullopt);
}

void CallBoard::OnTold(const RequestKey& key) {
  const std::lock_guard lock(mutex_);
  if (!told_.insert(key).second) {
    misuses_.push_back(NameOf(key.node) + " got a message twice");
  }
  changed_.notify_all();
}

void CallBoard::OnDelivered(const RequestKey& key, bool one_way, const Result& result) {
  const std::lock_guard lock(mutex_);
  --under_way_;
  if (!one_way) delivered_.emplace(key, result);
  changed_.notify_all();
}

void CallBoard::Misuse(const std::string& what) {
  const std::lock_guard lock(mutex_);
  misuses_.push_back(what);
}

bool CallBoard::Await(std::unique_lock<std::mutex>& lock, const std::function<bool()>& done) {
  return changed_.wait_for(lock, kPatience, done);
}

bool CallBoard::AwaitRequest(const RequestKey& key) {
  std::unique_lock lock(mutex_);
  return Await(lock, [&] { return arrived_.contains(key); });
}

bool CallBoard::AwaitTold(const RequestKey& key) {
  std::unique_lock lock(mutex_);
  return Await(lock, [&] { return told_.contains(key); });
}

std::optional<CallBoard::Result> CallBoard::AwaitResult(const RequestKey& key) {
  std::unique_lock lock(mutex_);
  if (!Await(lock, [&] { return delivered_.contains(key); })) return std::nullopt;
  return delivered_.at(key);
}

bool CallBoard::AwaitQuiet() {
  std::unique_lock lock(mutex_);
  return Await(lock, [this] { return under_way_ == 0; });
}

void CallBoard::Give(const RequestKey& key, const Result& result) {
  std::unique_lock lock(mutex_);
  const auto arrived = arrived_.find(key);
  if (arrived == arrived_.end()) return;
  const Answer answer = arrived->second;
  lock.unlock();
  if (answer) answer(result);
}

void CallBoard::Forget(const RequestKey& key) {
  std::unique_lock lock(mutex_);
  const auto arrived = arrived_.find(key);
  if (arrived == arrived_.end()) return;
  const Answer dropped = std::exchange(arrived->second, nullptr);
  lock.unlock();  // what is dropped goes without the lock
}

void CallBoard::LetGo(const RequestKey& key) {
  std::unique_lock lock(mutex_);
  const auto kept = kept_.extract(key);
  lock.unlock();
  if (kept) kept.mapped()();
}

void CallBoard::GiveAll() {
  std::unique_lock lock(mutex_);
  gives_all_ = true;
  const auto kept = std::exchange(kept_, {});
  const auto arrived = arrived_;
  lock.unlock();
  for (const auto& [key, go_on] : kept) go_on();
  for (const auto& [key, answer] : arrived) {
    if (answer) answer(std::nullopt);
  }
}

std::vector<RequestKey> CallBoard::sent() {
  const std::lock_guard lock(mutex_);
  return sent_;
}

bool CallBoard::WasTold(const RequestKey& key) {
  const std::lock_guard lock(mutex_);
  return told_.contains(key);
}

std::vector<std::string> CallBoard::misuses() {
  const std::lock_guard lock(mutex_);
  return misuses_;
}

}  // namespace adapter
