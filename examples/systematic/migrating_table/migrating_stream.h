// A stream over a table that is migrating: the streams of both tables, merged by key, rows of the
// new table before those of the old one.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "examples/systematic/migrating_table/chain_table.h"
#include "examples/systematic/migrating_table/instance.h"

namespace migrating_table {

class MigratingStream : public RowStream {
 public:
  /// Rows after `after`; Open() comes first. The instance outlives the stream.
  MigratingStream(Instance& instance, Filter filter, std::string after);

  Task<> Open();
  Task<std::optional<Row>> ReadRow() override;

  /// Reads from now on what is read in `phase`. The instance is still in the phase before.
  Task<> ApplyPhase(Phase phase);

 private:
  // The stream of one table, and its next row once somebody has looked.
  struct Side {
    std::shared_ptr<RowStream> rows;
    bool peeked = false;
    std::optional<Row> next;
  };

  Task<> OpenOld();
  Task<> OpenNew();
  static Task<> Peek(std::shared_ptr<Side> side);
  static std::optional<Row> Pop(Side& side);
  std::optional<Row> PopSmaller();
  static Side& Opened(const std::shared_ptr<Side>& side);

  Instance& instance_;
  const Filter filter_;
  std::string position_;  ///< rows after it are still to be read
  std::shared_ptr<Side> old_;
  std::shared_ptr<Side> new_;
};

}  // namespace migrating_table
