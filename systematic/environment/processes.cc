#include "systematic/environment/processes.h"

#include <string>

namespace systematic {

Processes::Processes(Scheduler& scheduler, const ProcessOptions& options, Host& host)
    : scheduler_(scheduler),
      host_(host),
      odds_(options.odds),
      crashes_(options.crashes),
      dead_(options.dead),
      restart_word_(scheduler.Intern("restart")),
      stay_dead_word_(scheduler.Intern("stay dead")),
      die_word_(scheduler.Intern("die")) {}

Node Processes::Add(std::string_view name) {
  State state;
  state.word = scheduler_.Intern(name);
  state.machine = scheduler_.AddMachine(name);
  nodes_.push_back(state);
  return static_cast<Node>(nodes_.size() - 1);
}

void Processes::StartAll() {
  for (Node node = 0; node < nodes_.size(); ++node) Start(node);
}

void Processes::Start(Node node) {
  State& state = nodes_[node];
  state.up = true;
  state.doomed = false;
  ++state.life;
  host_.OnStart(node);
  host_.OnStepEnd(node);
  if (nodes_[node].doomed) Crash(node);
}

void Processes::StepEnded(const Key& key, Node node) {
  if (!nodes_[node].up) return;
  host_.OnStepEnd(node);
  if (nodes_[node].doomed) return Crash(node);
  if (crashes_ == 0 || healed_) return;
  Key crash = key;
  crash.kind = CrashAfter(key.kind);
  if (scheduler_.Choose(crash, odds_) != 1) return;
  --crashes_;
  Crash(node);
}

// Of its own for each kind of step: one message has two, and two keys.
Word Processes::CrashAfter(Word kind) {
  for (const auto& [step, crash] : crash_words_) {
    if (step == kind) return crash;
  }
  const Word crash = scheduler_.Intern("crash after " + std::string(scheduler_.NameOf(kind)));
  crash_words_.emplace_back(kind, crash);
  return crash;
}

void Processes::Crash(Node node) {
  nodes_[node].up = false;
  for (Listener* const listener : listeners_) listener->OnCrash(node);
  host_.OnCrash(node);
  if (healed_) return;
  nodes_[node].restart_enabled = true;
  scheduler_.Enable(RestartKey(node), nodes_[node].machine, OptionKind::kFault, [this, node] {
    nodes_[node].restart_enabled = false;
    Start(node);
  });
}

Key Processes::RestartKey(Node node) const {
  Key key;
  key.kind = restart_word_;
  key.to = nodes_[node].word;
  key.life = nodes_[node].life;
  return key;
}

bool Processes::Chosen(Word kind, Node node, std::uint64_t odds) {
  Key key;
  key.kind = kind;
  key.to = nodes_[node].word;
  key.life = nodes_[node].life;
  return scheduler_.Choose(key, odds) == 1;
}

void Processes::Heal(int spared) {
  healed_ = true;
  dead_ -= spared;
  for (Node node = 0; node < nodes_.size(); ++node) {
    State& state = nodes_[node];
    const bool dies =
        dead_ > 0 && Chosen(state.up ? die_word_ : stay_dead_word_, node, state.up ? 4 : 2);
    if (dies) --dead_;
    if (state.restart_enabled) {
      scheduler_.Disable(RestartKey(node));
      state.restart_enabled = false;
    }
    if (state.up && dies) {
      Crash(node);
    } else if (!state.up && !dies) {
      Start(node);
    }
  }
}

}  // namespace systematic
