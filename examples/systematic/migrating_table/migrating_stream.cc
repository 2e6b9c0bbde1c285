#include "examples/systematic/migrating_table/migrating_stream.h"

#include <stdexcept>
#include <utility>

#include "examples/systematic/migrating_table/partition.h"
#include "examples/systematic/migrating_table/phase.h"

namespace migrating_table {

MigratingStream::MigratingStream(Instance& instance, Filter filter, std::string after)
    : instance_(instance), filter_(std::move(filter)), position_(std::move(after)) {}

Task<> MigratingStream::Open() {
  if (ReadsOld(instance_.phase)) co_await OpenOld();
  if (ReadsNew(instance_.phase)) co_await OpenNew();
}

Task<> MigratingStream::OpenOld() {
  Filter seen = [filter = filter_](const Row& row) {
    return row.key != kPartitionKey && Matches(filter, row);
  };
  auto rows = co_await instance_.old_table.QueryStreamed(std::move(seen), position_);
  old_ = std::make_shared<Side>(Side{std::move(rows), false, std::nullopt});
}

Task<> MigratingStream::OpenNew() {
  // A row that does not match still hides the one that the old table has.
  Filter all;
  if (instance_.bug == Bug::kQueryStreamedFilterShadowing) all = filter_;
  auto rows = co_await instance_.new_table.QueryStreamed(std::move(all), position_);
  new_ = std::make_shared<Side>(Side{std::move(rows), false, std::nullopt});
}

Task<std::optional<Row>> MigratingStream::ReadRow() {
  Gate::Hold hold;
  if (instance_.bug != Bug::kQueryStreamedLock) hold = co_await instance_.gate.Share();
  for (;;) {
    const bool reads_old = old_ != nullptr;
    const bool reads_new = new_ != nullptr;
    if (reads_old) co_await Peek(old_);
    if (reads_new) co_await Peek(new_);
    std::optional<Row> row;
    if (reads_old && reads_new) {
      row = PopSmaller();
    } else {
      row = Pop(Opened(reads_old ? old_ : new_));
    }
    if (!row) co_return std::nullopt;
    position_ = row->key;
    if (IsTombstone(*row)) continue;
    Row seen = AsSeen(std::move(*row));
    if (Matches(filter_, seen)) co_return seen;
  }
}

Task<> MigratingStream::Peek(std::shared_ptr<Side> side) {
  if (Opened(side).peeked) co_return;
  side->next = co_await side->rows->ReadRow();
  side->peeked = true;
}

std::optional<Row> MigratingStream::Pop(Side& side) {
  // At the end it stays peeked: there is nothing more to ask for.
  if (side.next) side.peeked = false;
  return std::exchange(side.next, std::nullopt);
}

std::optional<Row> MigratingStream::PopSmaller() {
  Side& old_side = Opened(old_);
  Side& new_side = Opened(new_);
  if (!new_side.next) return Pop(old_side);
  if (!old_side.next || new_side.next->key < old_side.next->key) return Pop(new_side);
  if (new_side.next->key == old_side.next->key) {
    Pop(old_side);
    return Pop(new_side);
  }
  return Pop(old_side);
}

MigratingStream::Side& MigratingStream::Opened(const std::shared_ptr<Side>& side) {
  if (!side) throw std::logic_error("a stream is read that is no longer open");
  return *side;
}

Task<> MigratingStream::ApplyPhase(Phase phase) {
  if (old_ && !ReadsOld(phase)) {
    old_.reset();
    // What the new stream has passed by may have been copied behind it since.
    if (instance_.bug != Bug::kQueryStreamedBackUpNewStream) new_.reset();
  }
  if (!new_ && ReadsNew(phase)) co_await OpenNew();
}

}  // namespace migrating_table
