#include "quorum/systematic/world.h"

namespace quorum::systematic {

Words::Words(Scheduler& scheduler)
    : answer(scheduler.Intern("answer")),
      arrive(scheduler.Intern("arrive")),
      break_(scheduler.Intern("break")),
      cancel(scheduler.Intern("cancel")),
      choose(scheduler.Intern("choose")),
      close(scheduler.Intern("close")),
      closed(scheduler.Intern("closed")),
      duplicate(scheduler.Intern("duplicate")),
      forget(scheduler.Intern("forget")),
      gone(scheduler.Intern("gone")),
      pass(scheduler.Intern("pass")),
      pause(scheduler.Intern("pause")),
      repeat(scheduler.Intern("repeat")),
      reply(scheduler.Intern("reply")),
      shutdown(scheduler.Intern("shutdown")),
      start(scheduler.Intern("start")),
      timer(scheduler.Intern("timer")),
      written(scheduler.Intern("written")) {}

Key World::KeyOf(Word kind, MachineId machine, std::uint32_t ordinal) const {
  Key key;
  key.kind = kind;
  key.to = scheduler_.MachineName(machine);
  key.ordinal = ordinal;
  return key;
}

std::uint64_t World::Choose(Word what, MachineId machine, std::uint64_t n) {
  Key key = KeyOf(words.choose, machine);
  key.what = what;
  key.ordinal = scheduler_.NextOrdinal(0, key.to, what);
  return scheduler_.Choose(key, n);
}

void World::EndFaults() {
  budgets_ = {0, 0, 0, 0, 0, kUnlimited, budgets_.oddities};
  for (const auto& changed : on_deadlines_) changed();
}

bool World::MaySpend(int Budgets::*budget) {
  if (limits_.*budget > 0 && limits_.*budget < kUnlimited) Touch(faults_);
  return budgets_.*budget > 0;
}

void World::Spend(int Budgets::*budget) {
  if (limits_.*budget < kUnlimited) --(budgets_.*budget);
  if (budget == &Budgets::deadlines && budgets_.deadlines == 0) {
    for (const auto& changed : on_deadlines_) changed();
  }
}

bool World::Spend(int Budgets::*budget, Word what, MachineId machine) {
  if (!MaySpend(budget) || Choose(what, machine, 2) == 0) return false;
  Spend(budget);
  return true;
}

void World::Observe(std::string_view what) {
  scheduler_.Observe(what);
  if (scheduler_.recording()) scheduler_.Note(std::string(what));
}

}  // namespace quorum::systematic
