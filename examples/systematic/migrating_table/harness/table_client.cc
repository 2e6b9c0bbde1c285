#include "examples/systematic/migrating_table/harness/table_client.h"

#include <utility>

namespace migrating_table {

using systematic::Key;
using systematic::OptionKind;
using systematic::Word;

class TableClient::Stream : public RowStream {
 public:
  Stream(TableClient& client, std::shared_ptr<StreamWindow> window)
      : client_(client), window_(std::move(window)) {}

  Task<std::optional<Row>> ReadRow() override {
    co_await Turn{client_, client_.read_row_};
    co_return client_.ReadRow(*window_);
  }

 private:
  TableClient& client_;
  const std::shared_ptr<StreamWindow> window_;
};

TableClient::TableClient(systematic::Scheduler& scheduler, systematic::MachineId user,
                         std::string_view table_name, MemoryTable& table,
                         std::function<void()> on_call)
    : scheduler_(scheduler),
      user_(user),
      table_(table),
      on_call_(std::move(on_call)),
      call_(scheduler.Intern("call")),
      choose_(scheduler.Intern("choose")),
      table_name_(scheduler.Intern(table_name)),
      batch_(scheduler.Intern("batch")),
      query_(scheduler.Intern("query")),
      stream_(scheduler.Intern("stream")),
      read_row_(scheduler.Intern("read row")) {}

Task<BatchResult> TableClient::ExecuteBatch(Batch batch) {
  co_await Turn{*this, batch_};
  co_return table_.Execute(batch);
}

Task<std::vector<Row>> TableClient::QueryAtomic(Filter filter) {
  co_await Turn{*this, query_};
  co_return table_.Query(filter);
}

Task<std::shared_ptr<RowStream>> TableClient::QueryStreamed(Filter filter, std::string after) {
  co_await Turn{*this, stream_};
  co_return std::make_shared<Stream>(*this, table_.OpenStream(std::move(filter), std::move(after)));
}

void TableClient::Enable(Word what, std::coroutine_handle<> call) {
  const Word user = scheduler_.MachineName(user_);
  const Key key{call_, user, table_name_, what, 0, scheduler_.NextOrdinal(user, table_name_, what)};
  // Calls of different users on one table do not commute: the table is what they share.
  scheduler_.Enable(
      key, user_, OptionKind::kStorage,
      [this, call] {
        on_call_();
        call.resume();
      },
      table_name_);
}

std::optional<Row> TableClient::ReadRow(StreamWindow& window) {
  const std::vector<std::optional<Row>> candidates = window.Candidates();
  const Word user = scheduler_.MachineName(user_);
  const Key key{choose_,   user, table_name_,
                read_row_, 0,    scheduler_.NextOrdinal(choose_, user, read_row_)};
  const std::optional<Row>& row = candidates[scheduler_.Choose(key, candidates.size())];
  window.Take(row);
  return row;
}

}  // namespace migrating_table
