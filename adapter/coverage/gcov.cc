#include "adapter/coverage/gcov.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

namespace adapter {
namespace {

using GcovJson = nlohmann::json;

// Where a function begins or ends: line and column.
using Place = std::pair<int, int>;

struct Line {
  std::int64_t count = 0;
  std::map<std::size_t, std::vector<std::int64_t>> branches;  // by their number
};
using Lines = std::map<int, Line>;

// gcov lists the edges of a block one after the other: those of a call are neighbours.
std::vector<std::int64_t> Decisions(const GcovJson& branches) {
  std::vector<std::int64_t> counts;
  for (std::size_t i = 0; i < branches.size(); ++i) {
    const auto is = [&](std::size_t index, const char* kind) {
      return index < branches.size() && branches[index].at(kind).get<bool>();
    };
    if (is(i, "throw")) continue;
    const bool of_a_call = is(i, "fallthrough") && is(i + 1, "throw");
    if (!of_a_call) counts.push_back(branches[i].at("count").get<std::int64_t>());
  }
  return counts;
}

void Add(std::vector<std::int64_t>& sums, const std::vector<std::int64_t>& counts) {
  sums.resize(std::max(sums.size(), counts.size()));
  for (std::size_t i = 0; i < counts.size(); ++i) sums[i] += counts[i];
}

std::multimap<Place, Place> Functions(const GcovJson& file) {
  std::multimap<Place, Place> extents;
  for (const GcovJson& function : file.at("functions")) {
    extents.emplace(Place(function.at("start_line"), function.at("start_column")),
                    Place(function.at("end_line"), function.at("end_column")));
  }
  return extents;
}

// How many instances the innermost function around a line has.
std::size_t Instances(const std::multimap<Place, Place>& functions, int line) {
  for (auto function = functions.upper_bound({line + 1, 0}); function != functions.begin();) {
    --function;
    if (function->second.first >= line) return functions.count(function->first);
  }
  return 1;
}

// Of a line that gcov does not list for each instance by itself, it lists the branches of one after
// those of the other.
std::vector<std::int64_t> Together(const std::vector<std::int64_t>& counts, std::size_t instances) {
  if (counts.size() % instances != 0) return counts;
  std::vector<std::int64_t> sums(counts.size() / instances);
  for (std::size_t i = 0; i < counts.size(); ++i) sums[i % sums.size()] += counts[i];
  return sums;
}

void AddFile(Lines& lines, const GcovJson& file) {
  const auto functions = Functions(file);
  for (const GcovJson& line : file.at("lines")) {
    const int number = line.at("line_number");
    const bool of_one = line.contains("function_name");
    const auto counts =
        Together(Decisions(line.at("branches")), of_one ? 1 : Instances(functions, number));
    Line& sum = lines[number];
    sum.count += line.at("count").get<std::int64_t>();
    Add(sum.branches[counts.size()], counts);
  }
}

SourceCoverage Flat(const Lines& lines) {
  SourceCoverage coverage;
  for (const auto& [number, line] : lines) {
    LineCoverage& flat = coverage[number];
    flat.count = line.count;
    for (const auto& [size, counts] : line.branches) {
      flat.branches.insert(flat.branches.end(), counts.begin(), counts.end());
    }
  }
  return coverage;
}

void AddObject(std::map<std::string, Lines>& files, const std::string& text,
               const std::string& root) {
  const GcovJson object = GcovJson::parse(text);
  for (const GcovJson& file : object.at("files")) {
    const std::string path = file.at("file");
    if (path.starts_with(root + "/")) AddFile(files[path.substr(root.size() + 1)], file);
  }
}

}  // namespace

FileCoverage ParseGcov(const std::string& output, const std::string& root) {
  std::map<std::string, Lines> files;
  for (std::size_t start = 0; start < output.size();) {
    const std::size_t end = std::min(output.find('\n', start), output.size());
    const std::string text = output.substr(start, end - start);
    start = end + 1;
    try {
      if (!text.empty()) AddObject(files, text, root);
    } catch (const GcovJson::exception&) {
      throw std::runtime_error(fmt::format("this is not gcov's JSON (format 1): {}", text));
    }
  }
  FileCoverage coverage;
  for (const auto& [path, lines] : files) coverage[path] = Flat(lines);
  return coverage;
}

std::string GcovrTrace(const FileCoverage& files) {
  GcovJson trace = {{"gcovr/format_version", "0.3"}, {"files", GcovJson::array()}};
  for (const auto& [path, lines] : files) {
    GcovJson file = {
        {"file", path}, {"functions", GcovJson::array()}, {"lines", GcovJson::array()}};
    for (const auto& [number, line] : lines) {
      GcovJson branches = GcovJson::array();
      for (const std::int64_t count : line.branches) {
        branches.push_back({{"count", count}, {"fallthrough", false}, {"throw", false}});
      }
      file["lines"].push_back({{"line_number", number},
                               {"count", line.count},
                               {"gcovr/noncode", false},
                               {"gcovr/excluded", false},
                               {"branches", std::move(branches)}});
    }
    trace["files"].push_back(std::move(file));
  }
  return trace.dump();
}

}  // namespace adapter
