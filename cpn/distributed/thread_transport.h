// A transport between threads of one process: a queue per rank, and a barrier.
//
// Thread safety: one ThreadHub for all ranks; each rank's Transport is used by one thread.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "cpn/distributed/transport.h"

namespace cpn::distributed {

class ThreadHub {
 public:
  explicit ThreadHub(unsigned ranks);
  ~ThreadHub();

  unsigned ranks() const { return static_cast<unsigned>(inboxes_.size()); }
  /// The transport of one rank; must not outlive the hub.
  std::unique_ptr<Transport> Connect(unsigned rank);
  /// Whoever waits, or will, gets RankLost.
  void Close();

 private:
  friend class ThreadTransport;
  struct Inbox {
    std::mutex mutex;
    std::condition_variable arrived;
    std::deque<Message> messages;
    bool closed = false;
  };

  void Sum(std::span<std::uint64_t> numbers);

  std::vector<std::unique_ptr<Inbox>> inboxes_;
  std::mutex mutex_;  // of what follows
  std::condition_variable all_came_;
  std::vector<std::uint64_t> sums_;
  std::vector<std::uint64_t> result_;
  unsigned came_ = 0;
  std::uint64_t round_ = 0;
  bool closed_ = false;
};

/// Runs `work` for each rank in a thread of its own, rank 0 in the caller's. When one throws, the
/// others get RankLost; throws what the lowest rank threw, RankLost only if nothing else.
void RunRanks(unsigned ranks, const std::function<void(Transport&)>& work);

}  // namespace cpn::distributed
