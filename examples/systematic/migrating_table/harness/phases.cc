#include "examples/systematic/migrating_table/harness/phases.h"

#include <exception>
#include <utility>

namespace migrating_table {

using systematic::Key;
using systematic::OptionKind;
using systematic::Word;

Phases::Phases(World& world, systematic::MachineId migrator,
               const std::vector<std::unique_ptr<Service>>& services)
    : world_(world),
      migrator_(migrator),
      control_(world.scheduler.Intern("control")),
      phase_(world.scheduler.Intern("phase")),
      followed_(world.scheduler.Intern("all follow")) {
  for (const auto& service : services) {
    listeners_.push_back(
        {service.get(), world.scheduler.AddMachine("phases of " + service->name())});
  }
}

Task<> Phases::Publish(Phase phase) {
  missing_ = listeners_.size();
  for (const Listener& listener : listeners_) {
    Enable(phase_, listener.machine, [this, &listener, phase] {
      told_.push_back(Tell(listener.service, phase));
      told_.back().Start();
    });
  }
  co_await AllFollow{*this};
}

Task<> Phases::Tell(Service* service, Phase phase) {
  try {
    co_await service->table().ApplyPhase(phase);
  } catch (const std::exception& error) {
    world_.agreement.OnException("the change of phase of " + service->name(), error.what());
    co_return;
  }
  if (--missing_ == 0) {
    Enable(followed_, migrator_, [this] { publisher_.resume(); });
  }
}

void Phases::Enable(Word what, systematic::MachineId machine, systematic::Step step) {
  const Word name = world_.scheduler.MachineName(machine);
  const Key key{control_, 0, name, what, 0, world_.scheduler.NextOrdinal(0, name, what)};
  world_.scheduler.Enable(key, machine, OptionKind::kControl, std::move(step));
}

}  // namespace migrating_table
