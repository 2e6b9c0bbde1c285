#include "adapter/coverage/coverage_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

namespace adapter {
namespace {

using Json = nlohmann::ordered_json;

// Adds what `other` covered. Both are of the same program, so that their branches match.
void Unite(LineCoverage& line, const LineCoverage& other) {
  line.count += other.count;
  line.branches.resize(std::max(line.branches.size(), other.branches.size()));
  for (std::size_t i = 0; i < other.branches.size(); ++i) line.branches[i] += other.branches[i];
}

FileCoverage Union(const std::vector<CoverageColumn>& columns) {
  FileCoverage all;
  for (const CoverageColumn& column : columns) {
    for (const auto& [path, lines] : column.files) {
      for (const auto& [number, line] : lines) Unite(all[path][number], line);
    }
  }
  return all;
}

const LineCoverage* Find(const FileCoverage& files, const std::string& path, int number) {
  const auto file = files.find(path);
  if (file == files.end()) return nullptr;
  const auto line = file->second.find(number);
  return line == file->second.end() ? nullptr : &line->second;
}

// `line` is what one column knows of a line (null: nothing), `all` what there is to cover in it.
void Add(CoverageCell& lines, CoverageCell& branches, const LineCoverage* line,
         const LineCoverage& all) {
  ++lines.all;
  branches.all += static_cast<int>(all.branches.size());
  if (line == nullptr || line->count == 0) return;
  ++lines.covered;
  branches.covered += static_cast<int>(
      std::ranges::count_if(line->branches, [](std::int64_t count) { return count > 0; }));
}

double Percent(const CoverageCell& cell) {
  return cell.all == 0 ? 0 : 100.0 * cell.covered / cell.all;
}

std::string Text(const CoverageCell& cell) {
  if (cell.all == 0) return "-";
  return fmt::format("{:.1f}% ({}/{})", Percent(cell), cell.covered, cell.all);
}

Json ToJson(const std::vector<std::string>& columns, const std::vector<CoverageCell>& cells) {
  Json json = Json::object();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    json[columns[i]] = {{"covered", cells[i].covered},
                        {"all", cells[i].all},
                        {"percent", std::round(Percent(cells[i]) * 10) / 10}};
  }
  return json;
}

}  // namespace

std::size_t RuleOf(const std::string& path, const std::vector<CoverageRule>& rules) {
  const auto rule = std::ranges::find_if(rules, [&](const CoverageRule& candidate) {
    return std::ranges::any_of(candidate.prefixes,
                               [&](const std::string& prefix) { return path.starts_with(prefix); });
  });
  return static_cast<std::size_t>(rule - rules.begin());
}

CoverageTable MakeTable(std::vector<CoverageColumn> columns,
                        const std::vector<CoverageRule>& rules) {
  const FileCoverage all = Union(columns);
  columns.push_back({"both", all});
  CoverageTable table;
  for (const CoverageRule& rule : rules) table.rows.push_back({rule.name, {}, {}});
  table.rows.push_back({"all", {}, {}});
  for (CoverageRow& row : table.rows) {
    row.lines.resize(columns.size());
    row.branches.resize(columns.size());
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    table.columns.push_back(columns[i].name);
    for (const auto& [path, lines] : all) {
      const std::size_t found = RuleOf(path, rules);
      if (found + 1 == table.rows.size()) continue;  // not of the system under test
      for (CoverageRow* row : {&table.rows[found], &table.rows.back()}) {
        for (const auto& [number, line] : lines) {
          Add(row->lines[i], row->branches[i], Find(columns[i].files, path, number), line);
        }
      }
    }
  }
  return table;
}

std::string TextTable(const CoverageTable& table) {
  constexpr int kName = 26;
  constexpr int kCell = 20;
  std::string text = fmt::format("{:<{}}", "", kName);
  for (const std::string& column : table.columns) text += fmt::format("{:<{}}", column, 2 * kCell);
  text += fmt::format("\n{:<{}}", "", kName);
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    text += fmt::format("{:<{}}{:<{}}", "lines", kCell, "branches", kCell);
  }
  text += '\n';
  for (const CoverageRow& row : table.rows) {
    text += fmt::format("{:<{}}", row.name, kName);
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      text += fmt::format("{:<{}}{:<{}}", Text(row.lines[i]), kCell, Text(row.branches[i]), kCell);
    }
    text += '\n';
  }
  std::string trimmed;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = text.find('\n', start);
    const std::size_t last = text.find_last_not_of(' ', end - 1);
    trimmed += text.substr(start, last + 1 - start) + '\n';
    start = end + 1;
  }
  return trimmed +
         "Branches: the program's decisions, without gcov's edges of calls that may throw.\n";
}

std::string JsonTable(const CoverageTable& table) {
  Json rows = Json::array();
  for (const CoverageRow& row : table.rows) {
    rows.push_back({{"name", row.name},
                    {"lines", ToJson(table.columns, row.lines)},
                    {"branches", ToJson(table.columns, row.branches)}});
  }
  const Json json = {{"columns", table.columns}, {"rows", std::move(rows)}};
  return json.dump(2) + '\n';
}

}  // namespace adapter
