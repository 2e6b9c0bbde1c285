// Tells the instances of a table of the migration's phases: to tell one is an option, and so is
// that the migrator hears that all have followed.
//
// Thread safety: none; it is one execution's.
#pragma once

#include <coroutine>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "examples/systematic/migrating_table/harness/agreement.h"
#include "examples/systematic/migrating_table/harness/service.h"
#include "examples/systematic/migrating_table/phase.h"

namespace migrating_table {

class Phases : public PhasePublisher {
 public:
  /// Services are told on machines of their own.
  Phases(World& world, systematic::MachineId migrator,
         const std::vector<std::unique_ptr<Service>>& services);

  Task<> Publish(Phase phase) override;

 private:
  struct Listener {
    Service* service = nullptr;
    systematic::MachineId machine = 0;
  };
  // What Publish() awaits: that all have followed.
  struct AllFollow {
    Phases& phases;
    bool await_ready() { return false; }
    void await_suspend(std::coroutine_handle<> publisher) { phases.publisher_ = publisher; }
    void await_resume() {}
  };

  Task<> Tell(Service* service, Phase phase);
  void Enable(systematic::Word what, systematic::MachineId machine, systematic::Step step);

  World& world_;
  const systematic::MachineId migrator_;
  const systematic::Word control_, phase_, followed_;
  std::vector<Listener> listeners_;
  std::size_t missing_ = 0;
  std::coroutine_handle<> publisher_;
  std::list<Task<>> told_;
};

}  // namespace migrating_table
