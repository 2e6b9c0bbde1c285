// The processes of a modelled world: who is up, who crashes and when, who comes back.
//
// A crash is a choice after a step of a process (its key is the step's, with another kind), so that
// it stays where it is when the schedule around it changes. One between two sends of a step equals
// losing the later messages.
//
// Invariants:
//  1. a process has one life at a time; lives count up from 1;
//  2. before the heal at most `crashes` processes crash by choice, after it none; what is down at
//     the heal comes back then, but for at most `dead` processes, which stay down for good;
//  3. listeners hear of a crash before the host does, so that nothing reaches what is gone.
// Not thread-safe: belongs to one execution.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "systematic/scheduler.h"

namespace systematic {

/// A process of the world by its place, 0, 1, ...
using Node = std::uint16_t;

struct ProcessOptions {
  int crashes = 1;          ///< before the heal
  int dead = 0;             ///< how many may be down for good after it
  std::uint64_t odds = 48;  ///< one step in so many is followed by a crash, while some are left
};

class Processes {
 public:
  /// What runs in the processes.
  class Host {
   public:
    virtual ~Host() = default;
    /// A new life begins.
    virtual void OnStart(Node node) = 0;
    /// The life is over: nothing of it may run any more. Never called inside a step of the node.
    virtual void OnCrash(Node node) = 0;
    /// A step of the node is over. It may say Doom.
    virtual void OnStepEnd(Node node) = 0;
  };
  /// Parts of the world that hold something for processes.
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void OnCrash(Node node) = 0;
  };

  Processes(Scheduler& scheduler, const ProcessOptions& options, Host& host);

  /// A process of this name, which starts when StartAll is called.
  Node Add(std::string_view name);
  void AddListener(Listener* listener) { listeners_.push_back(listener); }
  void StartAll();

  std::size_t size() const { return nodes_.size(); }
  bool up(Node node) const { return nodes_[node].up; }
  std::uint16_t life(Node node) const { return nodes_[node].life; }
  MachineId machine(Node node) const { return nodes_[node].machine; }
  Word word(Node node) const { return nodes_[node].word; }

  /// The life ends when the present step is over, e.g. because its disk failed.
  void Doom(Node node) { nodes_[node].doomed = true; }
  /// A step of `node` with this key is over. Called by the parts of the world that take steps.
  void StepEnded(const Key& key, Node node);

  /// Crashes end; who is down comes back or stays dead. `spared`: so many fewer may stay dead, for
  /// failures of another kind.
  void Heal(int spared = 0);

 private:
  struct State {
    Word word = 0;
    MachineId machine = 0;
    std::uint16_t life = 0;
    bool up = false;
    bool doomed = false;
    bool restart_enabled = false;
  };

  void Start(Node node);
  void Crash(Node node);
  Word CrashAfter(Word kind);
  Key RestartKey(Node node) const;
  bool Chosen(Word kind, Node node, std::uint64_t odds);

  Scheduler& scheduler_;
  Host& host_;
  std::vector<Listener*> listeners_;
  std::vector<State> nodes_;
  std::uint64_t odds_;
  int crashes_;
  int dead_;
  bool healed_ = false;
  std::vector<std::pair<Word, Word>> crash_words_;  // by kind of step
  Word restart_word_, stay_dead_word_, die_word_;
};

}  // namespace systematic
