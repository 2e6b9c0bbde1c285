#include "adapter/report/trace_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "adapter/input_error.h"
#include "base/atomic_file.h"
#include "trace/chart_svg.h"
#include "trace/trace_file.h"

namespace adapter {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostPart = 80;  // bytes of a suite's name or a case's id in a file's name

/// `text` as a part of a file's name.
std::string WordOf(const std::string& text) {
  std::string part = text.substr(0, kMostPart);
  for (char& c : part) {
    const bool digit = c >= '0' && c <= '9';
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!digit && !letter && c != '-' && c != '_' && c != '.') c = '_';
  }
  if (part.starts_with('.') || part.starts_with('-')) part.front() = '_';
  return part;
}

std::string LowerCase(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// "name.svg", and for the pages behind the first "name.page-2.svg", ...
std::string ChartFile(const std::string& name, std::size_t page) {
  return page == 0 ? name + ".svg" : fmt::format("{}.page-{}.svg", name, page + 1);
}

void WriteLogs(const std::string& folder, const std::vector<ProcessLog>& logs) {
  if (logs.empty()) return;
  std::error_code ignored;  // writing the first file says what is wrong
  fs::create_directory(folder, ignored);
  for (const ProcessLog& log : logs) {
    base::WriteFileAtomically((fs::path(folder) / (log.process + ".log")).string(), log.text);
  }
}

}  // namespace

void RequireTraceFolder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (fs::is_directory(folder, error)) return;
  throw InputError(fmt::format("--trace {}: this folder cannot be made{}{}", folder,
                               error ? ": " : "", error ? error.message() : ""));
}

std::vector<std::string> TraceNames(const std::vector<CaseResult>& results,
                                    const RunOptions& options) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const CaseResult& result : results) {
    std::string name = WordOf(result.suite) + '-' + WordOf(result.id);
    if (options.repeat > 1) name += fmt::format("-{}", result.seed);
    std::string candidate = name;
    for (int i = 2; !taken.insert(LowerCase(candidate)).second; ++i) {
      candidate = fmt::format("{}_{}", name, i);
    }
    names.push_back(std::move(candidate));
  }
  return names;
}

void WriteTraceFiles(const std::vector<CaseResult>& results, const RunOptions& options) {
  const std::vector<std::string> names = TraceNames(results, options);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Verdict& verdict = results[i].verdict;
    const std::string name = (fs::path(options.trace) / names[i]).string();
    const std::string file = name + ".trace.json";
    const std::string logs = name + ".logs";
    std::error_code ignored;
    fs::remove_all(logs, ignored);  // also those of processes that wrote nothing this time
    for (std::size_t page = 0; fs::remove(ChartFile(name, page), ignored);) ++page;
    if (verdict.outcome != Outcome::kPass || options.verbose) {
      base::WriteFileAtomically(file, trace::Write({verdict.trace}));
      const std::vector<std::string> pages = trace::ChartPages(verdict.trace);
      for (std::size_t page = 0; page < pages.size(); ++page) {
        base::WriteFileAtomically(ChartFile(name, page), pages[page]);
      }
      WriteLogs(logs, verdict.logs);
    } else {
      fs::remove(file, ignored);
    }
  }
}

}  // namespace adapter
