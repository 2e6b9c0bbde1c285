#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "base/atomic_file.h"
#include "cpn/draw/state_space_picture.h"
#include "cpn/report/aldebaran.h"
#include "cpn/report/cpn_tools_report.h"
#include "cpn/report/growth_text.h"
#include "cpn/report/report_text.h"
#include "cpn/report/state_space_report.h"
#include "cpngen/colour.h"
#include "cpngen/commands/commands.h"
#include "cpngen/commands/cpn_tools_names.h"
#include "cpngen/commands/failure_report.h"
#include "cpngen/commands/space_json.h"
#include "cpngen/commands/statistics.h"
#include "cpngen/exploration.h"
#include "cpngen/exploring.h"
#include "cpngen/input_error.h"
#include "cpngen/load.h"
#include "cpngen/output_files.h"
#include "cpngen/text.h"
#include "cpngen/threads/count_states.h"

namespace cpngen {
namespace {

using cpn::lua::LuaModel;
using Clock = std::chrono::steady_clock;

bool Draws(const SpaceOptions& options) { return !options.dot.empty() || !options.svg.empty(); }

void RequireFiles(const SpaceOptions& options, const Paths& inputs) {
  RequireOutputs({{"-o", options.output},
                  {"--dot", options.dot},
                  {"--svg", options.svg},
                  {"--dump", options.dump}},
                 inputs);
}

void RequireDrawable(const SpaceOptions& options, const cpn::StateSpace& space) {
  if (!Draws(options)) return;
  const bool nodes = space.nodes() > cpn::draw::kMostDrawnNodes;
  if (!nodes && space.arcs() <= cpn::draw::kMostDrawnArcs) return;
  throw InputError(fmt::format(
      "{}: the state space has {} and is too large for a picture (at most {} nodes and {} arcs). "
      "Make the model's parameters smaller, set --max-states, or use --dump",
      options.dot.empty() ? "--svg" : "--dot",
      nodes ? fmt::format("{} nodes or more", space.nodes()) : fmt::format("{} arcs", space.arcs()),
      cpn::draw::kMostDrawnNodes, cpn::draw::kMostDrawnArcs));
}

/// Explores, and times it.
template <typename Explore>
auto Timed(const Explore& explore, const cpn::ExplorationOptions& options, base::Progress& progress,
           double& seconds) {
  const Clock::time_point start = Clock::now();
  auto result = explore(options);
  seconds = std::chrono::duration<double>(Clock::now() - start).count();
  progress.Clear();
  return result;
}

std::string Heading(const LuaModel& model, const SpaceOptions& options) {
  const std::string parameters = ParametersText(model);
  return fmt::format("State space report for {}{}{}\n\n", options.model.path,
                     parameters.empty() ? "" : ": ", parameters);
}

/// What was left out, and what the report is good for all the same; empty without --reduce.
std::string ReductionText(const SpaceOptions& options, std::uint64_t fired, std::uint64_t enabled) {
  if (!options.reduction.stubborn) return "";
  const double percent =
      enabled == 0 ? 100 : 100 * static_cast<double>(fired) / static_cast<double>(enabled);
  return fmt::format(
      "Reduced by stubborn sets: of {} enabled binding elements {} have occurred ({:.1f} %).\n"
      "Dead markings are those of the whole state space; all else is of what was explored.\n\n",
      Grouped(enabled), Grouped(fired), percent);
}

/// Writes all files, or none: the dump comes into being last. `space` is for pictures and dumps.
void WriteResults(LuaModel& model, const SpaceOptions& options, const cpn::StateSpace* space,
                  const std::string& text, const base::Budget& budget) {
  const cpn::Engine& engine = model.engine();
  std::vector<OutputFile> files;
  if (!options.output.empty()) files.push_back({options.output, text});
  if (!options.dot.empty()) {
    files.push_back({options.dot, cpn::draw::DrawStateSpaceDot(engine, *space)});
  }
  if (!options.svg.empty()) {
    files.push_back({options.svg, cpn::draw::DrawStateSpaceSvg(engine, *space, &budget)});
  }
  std::optional<base::AtomicFile> dump;
  if (!options.dump.empty()) {
    dump.emplace(options.dump);
    cpn::report::WriteAldebaran(engine, *space,
                                [&](std::string_view piece) { dump->Write(piece); });
  }
  WriteFiles(files, InputsOf(options.model, model));
  if (dump) dump->Commit();
}

/// Says on `streams` what was found; returns the exit code for it.
ExitCode Conclude(LuaModel& model, const SpaceOptions& options, const Streams& streams,
                  const std::string& text, const std::string& limit,
                  const cpn::ExplorationStatistics& statistics, const cpn::Growth& growth) {
  if (options.output.empty()) streams.out << text << std::flush;
  if (options.stats && !options.json) {
    streams.err << StatisticsText(model.engine().statistics()) << StatisticsText(statistics);
  }
  if (limit.empty()) return ExitCode::kDone;
  streams.err << fmt::format("cpngen: the exploration is partial, because of {}\n", limit);
  for (const std::string& hint : cpn::report::GrowthSentences(model.engine().net(), growth)) {
    streams.err << fmt::format("cpngen: hint: {}\n", hint);
  }
  return ExitCode::kLimitReached;
}

std::string CountText(LuaModel& model, const SpaceOptions& options, const cpn::StateCount& count,
                      const std::string& limit, double seconds) {
  if (options.json) return CountJson(model, options, count, seconds);
  return Heading(model, options) +
         ReductionText(options, count.arcs, count.statistics.enabled_elements) +
         cpn::report::FormatCount(count, limit);
}

ExitCode Count(LuaModel& model, const SpaceOptions& options, const Streams& streams,
               const cpn::ExplorationOptions& exploration, base::Progress& progress,
               const Exploring* exploring) {
  double seconds = 0;
  const auto count_states = [&](const cpn::ExplorationOptions& chosen) {
    if (exploring != nullptr) return exploring->count(model, chosen);
    const bool whole = !chosen.reduction.stubborn && chosen.reduction.symmetry == nullptr;
    // Statistics are of tables that are one.
    return whole && !options.stats ? CountWithThreads(model, options.model, chosen)
                                   : cpn::CountStates(model.engine(), chosen);
  };
  const cpn::StateCount count = Timed(count_states, exploration, progress, seconds);
  const std::string limit = LimitText(count.end, options.exploration, *streams.budget);
  const std::string text = CountText(model, options, count, limit, seconds);
  if (!options.output.empty()) base::WriteFileAtomically(options.output, text);
  return Conclude(model, options, streams, text, limit, count.statistics, count.growth);
}

/// "Wed Feb 19 14:46:12 2020"
std::string Now() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  return fmt::format("{:%a %b %e %H:%M:%S %Y}", *localtime_r(&now, &local));
}

std::string ReportText(const LoadedModel& loaded, const SpaceOptions& options,
                       const cpn::report::StateSpaceReport& report,
                       const cpn::ExplorationStatistics& statistics, const std::string& limit,
                       double seconds) {
  LuaModel& model = *loaded.model;
  if (options.json) return SpaceJson(model, options, report, statistics, seconds);
  if (options.cpn_tools) {
    return cpn::report::FormatCpnToolsReport(
        model.engine(), report, NamesForCpnTools(loaded, options.model.path), Now(), seconds);
  }
  return Heading(model, options) +
         ReductionText(options, report.arcs, statistics.enabled_elements) +
         cpn::report::FormatReport(model.engine(), report, limit);
}

/// Bounds, home and live transitions are about markings, of which an orbit's representative is
/// but one: what is said is what orbits say.
ExitCode ReportOrbits(LuaModel& model, const SpaceOptions& options, const Streams& streams,
                      const cpn::StateSpace& space, double seconds) {
  cpn::StateCount count;
  count.states = space.nodes();
  count.arcs = space.arcs();
  for (cpn::NodeId node = 0; node < space.nodes(); ++node) {
    count.dead_markings += space.IsDead(node) ? 1 : 0;
  }
  count.depth = space.levels().size() - 2;
  count.end = space.end();
  count.statistics = space.statistics();
  count.growth = space.growth();
  count.orbits = space.orbits();
  const std::string limit = LimitText(count.end, options.exploration, *streams.budget);
  const std::string text = CountText(model, options, count, limit, seconds);
  WriteResults(model, options, &space, text, *streams.budget);
  return Conclude(model, options, streams, text, limit, count.statistics, count.growth);
}

/// What was explored elsewhere when `space` is null.
ExitCode ReportOn(const LoadedModel& loaded, const SpaceOptions& options, const Streams& streams,
                  const cpn::StateSpace* space, const cpn::report::StateSpaceReport& report,
                  double seconds) {
  LuaModel& model = *loaded.model;
  const cpn::ExplorationStatistics statistics =
      space != nullptr ? space->statistics() : cpn::ExplorationStatistics();
  const std::string limit = LimitText(report.end, options.exploration, *streams.budget);
  const std::string text = ReportText(loaded, options, report, statistics, limit, seconds);
  WriteResults(model, options, space, text, *streams.budget);
  return Conclude(model, options, streams, text, limit, statistics, report.growth);
}

ExitCode ReportTogether(const Exploring& exploring, const LoadedModel& loaded,
                        const SpaceOptions& options, const Streams& streams,
                        const cpn::ExplorationOptions& exploration, base::Progress& progress) {
  double seconds = 0;
  const auto explore = [&](const cpn::ExplorationOptions& chosen) {
    return exploring.report(*loaded.model, chosen);
  };
  const auto report = Timed(explore, exploration, progress, seconds);
  if (!report) return ExitCode::kDone;
  return ReportOn(loaded, options, streams, nullptr, *report, seconds);
}

ExitCode Report(const LoadedModel& loaded, const SpaceOptions& options, const Streams& streams,
                cpn::ExplorationOptions exploration, base::Progress& progress) {
  LuaModel& model = *loaded.model;
  if (Draws(options)) {  // what cannot be drawn need not be explored to its end
    exploration.visit_level = [](const cpn::StateSpace&, cpn::NodeId, cpn::NodeId last) {
      return last <= cpn::draw::kMostDrawnNodes;
    };
  }
  double seconds = 0;
  const auto explore = [&](const cpn::ExplorationOptions& chosen) {
    return cpn::Explore(model.engine(), chosen);
  };
  const cpn::StateSpace space = Timed(explore, exploration, progress, seconds);
  streams.budget->Enter("reporting what was found");
  RequireDrawable(options, space);
  if (space.orbits()) return ReportOrbits(model, options, streams, space, seconds);
  const cpn::report::StateSpaceReport report = cpn::report::MakeReport(model.engine(), space);
  return ReportOn(loaded, options, streams, &space, report, seconds);
}

void ReportFailure(LuaModel& model, const SpaceOptions& options, const Streams& streams,
                   const cpn::ExplorationError& error) {
  if (options.json) {
    streams.out << FailureJson(model, options.model, error);
    return;
  }
  const std::string text = FailureText(model, options.model, error);
  streams.out << (streams.colour ? Coloured(text) : text);
}

/// `exploring` may be null.
ExitCode DoSpace(const Exploring* exploring, const SpaceOptions& options, const Streams& streams) {
  RequireFiles(options, {options.model.path});
  const LoadedModel loaded = LoadWithNames(options.model, &streams.err, streams.budget);
  RequireFiles(options, InputsOf(options.model, *loaded.model));
  base::Progress progress(streams.progress ? &streams.err : nullptr);
  cpn::ExplorationOptions exploration =
      MakeExplorationOptions(options.exploration, progress, *streams.budget);
  exploration.reduction.stubborn = options.reduction.stubborn;
  if (options.reduction.symmetry) {
    exploration.reduction.symmetry = &SymmetryOf(*loaded.model, options.model.path);
  }
  streams.budget->Enter("exploring");
  try {
    if (options.count) {
      return Count(*loaded.model, options, streams, exploration, progress, exploring);
    }
    return exploring != nullptr
               ? ReportTogether(*exploring, loaded, options, streams, exploration, progress)
               : Report(loaded, options, streams, exploration, progress);
  } catch (const cpn::ExplorationError& error) {
    progress.Clear();
    ReportFailure(*loaded.model, options, streams, error);
    throw;
  }
}

}  // namespace

ExitCode Space(const SpaceOptions& options, const Streams& streams) {
  return DoSpace(nullptr, options, streams);
}

ExitCode SpaceWith(const Exploring& exploring, const SpaceOptions& options,
                   const Streams& streams) {
  return DoSpace(&exploring, options, streams);
}

}  // namespace cpngen
