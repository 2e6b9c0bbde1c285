#include "cpn/distributed/thread_transport.h"

#include <algorithm>
#include <exception>
#include <thread>
#include <utility>

namespace cpn::distributed {

class ThreadTransport final : public Transport {
 public:
  ThreadTransport(ThreadHub* hub, unsigned rank) : hub_(hub), rank_(rank) {}

  unsigned rank() const override { return rank_; }
  unsigned ranks() const override { return hub_->ranks(); }

  std::optional<Message> Poll() override {
    ThreadHub::Inbox& inbox = *hub_->inboxes_[rank_];
    const std::lock_guard lock(inbox.mutex);
    if (inbox.closed) throw RankLost();
    if (inbox.messages.empty()) return std::nullopt;
    return TakeFirst(inbox);
  }

  Message Wait() override {
    ThreadHub::Inbox& inbox = *hub_->inboxes_[rank_];
    std::unique_lock lock(inbox.mutex);
    inbox.arrived.wait(lock, [&] { return inbox.closed || !inbox.messages.empty(); });
    if (inbox.closed) throw RankLost();
    return TakeFirst(inbox);
  }

  void Sum(std::span<std::uint64_t> numbers) override { hub_->Sum(numbers); }

 private:
  static Message TakeFirst(ThreadHub::Inbox& inbox) {
    Message message = std::move(inbox.messages.front());
    inbox.messages.pop_front();
    return message;
  }

  void DoSend(unsigned to, std::vector<char> bytes) override {
    ThreadHub::Inbox& inbox = *hub_->inboxes_[to];
    {
      const std::lock_guard lock(inbox.mutex);
      inbox.messages.push_back({rank_, std::move(bytes)});
    }
    inbox.arrived.notify_one();
  }

  ThreadHub* hub_;
  unsigned rank_;
};

ThreadHub::ThreadHub(unsigned ranks) {
  for (unsigned i = 0; i < ranks; ++i) inboxes_.push_back(std::make_unique<Inbox>());
}

ThreadHub::~ThreadHub() = default;

std::unique_ptr<Transport> ThreadHub::Connect(unsigned rank) {
  return std::make_unique<ThreadTransport>(this, rank);
}

void ThreadHub::Close() {
  for (const auto& inbox : inboxes_) {
    const std::lock_guard lock(inbox->mutex);
    inbox->closed = true;
    inbox->arrived.notify_all();
  }
  const std::lock_guard lock(mutex_);
  closed_ = true;
  all_came_.notify_all();
}

void ThreadHub::Sum(std::span<std::uint64_t> numbers) {
  std::unique_lock lock(mutex_);
  if (closed_) throw RankLost();
  if (came_ == 0) sums_.assign(numbers.size(), 0);
  for (std::size_t i = 0; i < numbers.size(); ++i) sums_[i] += numbers[i];
  if (++came_ == ranks()) {
    came_ = 0;
    result_ = sums_;
    ++round_;
    all_came_.notify_all();
  } else {
    all_came_.wait(lock, [&, mine = round_] { return closed_ || round_ != mine; });
    if (closed_) throw RankLost();
  }
  // The next round cannot end before this rank has come to it, so that result_ is still this one's.
  std::copy(result_.begin(), result_.end(), numbers.begin());
}

void RunRanks(unsigned ranks, const std::function<void(Transport&)>& work) {
  ThreadHub hub(ranks);
  std::vector<std::exception_ptr> errors(ranks);
  std::vector<std::exception_ptr> lost(ranks);
  const auto run = [&](unsigned rank) {
    const std::unique_ptr<Transport> transport = hub.Connect(rank);
    try {
      work(*transport);
    } catch (const RankLost&) {
      lost[rank] = std::current_exception();
    } catch (...) {
      errors[rank] = std::current_exception();
      hub.Close();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned rank = 1; rank < ranks; ++rank) threads.emplace_back(run, rank);
    run(0);
  }
  for (const auto* list : {&errors, &lost}) {
    for (const std::exception_ptr& error : *list) {
      if (error) std::rethrow_exception(error);
    }
  }
}

}  // namespace cpn::distributed
