#include "cpngen/commands/simulate_schedules.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string_view>
#include <vector>

#include "cpngen/colour.h"
#include "cpngen/commands/schedule_report.h"
#include "cpngen/commands/schedule_search.h"
#include "cpngen/properties.h"
#include "systematic/schedule_file.h"

namespace cpngen {
namespace {

using cpn::ctl::Property;
using cpn::lua::LuaModel;

constexpr std::string_view kFirstWords = "systematic schedule ";

ExitCode Publish(LuaModel& model, const SimulateOptions& options, const ScheduleFindings& findings,
                 const std::vector<const Property*>& properties, const Streams& streams) {
  if (findings.stopped) streams.budget->AllowReport();
  WriteFound(model, options, findings, streams.err);
  if (options.json) {
    streams.out << SchedulesJson(model, options, findings);
  } else {
    const std::string text = SchedulesText(model, options, findings, *streams.budget);
    streams.out << (streams.colour ? Coloured(text) : text);
  }
  if (findings.error) FailAgain(model, properties, *findings.error);
  const bool violated =
      std::ranges::any_of(findings.properties,
                          [](const ScheduleFinding& finding) { return finding.found.has_value(); });
  if (violated) return ExitCode::kViolated;
  return findings.stopped ? ExitCode::kLimitReached : ExitCode::kDone;
}

}  // namespace

ExitCode SimulateSchedules(LuaModel& model, const SimulateOptions& options,
                           const Streams& streams) {
  const std::vector<const Property*> properties =
      ChooseWatched(model, options.model.path, options.properties,
                    fmt::format("--schedules {}", *options.search.schedules), streams.err);
  streams.budget->Enter("simulating");
  return Publish(model, options, SearchSchedules(model, options, properties, streams), properties,
                 streams);
}

bool IsSchedule(std::string_view bytes) { return bytes.starts_with(kFirstWords); }

ExitCode SimulateAgain(LuaModel& model, const SimulateOptions& options, const std::string& bytes,
                       const Streams& streams) {
  streams.budget->Enter("simulating");
  const systematic::Schedule schedule = systematic::ReadSchedule(bytes, options.replay);
  return Publish(model, options, ReplaySchedule(model, options, schedule, streams), {}, streams);
}

}  // namespace cpngen
