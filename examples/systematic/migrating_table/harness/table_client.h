// A table in memory as one of its users sees it under a scheduler: each call waits until the
// scheduler has it happen, and a stream returns any row that it may.
//
// Thread safety: none; it is one execution's.
#pragma once

#include <coroutine>
#include <cstdint>
#include <functional>
#include <string_view>

#include "examples/systematic/migrating_table/harness/memory_table.h"
#include "systematic/scheduler.h"

namespace migrating_table {

class TableClient : public ChainTable {
 public:
  /// Calls are options of the machine `user`. `on_call` is told of each before it happens.
  TableClient(systematic::Scheduler& scheduler, systematic::MachineId user,
              std::string_view table_name, MemoryTable& table, std::function<void()> on_call);

  Task<BatchResult> ExecuteBatch(Batch batch) override;
  Task<std::vector<Row>> QueryAtomic(Filter filter) override;
  Task<std::shared_ptr<RowStream>> QueryStreamed(Filter filter, std::string after) override;

 private:
  class Stream;

  // What a call awaits: that the scheduler picks it.
  struct Turn {
    TableClient& client;
    systematic::Word what;
    bool await_ready() { return false; }
    void await_suspend(std::coroutine_handle<> call) { client.Enable(what, call); }
    void await_resume() {}
  };

  void Enable(systematic::Word what, std::coroutine_handle<> call);
  std::optional<Row> ReadRow(StreamWindow& window);

  systematic::Scheduler& scheduler_;
  const systematic::MachineId user_;
  MemoryTable& table_;
  const std::function<void()> on_call_;
  const systematic::Word call_, choose_, table_name_, batch_, query_, stream_, read_row_;
};

}  // namespace migrating_table
