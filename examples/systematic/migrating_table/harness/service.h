// A process that uses the table while it migrates: an instance of its own, and a plan. What it asks
// and what it gets, the monitors are told.
//
// Thread safety: none; it is one execution's.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "examples/systematic/migrating_table/harness/agreement.h"
#include "examples/systematic/migrating_table/harness/plan.h"
#include "examples/systematic/migrating_table/harness/progress_monitors.h"
#include "examples/systematic/migrating_table/harness/table_client.h"
#include "examples/systematic/migrating_table/migrating_table.h"

namespace migrating_table {

/// Makes an instance of the table of an execution.
using MakeTable = std::function<std::unique_ptr<MigratingTable>(
    ChainTable& old_table, ChainTable& new_table, LinearizationObserver&)>;

/// What the users of the tables share.
struct World {
  systematic::Scheduler& scheduler;
  MemoryTable& old_table;
  MemoryTable& new_table;
  Agreement& agreement;
  CallMonitor& calls;
};

class Service : private LinearizationObserver {
 public:
  /// Without a plan it draws one when it runs.
  Service(World& world, int number, std::optional<Plan> plan, const MakeTable& make);

  MigratingTable& table() { return *table_; }
  systematic::MachineId machine() const { return machine_; }
  const std::string& name() const { return name_; }

  /// Carries the plan out.
  Task<> Run();

 private:
  void OnTakesEffect() override;
  Task<> ReadStream(Filter filter);
  Task<> Query(Filter filter);
  Task<> ExecuteBatch(Batch batch);
  Batch MakeBatch(const PlannedCall& call);
  Operation MakeOperation(const PlannedOperation& planned);
  void Note(const std::string& text);

  World& world_;
  const int number_;
  const std::string name_;
  const std::optional<Plan> plan_;
  const systematic::MachineId machine_;
  TableClient old_client_;
  TableClient new_client_;
  std::unique_ptr<MigratingTable> table_;
  int writes_ = 0;  // so that each has a value of its own
};

}  // namespace migrating_table
