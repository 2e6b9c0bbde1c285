#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/budget.h"
#include "base/progress.h"
#include "command_line/shard.h"
#include "cpngen/colour.h"
#include "cpngen/commands/commands.h"
#include "cpngen/commands/evidence_report.h"
#include "cpngen/commands/search/search_report.h"
#include "cpngen/input_error.h"
#include "cpngen/load.h"
#include "cpngen/output_files.h"
#include "cpngen/properties.h"
#include "cpngen/text.h"
#include "search/after.h"
#include "search/lasso.h"
#include "search/nets/net_system.h"

namespace cpngen {
namespace {

using cpn::ctl::Property;
using cpn::lua::LuaModel;
using search::Choices;
using search::nets::Goal;
using search::nets::NetSystem;

constexpr std::uint64_t kLongestLiveRun = 100'000;
constexpr std::size_t kAllWorkersBytes = std::size_t{2} << 30;

/// The properties to look for, as indices into those of the model. Without --property those that
/// fit; a note says why another one does not.
std::vector<std::size_t> Chosen(const LuaModel& model, const SearchOptions& options,
                                std::ostream& err) {
  std::vector<std::size_t> chosen;
  const Property* const first = model.properties().data();
  for (const Property* property : ChooseProperties(model, options.model.path, options.properties)) {
    const auto goal = search::nets::GoalOf(*property);
    if (std::holds_alternative<Goal>(goal)) {
      chosen.push_back(static_cast<std::size_t>(property - first));
      continue;
    }
    const std::string why =
        fmt::format("\"{}\" cannot be looked for: {}", property->name, std::get<std::string>(goal));
    if (!options.properties.empty()) throw InputError("--property: " + why);
    err << fmt::format("cpngen: note: {}\n", why);
  }
  if (chosen.empty()) {
    throw InputError(
        fmt::format("{}: no property can be looked for; give one, as in property \"can be served\" "
                    "(INV(POS(NF(function(M) ... end))))",
                    options.model.path));
  }
  if (chosen.size() > search::kMostProperties) {
    throw InputError(
        fmt::format("at most {} properties are looked for at a time; name them with "
                    "--property",
                    search::kMostProperties));
  }
  return chosen;
}

search::FairnessMode FairnessOf(const std::string& name) {
  if (name == "none") return search::FairnessMode::kNone;
  if (name == "declared") return search::FairnessMode::kDeclared;
  return name == "strong" ? search::FairnessMode::kStrong : search::FairnessMode::kWeak;
}

/// One search, from the crew to what is said of each property.
class Searching {
 public:
  Searching(const SearchOptions& options, std::vector<std::size_t> properties,
            const Streams& streams)
      : options_(options),
        properties_(std::move(properties)),
        streams_(streams),
        progress_(streams.progress ? &streams.err : nullptr),
        crew_(Systems()) {}

  SearchFindings Run() {
    const std::vector<Property>& all = model().properties();
    for (const std::size_t p : properties_) {
      const Goal goal = std::get<Goal>(search::nets::GoalOf(all[p]));
      findings_.properties.push_back({.property = &all[p], .is_liveness = goal.is_liveness});
    }
    try {
      if (options_.from_live == 0) SearchFrom({});
      for (std::uint64_t i = 0; i < options_.from_live && IsOpen(); ++i) {
        streams_.budget->Enter("looking for a run to begin with");
        const auto begin = search::LiveRun(net(), options_.seed, i, Liveness(), kLongestLiveRun);
        if (begin) SearchFrom(*begin);
        findings_.live_runs += begin ? 1 : 0;
      }
      streams_.budget->Enter("looking for lassos");
      FindLassos();
      streams_.budget->Enter("looking at all markings");
      LookAtAll();
    } catch (const base::StopError&) {
      findings_.stopped = true;
      streams_.budget->AllowReport();
      TakeOver();
    }
    findings_.result.progress = done_;
    progress_.Clear();
    return std::move(findings_);
  }

  LuaModel& model() { return net().model(); }

 private:
  std::vector<std::unique_ptr<search::System>> Systems() {
    std::vector<std::unique_ptr<search::System>> systems;
    const search::nets::NetOptions net{.weighs = !options_.uniform,
                                       .memory_bytes = kAllWorkersBytes / options_.workers,
                                       .budget = streams_.budget};
    for (unsigned w = 0; w < options_.workers; ++w) {
      systems.push_back(std::make_unique<search::After>(
          std::make_unique<NetSystem>(LoadModelFor(options_.model, nullptr, streams_.budget),
                                      properties_, net),
          Choices{}));
    }
    return systems;
  }

  NetSystem& net() {
    return static_cast<NetSystem&>(static_cast<search::After&>(crew_.first()).whole());
  }

  void BeginWith(const Choices& begin) {
    begin_ = begin;
    for (const auto& system : crew_.systems()) {
      static_cast<search::After&>(*system).BeginWith(begin);
    }
  }

  bool IsOpen() const {
    return !std::all_of(findings_.properties.begin(), findings_.properties.end(),
                        [](const SearchFinding& finding) { return finding.is_found; });
  }
  search::Properties Liveness() const { return Bits(true, false); }
  /// Of the properties of a sort; only those of which nothing was found?
  search::Properties Bits(bool liveness, bool open) const {
    search::Properties bits = 0;
    for (std::size_t i = 0; i < findings_.properties.size(); ++i) {
      const SearchFinding& finding = findings_.properties[i];
      if (finding.is_liveness != liveness || (open && finding.is_found)) continue;
      bits |= search::Properties{1} << i;
    }
    return bits;
  }

  /// All that is done from one state on.
  void SearchFrom(const Choices& begin) {
    BeginWith(begin);
    streams_.budget->Enter("searching");
    findings_.result = {};
    is_taken_over_ = false;
    search::SearchOptions search = MakeOptions();
    search.most_steps = LengthOf();
    search::Search(crew_, search, findings_.result,
                   [&](const search::SearchProgress& now) { Tell(now); });
    TakeOver();
    streams_.budget->Enter("looking for critical transitions");
    FindCriticals();
  }

  search::SearchOptions MakeOptions() const {
    search::SearchOptions search;
    search.seed = options_.seed;
    search.liveness = Bits(true, true);
    search.safety = Bits(false, true);
    search.executions = std::max<std::uint64_t>(
        1, options_.executions / std::max<std::uint64_t>(1, options_.from_live));
    search.depth_step = options_.depth_step;
    search.last_depth = options_.depth;
    search.by_temperature = options_.temperature;
    search.shard = static_cast<std::uint32_t>(shard_.index);
    search.shards = static_cast<std::uint32_t>(shard_.count);
    return search;
  }

  /// Every shard has the same, whatever it has found.
  std::uint64_t LengthOf() {
    if (options_.steps != 0) return options_.steps;
    return search::Calibrate(crew_, {.seed = options_.seed, .liveness = Liveness()});
  }

  void Tell(const search::SearchProgress& now) {
    progress_.Report([&] {
      return fmt::format("depth {}, {} executions, {}% came to life, the slowest in {} steps",
                         now.depth, now.executions,
                         now.executions == 0 ? 0 : 100 * now.live / now.executions,
                         now.latest_life);
    });
  }

  /// What was found, as runs; once.
  void TakeOver() {
    if (std::exchange(is_taken_over_, true)) return;
    const search::SearchResult& result = findings_.result;
    for (std::size_t i = 0; i < result.suspects.size(); ++i) {
      AddFound(result.suspects[i].property, result.found_at[i], result.suspects[i].choices);
      suspects_.push_back(Whole(result.suspects[i]));
    }
    for (const search::Violation& violation : result.violations) {
      AddFound(violation.property, violation.execution, violation.choices);
    }
    numbers_ += result.number;
    done_.depth = std::max(done_.depth, result.progress.depth);
    done_.executions += result.progress.executions;
    done_.live += result.progress.live;
    done_.latest_life = std::max(done_.latest_life, result.progress.latest_life);
    done_.steps += result.progress.steps;
  }

  void AddFound(std::size_t property, std::uint64_t execution, const Choices& choices) {
    SearchFinding& finding = findings_.properties.at(property);
    finding.is_found = true;
    finding.execution = numbers_ + execution;
    finding.run = RunOf(FromStart(choices));
    finding.begun = begin_.size();
  }

  /// With the steps before the search began.
  Choices FromStart(const Choices& choices) const {
    Choices all = begin_;
    all.insert(all.end(), choices.begin(), choices.end());
    return all;
  }
  search::Suspect Whole(search::Suspect suspect) const {
    suspect.choices = FromStart(suspect.choices);
    if (suspect.live) *suspect.live += begin_.size();
    return suspect;
  }

  void FindCriticals() {
    const Choices begin = begin_;
    for (search::Suspect suspect : findings_.result.suspects) {
      SearchFinding& finding = findings_.properties.at(suspect.property);
      // What goes on behind many live states is looked at from the last one on.
      if (options_.temperature) BeginAtLastLive(suspect);
      progress_.Report([&] { return "critical transition of " + finding.property->name; });
      search::Critical critical = FindCritical(crew_, suspect, HowToFind(options_.exact_states));
      if (critical.nearest_live) finding.nearest_live = RunOf(FromStart(*critical.nearest_live));
      critical.step += begin_.size();
      finding.critical = critical;
      Remark(finding);
      BeginWith(begin);
    }
  }

  void BeginAtLastLive(search::Suspect& suspect) {
    const auto live = static_cast<std::ptrdiff_t>(suspect.live.value_or(0));
    const auto first = suspect.choices.begin();
    BeginWith(FromStart(Choices(first, first + live)));
    suspect.choices.erase(first, first + live);
    if (suspect.live) suspect.live = 0;
  }

  /// Of what must come for sure, runs that go round without it.
  void FindLassos() {
    if (!options_.lassos) return;
    BeginWith({});
    for (std::size_t i = 0; i < findings_.properties.size(); ++i) {
      SearchFinding& finding = findings_.properties[i];
      const Goal goal = std::get<Goal>(search::nets::GoalOf(*finding.property));
      if (finding.is_found || !goal.is_of_all_runs) continue;
      progress_.Report([&] { return "lassos of " + finding.property->name; });
      const auto lasso =
          search::FindLasso(crew_, {.seed = options_.seed,
                                    .property = i,
                                    .fairness = FairnessOf(options_.fairness),
                                    .walks = options_.executions,
                                    .most_steps = findings_.result.most_steps,
                                    .shard = static_cast<std::uint32_t>(shard_.index),
                                    .shards = static_cast<std::uint32_t>(shard_.count)});
      if (!lasso) continue;
      finding.is_found = finding.is_lasso = true;
      finding.execution = lasso->walk;
      finding.run = RunOf(lasso->choices);
      finding.run.loop = lasso->loop;
    }
  }

  /// Where all markings fit, what is certain; a dead one that no execution met is a finding, too.
  void LookAtAll() {
    if (options_.exact_states == 0) return;
    progress_.Report([] { return std::string("looking at all markings"); });
    const auto graph = search::nets::Graph::Of(net(), options_.exact_states);
    if (!graph) return;
    for (std::size_t i = 0; i < findings_.properties.size(); ++i) {
      SearchFinding& finding = findings_.properties[i];
      if (!finding.is_liveness) continue;
      finding.all = {graph->nodes(), search::nets::FatesOf(*graph, i), ""};
      if (!finding.is_found && finding.all->fates.dead > 0) AddMissed(finding);
    }
    if (!options_.compare) return;
    BeginWith({});
    for (const search::Suspect& suspect : suspects_) {
      AllMarkings& all = *findings_.properties.at(suspect.property).all;
      const search::Critical walked = FindCritical(crew_, suspect, HowToFind(0));
      all.walks = ToString(search::nets::Compare(*graph, all.fates, suspect, walked), walked);
    }
  }

  void AddMissed(SearchFinding& finding) {
    const Choices& shortest = finding.all->fates.shortest;
    finding.is_found = true;
    finding.run = RunOf(shortest);
    finding.critical.emplace();
    finding.critical->condition = search::Condition::kC1;
    finding.critical->step = shortest.size();
    finding.critical->certain = true;
    Remark(finding);
  }

  search::CriticalOptions HowToFind(std::uint64_t exact_states) const {
    return {.seed = options_.seed,
            .walks = options_.walks,
            .most_steps = findings_.result.most_steps,
            .exact_states = exact_states};
  }

  void Remark(SearchFinding& finding) {
    if (!finding.is_dead()) return;
    const std::size_t step = finding.critical->step;
    finding.run.critical = step;
    finding.run.remarks.push_back(
        {step,
         step == 0 ? fmt::format("\"{}\" is out of reach", finding.property->name)
                   : fmt::format("the critical transition: from here on \"{}\" is out of reach",
                                 finding.property->name),
         ""});
    if (finding.nearest_live && step > 0) {
      finding.nearest_live->remarks.push_back(
          {Shared(finding), "here it parts from the execution that does not come to life", ""});
    }
  }

  static std::size_t Shared(const SearchFinding& finding) {
    const auto& one = finding.run.steps;
    const auto& other = finding.nearest_live->steps;
    return static_cast<std::size_t>(
        std::mismatch(one.begin(), one.end(), other.begin(), other.end()).first - one.begin());
  }

  Trace RunOf(const Choices& choices) {
    Trace run;
    net().Restart();
    for (const search::Choice choice : choices) {
      run.steps.push_back(net().ElementOf(choice));
      net().Take(choice);
    }
    run.ends_dead = net().Options() == 0;
    return run;
  }

  const SearchOptions& options_;
  const std::vector<std::size_t> properties_;
  const command_line::Shard shard_ = options_.shard.value_or(command_line::Shard{});
  const Streams& streams_;
  base::Progress progress_;
  search::Crew crew_;
  SearchFindings findings_;
  Choices begin_;                          // steps before the present search
  std::vector<search::Suspect> suspects_;  // of all searches, from the start
  search::SearchProgress done_;            // of all searches that are over
  std::uint64_t numbers_ = 0;              // of their executions, whatever shard they are of
  bool is_taken_over_ = false;
};

ExitCode CodeOf(const SearchFindings& findings) {
  const auto any = [&](const auto& is_so) {
    return std::any_of(findings.properties.begin(), findings.properties.end(), is_so);
  };
  if (any([](const SearchFinding& f) {
        return f.is_found && (!f.is_liveness || f.is_lasso || f.is_dead());
      })) {
    return ExitCode::kViolated;
  }
  const bool is_suspected = any([](const SearchFinding& f) { return f.is_found; });
  return is_suspected || findings.stopped ? ExitCode::kLimitReached : ExitCode::kDone;
}

}  // namespace

ExitCode Search(const SearchOptions& options, const Streams& streams) {
  const auto model = LoadModelFor(options.model, &streams.err, streams.budget);
  std::vector<std::size_t> properties = Chosen(*model, options, streams.err);
  RequireOutputs({{"--trace", options.trace}, {"--msc", options.msc}},
                 InputsOf(options.model, *model));
  RequireChart(*model, options.msc);
  Searching searching(options, std::move(properties), streams);
  const SearchFindings findings = searching.Run();
  streams.budget->Enter("reporting what was found");
  LuaModel& own = searching.model();
  const std::vector<OutputFile> files = SearchFiles(own, options, findings);
  if (!options.msc.empty() && files.size() == (options.trace.empty() ? 0 : 1)) {
    streams.err << fmt::format("cpngen: note: no chart is written to {}: nothing was found\n",
                               options.msc);
  }
  WriteFiles(files, InputsOf(options.model, own));
  if (options.json) {
    streams.out << SearchJson(own, options, findings);
  } else {
    const std::string text = SearchText(own, options, findings, *streams.budget);
    streams.out << (streams.colour ? Coloured(text) : text);
  }
  return CodeOf(findings);
}

}  // namespace cpngen
