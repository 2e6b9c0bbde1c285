// Reports of programs for systematic testing, as they print them with --json: a list of harnesses.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "cpngen/commands/merge/report_kinds.h"
#include "cpngen/text.h"

namespace cpngen {
namespace {

constexpr std::uint64_t kNoIteration = std::numeric_limits<std::uint64_t>::max();
constexpr const char* kByMonitor = "buggy_by_monitor";
constexpr const char* kGiven = "given";
constexpr const char* kNotGiven = "not given";

bool IsSchedules(const Json& document) { return document.contains("harnesses"); }

void CheckHarness(const trace::JsonValue& harness, const Json& json) {
  harness.Member("harness").Text();
  harness.Member("parameters");
  RequireNumbers(harness,
                 {"schedules", "choices", "longest", "buggy", "cut_off", "run_twice", "length"});
  harness.Member("interrupted").Bool();
  const trace::JsonValue seconds = harness.Member("seconds");
  if (!json.at("seconds").is_number()) seconds.Fail("\"seconds\" is no number", "");
  const trace::JsonValue by_monitor = harness.Member(kByMonitor);
  for (const std::string& monitor : by_monitor.MemberNames()) {
    by_monitor.Member(monitor).Number(0, std::numeric_limits<std::uint32_t>::max());
  }
  harness.Member("nondeterminism");
  const trace::JsonValue violation = harness.Member("violation");
  if (!json.at("violation").is_null()) violation.Member("iteration").Number(0, kNoIteration - 1);
}

void CheckSchedules(const trace::JsonValue& document, const Json& json) {
  for (const char* const option : {"--schedules", "--seconds", "--fail-fast"}) {
    document.Member("call").Member(option).Text();
  }
  std::size_t i = 0;
  for (const trace::JsonValue& harness : document.Member("harnesses").Items()) {
    CheckHarness(harness, json.at("harnesses").at(i++));
  }
}

std::uint64_t IterationOf(const Json& harness) {
  const Json& violation = harness.at("violation");
  return violation.is_null() ? kNoIteration : violation.at("iteration").get<std::uint64_t>();
}

bool IsWrong(const Json& harness) {
  return !harness.at("violation").is_null() || !harness.at("nondeterminism").is_null();
}

/// How often each monitor objected; an object with its names in order, as the programs print it.
Json SumByMonitor(const std::vector<const Json*>& all) {
  nlohmann::json sum = nlohmann::json::object();
  for (const Json* const harness : all) {
    for (const auto& [monitor, count] : harness->at(kByMonitor).items()) {
      sum[monitor] = sum.value(monitor, std::uint64_t{0}) + count.get<std::uint64_t>();
    }
  }
  return sum;
}

Json MergeHarness(const std::vector<const Json*>& all, MergedReport& report) {
  Json merged = *all.front();
  for (const char* const count : {"schedules", "choices", "buggy", "cut_off", "run_twice"}) {
    merged[count] = Sum(all, count);
  }
  merged["longest"] = Greatest(all, "longest");
  merged[kByMonitor] = SumByMonitor(all);
  double seconds = 0;
  const Json* first = all.front();
  for (const Json* const harness : all) {
    seconds += harness->at("seconds").get<double>();
    if (harness->at("interrupted").get<bool>()) merged["interrupted"] = true;
    if (merged["nondeterminism"].is_null())
      merged["nondeterminism"] = harness->at("nondeterminism");
    if (IterationOf(*harness) < IterationOf(*first)) first = harness;
  }
  merged["seconds"] = seconds;
  merged["violation"] = first->at("violation");
  if (merged.erase("coverage") > 0) {
    report.notes.push_back(fmt::format(
        "coverage of {} is left out: how many different events the parts have met together is not "
        "in their reports",
        merged.at("harness").get<std::string>()));
  }
  return merged;
}

/// Whether the harness was ended by something else than what ends a call.
bool EndedBefore(const Json& harness, const Json& call) {
  const bool by_time = call.at("--schedules") == kNotGiven && call.at("--seconds") == kGiven;
  return harness.at("interrupted").get<bool>() && !by_time;
}

MergedReport MergeSchedules(const std::vector<ReportPart>& parts) {
  const std::vector<const Json*> all = DocumentsOf(parts);
  const Json& call = parts.front().json.at("call");
  std::size_t count = all.front()->at("harnesses").size();
  std::size_t most = count;
  for (const Json* const part : all) {
    count = std::min(count, part->at("harnesses").size());
    most = std::max(most, part->at("harnesses").size());
  }
  MergedReport report;
  report.json = parts.front().json;
  report.json["harnesses"] = Json::array();
  bool ended_before = false;
  std::size_t wrong = 0;
  std::uint64_t schedules = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::vector<const Json*> harnesses = MembersAt(all, "harnesses", i);
    for (std::size_t p = 0; p < parts.size(); ++p) {
      RequireSame(*harnesses[p], *harnesses.front(), {"harness", "parameters", "length"}, parts[p],
                  parts.front());
    }
    Json merged = MergeHarness(harnesses, report);
    ended_before = ended_before || EndedBefore(merged, call);
    wrong += IsWrong(merged) ? 1 : 0;
    schedules += merged.at("schedules").get<std::uint64_t>();
    report.json["harnesses"].push_back(std::move(merged));
  }
  const bool fails_fast = call.at("--fail-fast") == kGiven && wrong > 0;
  if (count < most && !fails_fast) {
    ended_before = true;
    report.notes.emplace_back("a part ended before all harnesses had run");
  }
  report.summary =
      fmt::format("{} of {}, {} found wrong", Plural(schedules, "schedule"),
                  count == 1 ? "1 harness" : fmt::format("{} harnesses", count), wrong);
  report.code = wrong > 0      ? ExitCode::kViolated
                : ended_before ? ExitCode::kLimitReached
                               : ExitCode::kDone;
  return report;
}

}  // namespace

ReportKind ScheduleReports() {
  return {IsSchedules, {"harnesses"}, CheckSchedules, MergeSchedules, true};
}

}  // namespace cpngen
