#include "trace/story.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/characters.h"

namespace trace {
namespace {

constexpr std::size_t kWidth = 200;      // of a text, in bytes
constexpr std::size_t kFirstSteps = 5;   // that are kept when some are left out
constexpr std::size_t kMostMissing = 8;  // expectations, when not all are shown

/// Cut, when all need not be shown: values can be long.
std::string Shown(const std::string& text, bool all) {
  std::string shown = base::Printable(text);
  if (all || shown.size() <= kWidth) return shown;
  std::size_t end = kWidth;
  while (end > 0 && (static_cast<unsigned char>(shown[end]) & 0xC0u) == 0x80u) --end;
  return shown.substr(0, end) + "...";
}

/// A letter's room that tells what is done to the system from what it does.
const char* MarkOf(const Step& step) {
  switch (step.kind) {
    case Kind::kStimulus:
      return ">";
    case Kind::kFault:
      return "!";
    default:
      return " ";
  }
}

std::string StepLine(const Step& step, std::size_t number, bool all) {
  return fmt::format("{:>4} {:>12} {} {}{}", number, step.time ? TimeText(*step.time) : "",
                     MarkOf(step), Shown(ToString(step), all),
                     step.unexpected ? "   <- nobody expects it" : "");
}

/// Why the step is wrong.
void AddRemarks(const Trace& trace, std::size_t number, std::vector<std::string>& lines) {
  for (const Remark& remark : trace.remarks) {
    if (remark.after == number) lines.push_back(fmt::format("{:>20}{}", "", remark.text));
  }
}

std::string ExpectationLine(const Expectation& expectation, bool all) {
  std::string line = fmt::format("{:<8}{}", expectation.came ? "came" : "MISSING",
                                 Shown(ToString(expectation), all));
  if (expectation.part > 0) line += fmt::format(", in step {} of the case", expectation.part);
  if (expectation.alternative > 0) line += fmt::format(", alternative {}", expectation.alternative);
  if (expectation.step > 0) line += fmt::format(": {}", expectation.step);
  if (expectation.time) line += fmt::format(", awaited until {}", TimeText(*expectation.time));
  return line;
}

}  // namespace

std::string TimeText(std::int64_t microseconds) {
  return fmt::format("{}.{:03} ms", microseconds / 1000, microseconds % 1000);
}

std::vector<std::string> StoryOf(const Trace& trace, const StoryOptions& options) {
  const bool all = options.most_steps == 0;
  const std::size_t count = trace.steps.size();
  const std::size_t left_out = all || count <= options.most_steps ? 0 : count - options.most_steps;
  const std::size_t first = std::min(kFirstSteps, options.most_steps / 2);
  std::vector<std::string> lines;
  std::size_t skipped = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const bool in_between = i >= first && i < first + left_out;
    if (in_between && !trace.steps[i].unexpected) {
      ++skipped;
      continue;
    }
    if (skipped > 0) lines.push_back(fmt::format(" ... {} more ...", std::exchange(skipped, 0)));
    lines.push_back(StepLine(trace.steps[i], i + 1, all));
    if (trace.steps[i].unexpected) AddRemarks(trace, i + 1, lines);
  }
  std::size_t missing = 0;
  for (const Expectation& each : trace.expected) {
    if (!each.came) ++missing;
    if (all || (!each.came && missing <= kMostMissing)) {
      lines.push_back(ExpectationLine(each, all));
    }
  }
  if (!all && missing > kMostMissing) {
    lines.push_back(fmt::format(" ... {} more missing ...", missing - kMostMissing));
  }
  return lines;
}

}  // namespace trace
