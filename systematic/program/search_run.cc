#include "systematic/program/search_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "base/nearest.h"

namespace systematic {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kLongestCalibration = 2'000;  // a step takes microseconds

bool HasProperty(const HarnessInfo& harness, const std::string& property) {
  if (!harness.search) return false;
  const auto& properties = harness.search->properties;
  return std::any_of(properties.begin(), properties.end(),
                     [&](const auto& known) { return known.first == property; });
}

/// Those of the harnesses that have all properties.
std::vector<const HarnessInfo*> ThoseWith(const std::vector<const HarnessInfo*>& harnesses,
                                          const std::vector<std::string>& properties,
                                          std::string& problem) {
  std::vector<std::string> names;
  for (const HarnessInfo* harness : harnesses) {
    if (!harness->search) continue;
    for (const auto& [name, about] : harness->search->properties) names.push_back(name);
  }
  if (names.empty()) {
    problem = "no harness here says what could come out of reach (systematic::SearchForm)";
    return {};
  }
  std::vector<const HarnessInfo*> those = harnesses;
  for (const std::string& property : properties) {
    if (std::find(names.begin(), names.end(), property) == names.end()) {
      problem =
          fmt::format("there is no property '{}'{}", property, base::DidYouMean(property, names));
      if (problem.ends_with("'")) problem += "; --search list prints them";
      return {};
    }
    std::erase_if(those,
                  [&](const HarnessInfo* harness) { return !HasProperty(*harness, property); });
  }
  if (those.empty()) problem = "no harness has all of these properties";
  return those;
}

/// The world that the call wants of the harness.
SearchWorld WorldOf(const HarnessInfo& harness, const SearchCall& call, std::string& problem) {
  SearchWorld world;
  world.ordered = call.timers == "ordered";
  std::vector<std::string> known;
  for (const auto& [name, about] : harness.search->faults) known.push_back(name);
  const bool is_none = call.faults == std::vector<std::string>{"none"};
  if (!harness.search->make && (world.ordered || !call.faults.empty())) {
    problem =
        harness.name + " has its timers and faults as they are: leave out --timers and --fault";
    return world;
  }
  world.faults = call.faults.empty() ? known : is_none ? std::vector<std::string>() : call.faults;
  for (const std::string& fault : world.faults) {
    if (std::find(known.begin(), known.end(), fault) != known.end()) continue;
    problem =
        fmt::format("{} has no fault '{}'{}", harness.name, fault, base::DidYouMean(fault, known));
    if (problem.ends_with("'")) problem += "; --search list prints them";
  }
  return world;
}

class HarnessSearch {
 public:
  HarnessSearch(const HarnessInfo& harness, SearchWorld world, const ProgramOptions& options,
                const base::Interrupt& interrupt, base::Progress& progress)
      : harness_(harness),
        options_(options),
        interrupt_(interrupt),
        progress_(progress),
        world_(std::move(world)),
        searching_(CrewOf(false)),
        recovering_(CrewOf(true)) {
    searched_.harness = &harness;
    searched_.world = world_;
    for (const std::string& property : options.search.properties) {
      searched_.findings.push_back({.property = property});
    }
  }

  SearchedHarness Run() {
    may_stop_ = true;
    try {
      search::Search(searching_, MakeOptions(), searched_.result,
                     [this](const search::SearchProgress& now) { Tell(now); });
    } catch (const Stopped&) {
      searched_.stopped = true;
    }
    may_stop_ = false;
    TakeOver();
    if (searched_.stopped) return std::move(searched_);
    for (const search::Suspect& suspect : searched_.result.suspects) LookInto(suspect);
    progress_.Clear();
    return std::move(searched_);
  }

 private:
  search::Crew CrewOf(bool recovers) {
    std::vector<std::unique_ptr<search::System>> systems;
    for (unsigned w = 0; w < options_.workers; ++w) {
      systems.push_back(std::make_unique<HarnessSystem>(
          harness_, HarnessSystemOptions{.world = world_,
                                         .properties = options_.search.properties,
                                         .weighs = !options_.search.uniform,
                                         .recovers = recovers,
                                         .stop = [this] { return Stop(); }}));
    }
    return search::Crew(std::move(systems));
  }
  HarnessSystem& system() { return static_cast<HarnessSystem&>(searching_.first()); }

  bool Stop() const {
    if (!may_stop_) return false;
    const std::chrono::duration<double> time = Clock::now() - start_;
    return interrupt_.requested() || (options_.seconds && time.count() > *options_.seconds);
  }

  search::SearchOptions MakeOptions() {
    const SearchCall& call = options_.search;
    search::SearchOptions search;
    search.seed = options_.seed;
    search.liveness = system().safety() - 1;
    search.safety = system().safety();
    search.ends_with_liveness = true;
    search.executions = call.executions;
    search.last_depth = call.depth;
    search.depth_step = call.depth_step;
    search.most_steps = call.steps;
    search.longest_calibration = kLongestCalibration;
    return search;
  }

  void Tell(const search::SearchProgress& now) {
    progress_.Report([&] {
      return fmt::format("{}: depth {}, {} executions, {}% came to life, the slowest in {} steps",
                         harness_.name, now.depth, now.executions,
                         now.executions == 0 ? 0 : 100 * now.live / now.executions,
                         now.latest_life);
    });
  }

  void TakeOver() {
    const search::SearchResult& result = searched_.result;
    for (std::size_t i = 0; i < result.suspects.size(); ++i) {
      SearchFinding& finding = searched_.findings[result.suspects[i].property];
      finding.is_found = true;
      finding.execution = result.found_at[i];
      finding.run = RunOf(result.suspects[i].choices);
      finding.owed = system().Owed(result.suspects[i].property);
    }
    for (const search::Violation& violation : result.violations) {
      SearchFinding finding;
      finding.is_liveness = false;
      finding.is_found = true;
      finding.execution = violation.execution;
      finding.run = RunOf(violation.choices);
      finding.property = system().scheduler().violation()->monitor;
      finding.owed = system().scheduler().violation()->message;
      searched_.findings.push_back(std::move(finding));
    }
  }

  void LookInto(const search::Suspect& suspect) {
    SearchFinding& finding = searched_.findings[suspect.property];
    progress_.Report([&] { return "critical step of " + finding.property; });
    may_stop_ = true;
    try {
      finding.critical = search::FindCritical(recovering_, suspect,
                                              {.seed = options_.seed,
                                               .walks = options_.search.walks,
                                               .most_steps = searched_.result.most_steps});
    } catch (const Stopped&) {
      searched_.stopped = true;
      return;
    }
    may_stop_ = false;
    const search::Critical& critical = *finding.critical;
    search::Choices way = suspect.choices;
    if (finding.is_dead()) way.resize(critical.step);
    finding.run = RunOf(way);
    finding.owed = system().Owed(suspect.property);
    if (!critical.nearest_live) return;
    const search::Choices& live = *critical.nearest_live;
    finding.live = RunOf(live);
    finding.shared = static_cast<std::size_t>(
        std::mismatch(way.begin(), way.end(), live.begin(), live.end()).first - way.begin());
  }

  FoundRun RunOf(const search::Choices& choices) {
    FoundRun run;
    system().Record(true);
    system().Restart();
    system().Record(false);
    std::size_t said = system().scheduler().notes().size();
    run.start = system().States();
    std::vector<MachineState> known = run.start;
    for (const search::Choice choice : choices) {
      run.steps.push_back({system().TextOf(choice), {}, {}});
      system().Take(choice);
      const std::vector<NoteLine>& notes = system().scheduler().notes();
      for (; said < notes.size(); ++said) run.steps.back().notes.push_back(notes[said].text);
      NoteState(run.steps.back(), known);
    }
    run.at_end = system().Options() == 0;
    return run;
  }

  /// What the step changed of its machine.
  void NoteState(FoundStep& step, std::vector<MachineState>& known) {
    std::vector<MachineState> now = system().States();
    for (std::size_t m = 0; m < now.size(); ++m) {
      if (now[m].machine != step.step.machine) continue;
      std::map<std::string, std::string> left(known[m].parts.begin(), known[m].parts.end());
      for (const auto& [name, value] : now[m].parts) {
        const auto before = left.extract(name);
        if (before.empty() ? !value.empty() : before.mapped() != value) {
          step.state.emplace_back(name, value);
        }
      }
      for (const auto& [name, value] : left) {
        if (!value.empty()) step.state.emplace_back(name, "");
      }
      known[m] = std::move(now[m]);
    }
  }

  const HarnessInfo& harness_;
  const ProgramOptions& options_;
  const base::Interrupt& interrupt_;
  base::Progress& progress_;
  const SearchWorld world_;
  const Clock::time_point start_ = Clock::now();
  bool may_stop_ = false;  // what was found is taken over all the same
  search::Crew searching_, recovering_;
  SearchedHarness searched_;
};

int CodeOf(const std::vector<SearchedHarness>& all) {
  bool is_open = false;
  for (const SearchedHarness& searched : all) {
    is_open = is_open || searched.stopped;
    for (const SearchFinding& finding : searched.findings) {
      if (!finding.is_found) continue;
      if (!finding.is_liveness || finding.is_dead()) return 1;
      is_open = true;
    }
  }
  return is_open ? 3 : 0;
}

}  // namespace

SearchAnswer RunSearch(const std::vector<const HarnessInfo*>& harnesses,
                       const ProgramOptions& options, const std::string& program,
                       const base::Interrupt& interrupt, base::Progress& progress) {
  SearchAnswer answer;
  std::vector<std::string> properties = options.search.properties;
  const bool is_list = properties == std::vector<std::string>{"list"};
  const auto those =
      ThoseWith(harnesses, is_list ? std::vector<std::string>() : properties, answer.problem);
  if (!answer.problem.empty()) return answer;
  if (is_list) {
    answer.output = SearchListText(those);
    return answer;
  }
  std::vector<SearchWorld> worlds;
  for (const HarnessInfo* harness : those) {
    worlds.push_back(WorldOf(*harness, options.search, answer.problem));
    if (!answer.problem.empty()) return answer;
  }
  std::vector<SearchedHarness> all;
  for (std::size_t i = 0; i < those.size() && !interrupt.requested(); ++i) {
    all.push_back(HarnessSearch(*those[i], worlds[i], options, interrupt, progress).Run());
    if (!options.json) answer.output += SearchText(all.back(), options);
  }
  if (options.json) answer.output = SearchJson(all, options);
  answer.traces = SearchTraces(all, options, program);
  answer.code = CodeOf(all);
  if (answer.code == 0 && all.size() < those.size()) answer.code = 3;
  return answer;
}

}  // namespace systematic
