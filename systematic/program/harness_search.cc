#include "systematic/program/harness_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "command_line/shard.h"
#include "search/after.h"
#include "systematic/search/harness_system.h"

namespace systematic {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kLongestCalibration = 2'000;  // a step takes microseconds

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
    const SearchCall& call = options_.search;
    if (call.from_live == 0) SearchFrom({});
    for (std::uint64_t i = 0; i < call.from_live && IsOpen() && !searched_.stopped; ++i) {
      std::optional<search::Choices> begin;
      Stoppable([&] { begin = LiveRun(i); });
      if (!begin) continue;
      ++searched_.live_runs;
      SearchFrom(*begin);
    }
    progress_.Clear();
    return std::move(searched_);
  }

 private:
  search::Crew CrewOf(bool recovers) {
    std::vector<std::unique_ptr<search::System>> systems;
    for (unsigned w = 0; w < options_.workers; ++w) {
      systems.push_back(std::make_unique<search::After>(
          std::make_unique<HarnessSystem>(
              harness_, HarnessSystemOptions{.world = world_,
                                             .properties = options_.search.properties,
                                             .weighs = !options_.search.uniform,
                                             .recovers = recovers,
                                             .stop = [this] { return Stop(); }}),
          search::Choices()));
    }
    return search::Crew(std::move(systems));
  }
  /// From its start, wherever searches begin.
  HarnessSystem& system() {
    return static_cast<HarnessSystem&>(static_cast<search::After&>(searching_.first()).whole());
  }

  bool Stop() const {
    if (!may_stop_) return false;
    const std::chrono::duration<double> time = Clock::now() - start_;
    return interrupt_.requested() || (options_.seconds && time.count() > *options_.seconds);
  }

  /// What may be ended before it is done. What was found is taken over all the same.
  template <typename Function>
  void Stoppable(Function function) {
    may_stop_ = true;
    try {
      function();
    } catch (const Stopped&) {
      searched_.stopped = true;
    }
    may_stop_ = false;
  }

  search::Properties liveness() { return system().safety() - 1; }
  bool IsOpen() {
    return std::any_of(searched_.findings.begin(), searched_.findings.end(),
                       [](const SearchFinding& finding) { return !finding.is_found; });
  }

  /// A run by chance in which each property has held; nothing: that of this number is none.
  std::optional<search::Choices> LiveRun(std::uint64_t number) {
    auto run = search::LiveRun(system(), options_.seed, number, liveness(), kLongestCalibration);
    // What a monitor has ended cannot be gone on from.
    return system().Violated() == 0 ? run : std::nullopt;
  }

  void BeginWith(const search::Choices& begin) {
    begin_ = begin;
    for (const search::Crew* crew : {&searching_, &recovering_}) {
      for (const auto& one : crew->systems()) {
        static_cast<search::After&>(*one).BeginWith(begin);
      }
    }
  }

  /// All that is done from one state on.
  void SearchFrom(const search::Choices& begin) {
    search::SearchResult result;
    Stoppable([&] {
      BeginWith(begin);
      search::SearchOptions search = MakeOptions();
      search.most_steps = LengthOf(search);
      search::Search(searching_, search, result,
                     [this](const search::SearchProgress& now) { Tell(now); });
    });
    TakeOver(result);
    for (const search::Suspect& suspect : result.suspects) {
      if (!searched_.stopped) LookInto(suspect);
    }
  }

  search::SearchOptions MakeOptions() {
    const SearchCall& call = options_.search;
    search::SearchOptions search;
    search.seed = options_.seed;
    for (std::size_t i = 0; i < call.properties.size(); ++i) {
      if (!searched_.findings[i].is_found) search.liveness |= search::Properties{1} << i;
    }
    search.safety = system().safety();
    search.ends_with_liveness = true;
    search.violation_ends = true;
    search.executions =
        std::max<std::uint64_t>(1, call.executions / std::max<std::uint64_t>(1, call.from_live));
    search.last_depth = call.depth;
    search.depth_step = call.depth_step;
    search.longest_calibration = kLongestCalibration;
    const command_line::Shard shard = options_.shard.value_or(command_line::Shard{});
    search.shard = static_cast<std::uint32_t>(shard.index);
    search.shards = static_cast<std::uint32_t>(shard.count);
    return search;
  }

  /// Every shard has the same, whatever it has found.
  std::uint64_t LengthOf(search::SearchOptions search) {
    if (options_.search.steps != 0) return options_.search.steps;
    search.liveness = liveness();
    return search::Calibrate(searching_, search);
  }

  void Tell(const search::SearchProgress& now) {
    progress_.Report([&] {
      const std::uint64_t executions = searched_.progress.executions + now.executions;
      const std::uint64_t live = searched_.progress.live + now.live;
      return fmt::format("{}: depth {}, {} executions, {}% came to life, the slowest in {} steps",
                         harness_.name, now.depth, executions,
                         executions == 0 ? 0 : 100 * live / executions,
                         std::max(searched_.progress.latest_life, now.latest_life));
    });
  }

  void TakeOver(const search::SearchResult& result) {
    for (std::size_t i = 0; i < result.suspects.size(); ++i) {
      SearchFinding& finding = searched_.findings[result.suspects[i].property];
      Found(result.found_at[i], result.suspects[i].choices, finding);
      finding.owed = system().Owed(result.suspects[i].property);
    }
    const bool is_new = searched_.findings.size() == options_.search.properties.size();
    for (const search::Violation& violation : result.violations) {
      if (!is_new) break;
      SearchFinding finding;
      finding.is_liveness = false;
      Found(violation.execution, violation.choices, finding);
      finding.property = system().scheduler().violation()->monitor;
      finding.owed = system().scheduler().violation()->message;
      searched_.findings.push_back(std::move(finding));
    }
    if (result.most_steps != 0) searched_.most_steps = result.most_steps;
    search::SearchProgress& all = searched_.progress;
    all.executions += result.progress.executions;
    all.live += result.progress.live;
    all.latest_life = std::max(all.latest_life, result.progress.latest_life);
    all.steps += result.progress.steps;
    numbers_ += result.number;
  }

  void Found(std::uint64_t execution, const search::Choices& choices, SearchFinding& finding) {
    finding.is_found = true;
    finding.execution = numbers_ + execution;
    finding.begun = begin_.size();
    finding.run = RunOf(FromStart(choices));
  }

  /// With the steps before the search began.
  search::Choices FromStart(const search::Choices& choices) const {
    search::Choices all = begin_;
    all.insert(all.end(), choices.begin(), choices.end());
    return all;
  }

  void LookInto(const search::Suspect& suspect) {
    SearchFinding& finding = searched_.findings[suspect.property];
    progress_.Report([&] { return "critical step of " + finding.property; });
    Stoppable([&] {
      finding.critical = search::FindCritical(recovering_, suspect,
                                              {.seed = options_.seed,
                                               .walks = options_.search.walks,
                                               .most_steps = searched_.most_steps,
                                               .exact_states = options_.search.exact_states});
    });
    if (!finding.critical) return;
    search::Critical& critical = *finding.critical;
    critical.step += begin_.size();
    search::Choices way = FromStart(suspect.choices);
    if (finding.is_dead()) way.resize(critical.step);
    finding.run = RunOf(way);
    finding.owed = system().Owed(suspect.property);
    if (!critical.nearest_live) return;
    const search::Choices live = FromStart(*critical.nearest_live);
    finding.live = RunOf(live);
    finding.shared = static_cast<std::size_t>(
        std::mismatch(way.begin(), way.end(), live.begin(), live.end()).first - way.begin());
  }

  FoundRun RunOf(const search::Choices& choices) {
    system().Record(true);
    system().Restart();
    system().Record(false);
    std::vector<OptionRecorder::Taken> taken;
    const std::vector<MachineState> start = system().States();
    std::vector<MachineState> known = start;
    std::vector<std::vector<MachineState>> states;  // by choice, those that it changed
    for (const search::Choice choice : choices) {
      const std::optional<Option> option = system().OptionOf(choice);
      const Option of_value = taken.empty() ? Option{} : taken.back().option;
      taken.push_back({option.value_or(of_value), option.has_value(), {}});
      system().Take(choice);
      states.push_back(Changes(known));
    }
    FoundRun run;
    run.at_end = system().Options() == 0;
    static_cast<RecordedRun&>(run) = RecordedRunOf(system().scheduler(), taken);
    run.start = start;
    if (!start.empty()) run.notes_at_start.clear();  // the states say what has come of it
    for (std::size_t i = 0; i < run.choices.size(); ++i) {
      for (MachineState& changed : states[i]) {
        if (changed.machine == run.choices[i].machine) run.choices[i].state = changed.parts;
      }
    }
    return run;
  }

  /// What is other than `known` of each machine, which is then known; a part that is gone has no
  /// value.
  std::vector<MachineState> Changes(std::vector<MachineState>& known) {
    std::vector<MachineState> now = system().States();
    std::vector<MachineState> changes;
    for (std::size_t m = 0; m < now.size(); ++m) {
      MachineState change{now[m].machine, {}};
      std::map<std::string, std::string> left(known[m].parts.begin(), known[m].parts.end());
      for (const auto& [name, value] : now[m].parts) {
        const auto before = left.extract(name);
        const bool is_new = before.empty() ? !value.empty() : before.mapped() != value;
        if (is_new) change.parts.emplace_back(name, value);
      }
      for (const auto& [name, value] : left) {
        if (!value.empty()) change.parts.emplace_back(name, "");
      }
      if (!change.parts.empty()) changes.push_back(std::move(change));
    }
    known = std::move(now);
    return changes;
  }

  const HarnessInfo& harness_;
  const ProgramOptions& options_;
  const base::Interrupt& interrupt_;
  base::Progress& progress_;
  const SearchWorld world_;
  const Clock::time_point start_ = Clock::now();
  bool may_stop_ = false;
  search::Crew searching_, recovering_;
  search::Choices begin_;      // steps before the present search
  std::uint64_t numbers_ = 0;  // executions of the searches before, whatever shard they are of
  SearchedHarness searched_;
};

}  // namespace

SearchedHarness SearchHarness(const HarnessInfo& harness, const SearchWorld& world,
                              const ProgramOptions& options, const base::Interrupt& interrupt,
                              base::Progress& progress) {
  return HarnessSearch(harness, world, options, interrupt, progress).Run();
}

}  // namespace systematic
