#include "search/search.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "search/prefixes.h"
#include "search/walk.h"

namespace search {
namespace {

constexpr std::size_t kCalibrationWalks = 100;
constexpr std::uint64_t kWithoutLife = 10'000;
constexpr std::uint64_t kTimesLongest = 8;
constexpr std::uint64_t kLeast = 200;
constexpr int kSettling = 15;       // steps before a calibrating walk is timed
constexpr std::size_t kBatch = 64;  // executions at a time, however many workers
// From that many beginnings of a depth on, every second execution begins by chance instead.
constexpr std::uint64_t kManyBeginnings = 64;

class Searcher {
 public:
  Searcher(Crew& crew, const SearchOptions& options, SearchResult& result,
           const std::function<void(const SearchProgress&)>& tell)
      : crew_(crew), options_(options), tell_(tell), result_(result) {
    result_.most_steps = options.most_steps != 0 ? options.most_steps : Calibrate(crew, options);
    open_ = options.liveness | options.safety;
    if (options.by_temperature) goals_.temperature = result_.most_steps;
  }

  void Run() {
    std::uint32_t depth = options_.first_depth;
    while (true) {
      result_.progress.depth = depth;
      if (!SearchDepth(depth) || depth >= options_.last_depth) return;
      depth = std::min(depth + std::max(1u, options_.depth_step), options_.last_depth);
    }
  }

 private:
  /// An execution that one of the batch's walks goes on from.
  struct Begun {
    Prefix prefix;
    std::uint64_t number = 0;  // of the execution, from 0, whatever shard it is of
    std::uint64_t steps = 0;   // that it took to come to it
  };

  /// False: the search is at its end.
  bool SearchDepth(std::uint32_t depth) {
    Prefixes prefixes(&crew_.first(), depth);
    begun_ = 0;
    goes_deeper_ = false;
    while (true) {
      const bool watches_all = options_.violation_ends;
      goals_.watched = watches_all ? options_.safety : open_ & options_.safety;
      goals_.unmet = open_ & options_.liveness;
      if (goals_.unmet == 0) goals_.unmet = kNever;
      const std::vector<Begun> batch = NextBatch(prefixes);
      std::vector<Walk> walks(batch.size());
      crew_.Do(batch.size(), [&](System& system, std::size_t i) {
        Replay(system, batch[i].prefix.choices);
        walks[i] = WalkOn(system, RandomOf(NameOf(depth, batch[i].number)), goals_,
                          StepsLeft(batch[i].prefix));
      });
      for (std::size_t i = 0; i < batch.size(); ++i) {
        if (!Judge(depth, batch[i], walks[i])) return false;
      }
      if (tell_) tell_(result_.progress);
      result_.number = made_;
      if (made_ >= options_.executions) {
        result_.end = SearchEnd::kExecutions;
        return false;
      }
      if (batch.size() < kBatch) break;
    }
    // Nothing is deeper.
    return goes_deeper_;
  }

  /// Those of this shard. Fewer than a batch: there are no others, of this depth or at all.
  std::vector<Begun> NextBatch(Prefixes& prefixes) {
    std::vector<Begun> batch;
    while (batch.size() < kBatch && made_ < options_.executions) {
      const bool is_own = made_ % options_.shards == options_.shard;
      const std::uint64_t before = prefixes.steps();
      if (begun_ >= kManyBeginnings && made_ % 2 == 1) {
        if (is_own) batch.push_back(BeginByChance());
      } else {
        std::optional<Prefix> prefix = prefixes.Next(goals_.watched);
        if (!prefix) break;
        goes_deeper_ |= !prefix->at_end;
        if (is_own) batch.push_back({std::move(*prefix), made_, prefixes.steps() - before});
      }
      ++begun_;
      ++made_;
    }
    return batch;
  }

  /// Up to as many steps as the last depth has. What needs a few rare steps among many others is
  /// too far away for all beginnings in order.
  Begun BeginByChance() {
    System& system = crew_.first();
    base::Random random = RandomOf({options_.seed, Purpose::kBeginning, 0, made_});
    system.Restart();
    Prefix prefix;
    const std::uint32_t length = 1 + random.Below(std::max(1u, options_.last_depth));
    while (prefix.choices.size() < length && (system.Violated() & goals_.watched) == 0 &&
           system.Options() > 0) {
      const std::optional<Choice> choice = system.Pick(random);
      if (!choice) break;
      system.Take(*choice);
      prefix.choices.push_back(*choice);
    }
    prefix.at_end = system.Options() == 0;
    const std::uint64_t steps = prefix.choices.size();
    return {std::move(prefix), made_, steps};
  }

  WalkName NameOf(std::uint32_t depth, std::uint64_t number) const {
    return {options_.seed, Purpose::kWalk, depth, number};
  }
  std::uint64_t StepsLeft(const Prefix& prefix) const {
    if (options_.by_temperature) return 2 * result_.most_steps;
    const std::uint64_t begun = prefix.choices.size();
    return result_.most_steps > begun ? result_.most_steps - begun : 0;
  }

  /// False: the search is at its end.
  bool Judge(std::uint32_t depth, const Begun& begun, const Walk& walk) {
    SearchProgress& progress = result_.progress;
    result_.number = begun.number + 1;
    ++progress.executions;
    progress.steps += begun.steps + walk.steps;
    if (walk.end == WalkEnd::kLive) {
      ++progress.live;
      progress.latest_life = std::max(progress.latest_life, walk.steps);
    }
    if (walk.violated != 0) AddViolations(depth, begun, walk);
    const bool is_suspect =
        walk.end == WalkEnd::kAtEnd || walk.end == WalkEnd::kStuck || walk.end == WalkEnd::kLong;
    if (is_suspect && walk.unmet != 0) AddSuspects(depth, begun, walk);
    if (open_ != 0 && (!options_.ends_with_liveness || (open_ & options_.liveness) != 0)) {
      return true;
    }
    result_.end = SearchEnd::kAllFound;
    return false;
  }

  void AddViolations(std::uint32_t depth, const Begun& begun, const Walk& walk) {
    for (Properties left = walk.violated & open_; left != 0; left &= left - 1) {
      result_.violations.push_back({static_cast<std::size_t>(std::countr_zero(left)),
                                    ChoicesOf(depth, begun), begun.number + 1});
    }
    open_ &= ~walk.violated;
  }

  void AddSuspects(std::uint32_t depth, const Begun& begun, const Walk& walk) {
    for (Properties left = walk.unmet & open_; left != 0; left &= left - 1) {
      Suspect suspect;
      suspect.property = static_cast<std::size_t>(std::countr_zero(left));
      suspect.choices = ChoicesOf(depth, begun);
      suspect.at_end = walk.end == WalkEnd::kAtEnd;
      suspect.live = LastLive(suspect);
      result_.suspects.push_back(std::move(suspect));
      result_.found_at.push_back(begun.number + 1);
    }
    open_ &= ~walk.unmet;
  }

  /// The execution once more, with its choices.
  Choices ChoicesOf(std::uint32_t depth, const Begun& begun) {
    Choices choices = begun.prefix.choices;
    Replay(crew_.first(), choices);
    WalkOn(crew_.first(), RandomOf(NameOf(depth, begun.number)), goals_, StepsLeft(begun.prefix),
           &choices);
    return choices;
  }

  std::optional<std::uint64_t> LastLive(const Suspect& suspect) {
    System& system = crew_.first();
    const Properties bit = Properties{1} << suspect.property;
    std::optional<std::uint64_t> last;
    system.Restart();
    for (std::uint64_t i = 0;; ++i) {
      if ((system.Live() & bit) != 0) last = i;
      if (i == suspect.choices.size()) return last;
      system.Take(suspect.choices[i]);
    }
  }

  Crew& crew_;
  const SearchOptions options_;
  const std::function<void(const SearchProgress&)>& tell_;
  SearchResult& result_;
  Properties open_ = 0;       // that nothing was found of
  WalkGoals goals_;           // of the walks of this batch
  std::uint64_t made_ = 0;    // beginnings, of all shards
  std::uint64_t begun_ = 0;   // of this depth
  bool goes_deeper_ = false;  // there are longer beginnings than those of this depth
};

}  // namespace

std::uint64_t Calibrate(Crew& crew, const SearchOptions& options) {
  if (options.liveness == 0) return kWithoutLife;  // nothing comes to life
  std::vector<std::uint64_t> steps(kCalibrationWalks, 0);
  crew.Do(steps.size(), [&](System& system, std::size_t i) {
    base::Random random = RandomOf({options.seed, Purpose::kCalibration, 0, i});
    system.Restart();
    for (int s = 0; s < kSettling && system.Options() > 0; ++s) {
      const std::optional<Choice> choice = system.Pick(random);
      if (!choice) break;
      system.Take(*choice);
    }
    const Walk walk =
        WalkOn(system, random, {.unmet = options.liveness}, options.longest_calibration);
    if (walk.end == WalkEnd::kLive) steps[i] = walk.steps + 1;
  });
  const std::uint64_t longest = *std::max_element(steps.begin(), steps.end());
  if (longest == 0) return std::min(kWithoutLife, options.longest_calibration);
  return std::max(kLeast, kTimesLongest * (longest - 1 + kSettling));
}

void Search(Crew& crew, const SearchOptions& options, SearchResult& result,
            const std::function<void(const SearchProgress&)>& tell) {
  Searcher(crew, options, result, tell).Run();
}

}  // namespace search
