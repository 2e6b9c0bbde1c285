// The coverage table: what gcovr measured, in the rows of the paper's Table 1.
//
// Rows are sources of the system under test; columns are groups of test cases, and all together.
// Pure functions; safe from any thread.
// Source: Wang, Kristensen, Meling, Stolz, "Model-based testing of the Gorums framework for
// fault-tolerant distributed systems" (ToPNoC 2018), Table 1.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace adapter {

/// Which lines and branches of one source file were executed.
struct SourceCoverage {
  std::map<int, bool> lines;                     ///< by line number
  std::map<std::pair<int, int>, bool> branches;  ///< by line number and index in the line
  /// Covered here or there.
  void Merge(const SourceCoverage& other);
};
/// By path relative to the repository.
using FileCoverage = std::map<std::string, SourceCoverage>;

/// Reads gcovr's JSON (format 0.3). Throws std::runtime_error when it is something else.
FileCoverage ParseGcovr(const std::string& json);

struct CoverageCell {
  int covered = 0;
  int all = 0;
};
struct CoverageRow {
  std::string name;
  std::vector<CoverageCell> lines;     ///< by column
  std::vector<CoverageCell> branches;  ///< by column
};
struct CoverageTable {
  std::vector<std::string> columns;
  std::vector<CoverageRow> rows;
};

struct CoverageColumn {
  std::string name;
  FileCoverage files;
};

/// One row for each part of the system under test, one for its other sources, and the sum.
CoverageTable MakeTable(const std::vector<CoverageColumn>& columns);

/// For people, with a line that says what is counted.
std::string TextTable(const CoverageTable& table);
/// {columns: [...], rows: [{name, lines: {column: {covered, all, percent}}, branches: {...}}]}.
std::string JsonTable(const CoverageTable& table);

}  // namespace adapter
