#include <fmt/format.h>

#include "base/output_place.h"
#include "systematic/program/options.h"

namespace systematic {
namespace {

constexpr const char* kOthers[] = {"--strategy",    "--schedules", "--iteration", "--length",
                                   "--check-every", "--all",       "--fail-fast", "--replay",
                                   "--minimize",    "--junit",     "--coverage",  "--list-tests"};
constexpr const char* kOwn[] = {"--timers", "--fault",      "--executions",   "--steps",
                                "--depth",  "--depth-step", "--walks",        "--uniform",
                                "--trace",  "--from-live",  "--exact-states", "--msc"};

CLI::Option* AddCount(CLI::App& app, const char* name, std::uint64_t& value, const char* about,
                      std::uint64_t least) {
  return app.add_option(name, value, about)
      ->type_name("N")
      ->check(WholeNumber(least))
      ->capture_default_str();
}

}  // namespace

void DeclareSearch(CLI::App& app, ProgramOptions& options) {
  SearchCall& search = options.search;
  app.add_option("--search", search.properties,
                 "look for executions in which this liveness property comes out of reach, and for "
                 "the step that does it; may be given several times; 'list' prints what there is")
      ->type_name("PROPERTY")
      ->allow_extra_args(false);
  app.add_option("--timers", search.timers,
                 "of a search: 'free', any timer may fire at any moment, or 'ordered', by one "
                 "global time")
      ->type_name("MODE")
      ->check(CLI::IsMember({"free", "ordered"}))
      ->capture_default_str();
  app.add_option("--fault", search.faults,
                 "of a search: only faults of this kind; may be given several times; 'none': no "
                 "faults (default: all kinds)")
      ->type_name("KIND")
      ->allow_extra_args(false);
  AddCount(app, "--executions", search.executions, "of a search: give up after N executions", 1);
  AddCount(app, "--steps", search.steps,
           "of a search: length of an execution; 0: eight times the longest time that others "
           "needed",
           0);
  app.add_option("--depth", search.depth,
                 "of a search: begin executions in all ways that there are, up to N steps")
      ->type_name("N")
      ->check(CLI::Range(0, 1'000))
      ->capture_default_str();
  app.add_option("--depth-step", search.depth_step,
                 "of a search: by so many steps deeper each time")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000))
      ->capture_default_str();
  AddCount(app, "--from-live", search.from_live,
           "of a search: begin at the end of N runs in which each property has held, with "
           "--executions shared among them; 0: begin at the start",
           0);
  AddCount(app, "--walks", search.walks,
           "of a search: so many walks that miss the property put it out of reach", 1);
  AddCount(app, "--exact-states", search.exact_states,
           "of a search: look at up to N states that follow, without further faults, before walks "
           "are trusted; of use where executions end, or where the harness describes its states; "
           "0: never",
           0);
  app.add_flag("--uniform", search.uniform,
               "of a search: take all steps as equally likely, whatever their kind");
  app.add_option("--trace", search.trace,
                 "of a search: write the executions found, and the nearest that come to life, as a "
                 "trace file")
      ->type_name("FILE");
  app.add_option("--msc", search.msc,
                 "of a search: draw what was found as message sequence charts, the critical step "
                 "marked")
      ->type_name("FILE.svg");
}

namespace {

/// Of a file that is to be written; empty: nothing is known to be wrong.
std::string ProblemOfFile(const std::string& option, const std::string& file) {
  if (file.empty()) return "";
  const std::string problem = base::ProblemOfOutput(file);
  return problem.empty() ? "" : option + ": " + file + ": " + problem;
}

}  // namespace

std::string ProblemOfSearch(const CLI::App& app, const SearchCall& search) {
  const bool is_search = !search.properties.empty();
  for (const char* other : kOthers) {
    if (is_search && app.count(other) > 0)
      return fmt::format("{} does not go with --search", other);
  }
  for (const char* own : kOwn) {
    if (!is_search && app.count(own) > 0) return fmt::format("{} is of --search; add it", own);
  }
  if (!search.msc.empty() && !search.msc.ends_with(".svg")) {
    return fmt::format("--msc: {}: the name must end in .svg", search.msc);
  }
  if (!search.msc.empty() && search.msc == search.trace) {
    return fmt::format("--msc: {} is the file of --trace, too", search.msc);
  }
  const std::string problem = ProblemOfFile("--trace", search.trace);
  return problem.empty() ? ProblemOfFile("--msc", search.msc) : problem;
}

}  // namespace systematic
