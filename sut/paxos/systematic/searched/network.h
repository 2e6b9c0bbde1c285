// The network of a searched world: calls between replicas, whose messages arrive in any order, and
// what befalls them, each a step of its own: a message is lost, a request arrives twice, a deadline
// passes although the answer is under way.
//
// Invariants: a call ends once: by a reply, as an error when the replica is down or does not
// answer, or at its deadline, which passes when nothing of it is under way. Faults keep to budgets.
// Not thread-safe: belongs to one execution.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sut/paxos/roles/types.h"
#include "sut/paxos/systematic/searched/moves.h"
#include "systematic/scheduler.h"
#include "systematic/state_digest.h"

namespace paxos::searched {

enum class Method : std::uint8_t { kPrepare, kAccept, kCommit, kPing };
enum class CallEnd : std::uint8_t { kReply, kNobody, kDeadline };

/// How often each fault may still happen.
struct Budgets {
  int losses = 0;
  int duplicates = 0;
  int late = 0;
  int crashes = 0;
  int deaths = 0;
};

class Network {
 public:
  /// The rest of the world.
  class Ends {
   public:
    virtual ~Ends() = default;
    virtual systematic::MachineId machine(ReplicaId id) const = 0;
    virtual std::uint16_t life(ReplicaId id) const = 0;
    /// The reply; nothing: it is down, or does not answer.
    virtual std::optional<std::string> Handle(ReplicaId to, Method method,
                                              std::string_view request) = 0;
  };
  using Done = std::function<void(CallEnd end, std::string_view reply)>;

  Network(systematic::Scheduler& scheduler, Budgets& budgets, Ends& ends);

  /// `epoch` names the period that a ping belongs to, and counts quorum calls otherwise.
  void Call(ReplicaId from, ReplicaId to, Method method, std::string request, std::int64_t due,
            std::int64_t epoch, Done done);
  /// The life of the caller is over: its calls end without a word.
  void Forget(ReplicaId from);

  bool quiet() const { return under_way_ == 0; }
  /// When the next deadline passes of which nothing is under way; nothing: there is none.
  std::optional<std::int64_t> NextDeadline() const;

  /// Messages, and faults while there are budgets for them.
  void AddMessages(std::vector<Move>& moves);
  /// Deadlines that can pass: only those that are due at `only`, if it is given.
  void AddDeadlines(std::vector<Move>& moves, std::optional<std::int64_t> only);

  /// Times count from `now`; nothing: they do not matter. `epoch(from)` is the one of pings now.
  void Describe(systematic::StateDigest& digest, std::optional<std::int64_t> now,
                const std::function<std::int64_t(ReplicaId)>& epoch) const;

 private:
  struct CallState {
    bool in_use = false;
    bool open = false;  // the caller waits for its end
    ReplicaId from = 0, to = 0;
    Method method = Method::kPing;
    std::uint16_t life = 0;
    std::uint32_t ordinal = 0;
    std::int64_t epoch = 0, due = 0;
    int under_way = 0;
    std::string request;
    std::optional<CallEnd> end;  // of one that has ended, while others of its quorum call go on
    std::string reply;
    Done done;
  };
  struct Message {
    bool in_use = false;
    bool is_reply = false, is_refusal = false;
    bool is_copy = false, is_copied = false;
    std::size_t call = 0;
    std::string bytes;
  };

  void Deliver(std::size_t index);
  void Lose(std::size_t index);
  void Duplicate(std::size_t index);
  void End(std::size_t call, CallEnd end, const std::string& reply);
  std::size_t NewMessage(std::size_t call);
  void Free(std::size_t index);
  void Settle(std::size_t call);
  bool HasOpenSibling(const CallState& call) const;
  static bool AreSiblings(const CallState& a, const CallState& b);
  systematic::Key KeyOf(const CallState& call, systematic::Word kind) const;
  systematic::StateDigest DigestOf(const CallState& call, std::optional<std::int64_t> now,
                                   const std::function<std::int64_t(ReplicaId)>& epoch) const;

  systematic::Scheduler& scheduler_;
  Budgets& budgets_;
  Ends& ends_;
  std::vector<CallState> calls_;
  std::vector<Message> messages_;
  int under_way_ = 0;
  std::vector<systematic::Word> methods_;
  systematic::Word request_, request_again_, reply_, reply_again_, lose_request_, lose_reply_,
      lose_request_again_, lose_reply_again_, duplicate_, late_, deadline_;
};

}  // namespace paxos::searched
