// The network of a modelled world: calls between processes, each a request, a reply and a deadline.
//
// A call is three options: its request arrives, its reply arrives, its deadline passes. Messages
// arrive in any order. What befalls a message is chosen when it is sent (nobody can tell from when
// it happens), and keeps to budgets: it is lost; it arrives twice; it is late, so that the deadline
// may pass while it is under way, and it arrives all the same. Links can be cut, also in one
// direction: what is under way on them waits, and deadlines may pass.
//
// Invariants:
//  1. a caller that lives hears of each call once: the reply, or that there was nobody (the process
//     is down, or does not answer), or that the deadline passed. Only with `reply_twice` may it
//     hear again;
//  2. payloads cross as bytes; a reply goes to the life of the caller that asked;
//  3. with time on (Timers::timed), a message is under way for at most `most_delay`, and a deadline
//     passes when it is due, if the call has not ended;
//  4. no fault befalls a message that is sent after the heal.
// Not thread-safe: belongs to one execution.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "systematic/environment/processes.h"
#include "systematic/environment/timers.h"
#include "systematic/scheduler.h"

namespace systematic {

struct NetworkOptions {
  int losses = 3;                    ///< messages lost
  int duplicates = 2;                ///< requests that arrive twice
  int late = 2;                      ///< messages that may miss their deadline
  int cuts = 0;                      ///< times that links are cut
  bool reply_twice = false;          ///< hostile: a duplicate of a reply reaches the caller, too
  std::uint64_t odds = 16;           ///< one message in so many meets each kind of fault
  Microseconds most_delay = 10'000;  ///< of a message, with time on
};

/// How a call ended.
enum class CallEnd : std::uint8_t { kReply, kNobody, kDeadline };

class Network : public Processes::Listener {
 public:
  /// A method by its place, 0, 1, ...
  using Method = std::uint8_t;
  /// One arrival of a request, to be answered; a duplicate is another one.
  using Exchange = std::uint64_t;

  /// What takes requests.
  class Server {
   public:
    virtual ~Server() = default;
    /// `bytes` are valid until this returns. The answer comes now, later or never.
    virtual void OnRequest(Exchange exchange, Node from, Node to, Method method,
                           std::string_view bytes) = 0;
  };
  /// What began calls.
  class Caller {
   public:
    virtual ~Caller() = default;
    /// The call that was begun with `token` ended. `reply` is valid until this returns.
    virtual void OnCallEnd(std::uint32_t token, CallEnd end, std::string_view reply) = 0;
  };

  Network(Scheduler& scheduler, Processes& processes, Timers& timers, const NetworkOptions& options,
          Server& server);

  Method AddMethod(std::string_view name);

  /// Begins a call. `caller` must live as long as the life of `from` that calls.
  void Call(Node from, Node to, Method method, std::string_view request, Microseconds timeout,
            Caller& caller, std::uint32_t token);
  /// Answers a request; does nothing when the exchange is over, or its server's life.
  void Answer(Exchange exchange, std::string_view reply);
  /// The server does not answer: the caller hears that there was nobody.
  void Refuse(Exchange exchange);

  /// Faults end, links are mended; with time on, what is under way must arrive in time from now on.
  void Heal();
  /// Messages under way.
  std::size_t under_way() const { return under_way_; }

  void OnCrash(Node node) override;

 private:
  enum class Stage : std::uint8_t { kFree, kRequest, kHandling, kReply, kRefusal };
  enum class Fate : std::uint8_t { kNone, kLost, kTwice, kLate };
  static constexpr std::uint64_t kFates = 4;  // others than those of Fate mean kNone, too

  // A call; its slot is used again when nothing of it is left.
  struct CallState {
    Key key;  // its kind is set where it is used
    bool in_use = false;
    bool ended = false;
    bool has_deadline = false;  // its option is enabled, or its timer runs
    Method method = 0;
    Node from = 0, to = 0;
    Caller* caller = nullptr;  // null: its life is over
    std::uint32_t token = 0;
    int exchanges = 0;  // under way or handled
    Microseconds due = 0;
    Timers::Id timer = 0;  // of the deadline, with time on
  };
  // A request under way, being handled, or its reply under way.
  struct Message {
    Stage stage = Stage::kFree;
    bool copy = false;
    bool enabled = false;
    bool held = false;
    std::uint32_t call = 0;
    std::uint32_t generation = 0;
    Timers::HoldId hold = 0;
    std::string bytes;
  };

  std::uint32_t NewCall(Node from, Node to, Method method);
  void EndCall(std::uint32_t call, CallEnd end);
  void LetDeadlinePass(std::uint32_t call);
  void DropDeadline(CallState& call);
  Key DeadlineKey(const CallState& call) const;
  void Settle(std::uint32_t call);

  Fate Draw(Word kind, const Key& call, bool is_reply);
  void UpdateFaultsLeft();

  std::uint32_t NewMessage(std::uint32_t call, Stage stage, std::string_view bytes, bool copy);
  void FreeMessage(std::uint32_t message);
  void SetOff(std::uint32_t message);
  void HoldTime(Message& message);
  void Land(Message& message);
  void EnableMessage(std::uint32_t message);
  void DisableMessage(Message& message);
  Key KeyOf(const Message& message) const;
  Node Receiver(const Message& message) const;
  void Arrive(std::uint32_t message);
  void ArriveAtServer(std::uint32_t message);
  void ArriveAtCaller(std::uint32_t message);
  void Respond(std::uint32_t message, Stage stage, std::string_view bytes);
  const Message* Handled(Exchange exchange) const;

  bool Blocked(const Message& message) const;
  bool IsCut(Node from, Node to) const { return cut_[from * processes_.size() + to] != 0; }
  void OfferCut();
  void Cut();
  void Mend();

  Scheduler& scheduler_;
  Processes& processes_;
  Timers& timers_;
  NetworkOptions left_;  // its budgets: what is left of them
  Server& server_;
  bool healed_ = false;
  bool faults_left_ = true;
  bool is_cut_ = false;
  std::size_t under_way_ = 0;
  std::vector<Word> methods_;
  std::vector<CallState> calls_;
  std::vector<std::uint32_t> free_calls_;
  std::vector<Message> messages_;
  std::vector<std::uint32_t> free_messages_;
  std::vector<char> cut_;  // [from * size + to]
  std::string arrived_;    // what the present step is about
  MachineId machine_;
  Word request_word_, request_again_word_, reply_word_, reply_again_word_, deadline_word_;
  Word request_fate_word_, reply_fate_word_, cut_word_, mend_word_, side_word_, direction_word_;
};

}  // namespace systematic
