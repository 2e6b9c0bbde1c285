// Clients of a modelled world: each asks each process once, in any order, and again after the heal
// where its question was lost; what they heard is the history.
//
// Invariants: a question is open until it is answered, or the life of the process that got it is
// over; nobody asks a process that is down. An answer that comes once more, or for a life that is
// over, is told from one that is due.
// Not thread-safe: belongs to one execution.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "systematic/environment/processes.h"
#include "systematic/scheduler.h"

namespace systematic {

class Clients : public Processes::Listener {
 public:
  /// A question by its place in the history.
  using Ask = std::uint32_t;

  struct Entry {
    std::uint16_t client = 0;
    Node node = 0;
    std::uint64_t asked = 0;     ///< choices made before
    std::uint64_t answered = 0;  ///< choices made before, if `state` says so
    enum class State : std::uint8_t { kOpen, kAnswered, kUnanswered } state = State::kOpen;
    std::string value;  ///< of the answer
  };

  /// What is asked.
  class Service {
   public:
    virtual ~Service() = default;
    /// The client's question reaches a process that is up.
    virtual void OnAsk(std::uint16_t client, Node node, Ask ask) = 0;
  };

  Clients(Scheduler& scheduler, Processes& processes, std::uint16_t clients, Service& service);

  /// From now on each client may ask each process.
  void Offer();
  /// Who is up and has no question of a client is asked again.
  void Heal() { Offer(); }

  /// The answer to a question; false when it was answered before.
  bool Answered(Ask ask, std::string_view value);
  /// The question gets no answer.
  bool Unanswered(Ask ask);

  /// Questions that may be asked now.
  int offered() const { return offered_; }
  /// Open questions at a process.
  int open(Node node) const { return open_[node]; }
  const std::vector<Entry>& history() const { return history_; }

  void OnCrash(Node node) override;

 private:
  struct Pair {
    bool offered = false;
    bool asked = false;  // in this life
    std::uint32_t times = 0;
  };
  Pair& pair(std::uint16_t client, Node node) { return pairs_[client * processes_.size() + node]; }
  void Offer(std::uint16_t client, Node node);
  Key AskKey(std::uint16_t client, Node node);
  void Put(std::uint16_t client, Node node, const Key& key);
  bool Close(Ask ask, Entry::State state);

  Scheduler& scheduler_;
  Processes& processes_;
  Service& service_;
  std::vector<Word> clients_;
  std::vector<Pair> pairs_;
  int offered_ = 0;
  std::vector<int> open_;
  std::vector<Entry> history_;
  Word ask_word_;
};

}  // namespace systematic
