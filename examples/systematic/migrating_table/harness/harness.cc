#include "examples/systematic/migrating_table/harness/harness.h"

#include <exception>
#include <optional>
#include <utility>

#include "examples/systematic/migrating_table/harness/agreement.h"
#include "examples/systematic/migrating_table/harness/phases.h"
#include "examples/systematic/migrating_table/harness/progress_monitors.h"

namespace migrating_table {
namespace {

using systematic::Key;
using systematic::MachineId;
using systematic::OptionKind;
using systematic::Word;

constexpr ETag kFirstOldETag = 1'000'000;
constexpr ETag kFirstNewETag = 2'000'000;
constexpr std::size_t kServices = 2;

struct Setup {
  TestCase test_case;
  MakeTable make_table;
  MakeMigrator make_migrator;
};

// All that an execution is made of; built by Start(). Coroutines are destroyed first.
class TableExecution {
 public:
  TableExecution(systematic::Scheduler& scheduler, const Setup& setup)
      : scheduler_(scheduler),
        old_table_(kFirstOldETag),
        new_table_(kFirstNewETag),
        agreement_(scheduler),
        calls_(scheduler),
        end_(static_cast<int>(kServices) + 1),
        migrator_machine_(scheduler.AddMachine("migrator")),
        old_client_(scheduler, migrator_machine_, "old", old_table_, [] {}),
        new_client_(scheduler, migrator_machine_, "new", new_table_, [] {}) {
    scheduler.AddMonitor(&agreement_);
    scheduler.AddMonitor(&calls_);
    scheduler.AddMonitor(&end_);
    for (const int key : setup.test_case.keys) AddRow(key);
    for (std::size_t i = 0; i < kServices; ++i) {
      std::optional<Plan> plan;
      if (!setup.test_case.plans.empty()) plan = setup.test_case.plans.at(i);
      services_.push_back(std::make_unique<Service>(world_, static_cast<int>(i) + 1,
                                                    std::move(plan), setup.make_table));
    }
    phases_.emplace(world_, migrator_machine_, services_);
    migrator_ = setup.make_migrator(old_client_, new_client_, *phases_);
    for (const auto& service : services_) {
      Begin(service->machine(), Guarded(service->name(), service->Run()));
    }
    Begin(migrator_machine_, Guarded("the migrator", migrator_->Run()));
  }

 private:
  void AddRow(int key) {
    Row row{std::to_string(key),
            kNoETag,
            {{"flag", key % 2 == 0 ? "true" : "false"}, {"value", "0." + std::to_string(key)}}};
    old_table_.Execute({{OperationKind::kInsert, row}});
    agreement_.OnInitialRow(*old_table_.Find(row.key));
  }

  // An option that has the task begin.
  void Begin(MachineId machine, Task<> task) {
    tasks_.push_back(std::move(task));
    const Word control = scheduler_.Intern("control");
    const Word begin = scheduler_.Intern("begin");
    scheduler_.Enable({control, 0, scheduler_.MachineName(machine), begin, 0, 0}, machine,
                      OptionKind::kControl, [begun = &tasks_.back()] { begun->Start(); });
  }

  Task<> Guarded(std::string who, Task<> task) {
    try {
      co_await task;
    } catch (const std::exception& error) {
      agreement_.OnException(who, error.what());
    }
    end_.OnEnd();
  }

  systematic::Scheduler& scheduler_;
  MemoryTable old_table_;
  MemoryTable new_table_;
  Agreement agreement_;
  CallMonitor calls_;
  EndMonitor end_;
  const MachineId migrator_machine_;
  TableClient old_client_;
  TableClient new_client_;
  World world_{scheduler_, old_table_, new_table_, agreement_, calls_};
  std::vector<std::unique_ptr<Service>> services_;
  std::optional<Phases> phases_;
  std::unique_ptr<Migrator> migrator_;
  std::list<Task<>> tasks_;
};

class TableHarness : public systematic::Harness {
 public:
  explicit TableHarness(std::shared_ptr<const Setup> setup) : setup_(std::move(setup)) {}
  void Start(systematic::Scheduler& scheduler) override { execution_.emplace(scheduler, *setup_); }

 private:
  const std::shared_ptr<const Setup> setup_;
  std::optional<TableExecution> execution_;
};

}  // namespace

systematic::HarnessInfo MigratingTableHarness(TestCase test_case, MakeTable make_table,
                                              MakeMigrator make_migrator) {
  const auto setup = std::make_shared<const Setup>(
      Setup{std::move(test_case), std::move(make_table), std::move(make_migrator)});
  return systematic::HarnessOf<TableHarness>(setup->test_case.name, setup->test_case.about,
                                             {.choices = 1000, .heal_after = 0}, setup);
}

}  // namespace migrating_table
