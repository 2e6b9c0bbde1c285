// What ranks need of whatever carries their messages: MPI, or queues between threads.
//
// Invariants:
//  1. Messages from one rank to one other arrive in the order in which they were sent; nothing is
//     lost. Those of different ranks arrive in any order.
//  2. Send() does not wait for the receiver, so that messages travel while the sender computes.
//  3. Sum() and AllGather() are collective: all ranks call them in the same order. No rank returns
//     before all have called, so that what a rank sends before it arrives no later than what
//     others send after it.
// Thread safety: each rank's transport is used by one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace cpn::distributed {

struct Message {
  unsigned from = 0;
  std::vector<char> bytes;
};

/// Another rank has ended in the middle of the work, so that this one cannot go on.
struct RankLost : std::runtime_error {
  RankLost() : std::runtime_error("another rank has ended, so that this one cannot go on") {}
};

/// What went over a transport from this rank, Sum() not counted.
struct Traffic {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
};

class Transport {
 public:
  virtual ~Transport() = default;

  virtual unsigned rank() const = 0;
  virtual unsigned ranks() const = 0;
  /// Sends to another rank. Throws RankLost, as all members do.
  void Send(unsigned to, std::vector<char> bytes) {
    ++traffic_.messages;
    traffic_.bytes += bytes.size();
    DoSend(to, std::move(bytes));
  }
  /// The next message, if one has arrived.
  virtual std::optional<Message> Poll() = 0;
  /// The next message; waits for it.
  virtual Message Wait() = 0;
  /// Collective: each number becomes its sum over all ranks.
  virtual void Sum(std::span<std::uint64_t> numbers) = 0;
  /// Collective: what each rank gave, by rank. Requires that no message is under way.
  std::vector<std::vector<char>> AllGather(std::vector<char> bytes);

  /// Collective: each rank gives something for each, and gets what each gave for it, by rank.
  /// Requires that no message is under way.
  std::vector<std::vector<char>> Exchange(std::vector<std::vector<char>> for_each);

  /// Collective: rank 0 gets what each rank gave, by rank; the others get nothing. Requires that no
  /// message is under way.
  std::vector<std::vector<char>> GatherAtFirst(std::vector<char> bytes);

  const Traffic& traffic() const { return traffic_; }

 private:
  virtual void DoSend(unsigned to, std::vector<char> bytes) = 0;

  Traffic traffic_;
};

}  // namespace cpn::distributed
