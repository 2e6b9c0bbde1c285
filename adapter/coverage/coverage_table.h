// The coverage table: what gcov counted (gcov.h), a row for each part of the system under test.
//
// Rows are sources of the system under test; columns are groups of test cases, and all together.
// What there is to cover is the same in all columns: a line or branch that gcov knows in any.
// Pure functions; safe from any thread.
// Source: Wang, Kristensen, Meling, Stolz, "Model-based testing of the Gorums framework for
// fault-tolerant distributed systems" (ToPNoC 2018), Table 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace adapter {

/// A line of a source file: how often it was executed, and each of its branches taken.
struct LineCoverage {
  std::int64_t count = 0;
  std::vector<std::int64_t> branches;
  bool operator==(const LineCoverage&) const = default;
};
/// By line number.
using SourceCoverage = std::map<int, LineCoverage>;
/// By path relative to the repository.
using FileCoverage = std::map<std::string, SourceCoverage>;

/// A part of the system under test that has a row of its own.
struct CoverageRule {
  std::string name;
  std::vector<std::string> prefixes;  ///< of paths of sources; the first rule that fits takes one
};

/// The number of the first rule that takes the source; rules.size() when none does.
std::size_t RuleOf(const std::string& path, const std::vector<CoverageRule>& rules);

struct CoverageCell {
  int covered = 0;
  int all = 0;
  bool operator==(const CoverageCell&) const = default;
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

/// One row for each rule, and the sum. Sources that no rule takes do not count. Adds the column
/// "both": covered in any of the others.
CoverageTable MakeTable(std::vector<CoverageColumn> columns,
                        const std::vector<CoverageRule>& rules);

/// For people, with a line that says what is counted.
std::string TextTable(const CoverageTable& table);
/// {columns: [...], rows: [{name, lines: {column: {covered, all, percent}}, branches: {...}}]}.
std::string JsonTable(const CoverageTable& table);

}  // namespace adapter
