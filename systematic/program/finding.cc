#include "systematic/program/finding.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>

#include "base/atomic_file.h"
#include "systematic/program/file_name.h"
#include "systematic/report/html_report.h"
#include "systematic/report/trace_of.h"
#include "systematic/schedule_file.h"
#include "trace/trace_file.h"

namespace systematic {
namespace {

/// A word as a shell takes it.
std::string Quoted(const std::string& word) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("-_./=:,+").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, plain)) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace

Finding Investigate(const HarnessInfo& harness, const Schedule& schedule,
                    const FindingOptions& options) {
  Finding finding;
  Schedule shortest = schedule;
  if (options.minimise && schedule.violation) {
    finding.minimised = Minimise(harness, schedule, {.stop = options.stop});
    shortest = finding.minimised->schedule;
  }
  finding.recording = Record(harness, shortest);
  FindCritical(harness, finding.recording);
  const std::filesystem::path stem =
      std::filesystem::path(options.folder) / FileNameOf(harness.name);
  const std::string file = (stem.string() + ".schedule");
  finding.replay = Quoted(options.program) + " --replay " + Quoted(file);
  const auto write = [&finding](const std::string& path, const std::string& text) {
    base::WriteFileAtomically(path, text);
    finding.files.push_back(path);
  };
  write(file, WriteSchedule(shortest));
  write(stem.string() + ".html", HtmlReport(finding.recording, options.made_by, finding.replay));
  write(stem.string() + ".trace.json", trace::Write({TraceOf(finding.recording, options.made_by)}));
  return finding;
}

}  // namespace systematic
