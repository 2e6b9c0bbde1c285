// Rows and results as text, for messages and notes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "examples/systematic/migrating_table/chain_table.h"

namespace migrating_table {

std::string Describe(const Row& row);
std::string Describe(const std::optional<Row>& row);  ///< none: "the end"
std::string Describe(const std::vector<Row>& rows);
std::string Describe(const Batch& batch);
std::string Describe(const BatchResult& result);

}  // namespace migrating_table
