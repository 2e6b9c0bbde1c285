#include "search/lasso.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "search/walk.h"

namespace search {
namespace {

/// One walk, with what was met since the condition held.
class Follower {
 public:
  Follower(System& system, const LassoOptions& options)
      : system_(system), options_(options), bit_(Properties{1} << options.property) {}

  std::optional<Lasso> Walk(std::uint64_t number) {
    base::Random random = RandomOf({options_.seed, Purpose::kLasso, options_.property, number});
    system_.Restart();
    while (true) {
      if ((system_.Live() & bit_) != 0) Forget();
      const auto [known, is_new] = met_.emplace(system_.Key(), choices_.size());
      if (!is_new && IsWorthALook(known->second) && IsFair(known->second)) {
        return Lasso{choices_, known->second, number + 1};
      }
      if (choices_.size() >= options_.most_steps || system_.Options() == 0) return std::nullopt;
      Note();
      const std::optional<Choice> choice = system_.Pick(random);
      if (!choice) return std::nullopt;
      taken_.push_back(system_.LabelOf(*choice));
      choices_.push_back(*choice);
      system_.Take(*choice);
    }
  }

 private:
  void Forget() {
    met_.clear();
    next_look_ = 0;
  }
  /// A circle that was not fair is looked at again when it has grown by half.
  bool IsWorthALook(std::uint64_t from) {
    const std::uint64_t length = choices_.size() - from;
    if (length < next_look_) return false;
    next_look_ = length + length / 2 + 1;
    return true;
  }
  /// The labels of what can be taken.
  void Note() {
    std::vector<std::uint32_t> labels;
    const std::uint32_t count = system_.Options();
    for (Choice choice = 0; choice < count; ++choice) labels.push_back(system_.LabelOf(choice));
    std::sort(labels.begin(), labels.end());
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    enabled_.push_back(std::move(labels));
  }
  Fairness OwedTo(std::uint32_t label) {
    if (options_.fairness == FairnessMode::kStrong) return Fairness::kStrong;
    const Fairness declared = system_.OwedTo(label);
    const bool at_least_weak = options_.fairness == FairnessMode::kWeak;
    return at_least_weak && declared == Fairness::kNone ? Fairness::kWeak : declared;
  }
  bool IsFair(std::uint64_t from) {
    if (options_.fairness == FairnessMode::kNone) return true;
    const auto first = static_cast<std::ptrdiff_t>(from);
    const std::set<std::uint32_t> taken(taken_.begin() + first, taken_.end());
    // How many states of the circle each label can be taken in.
    std::map<std::uint32_t, std::uint64_t> states;
    for (auto labels = enabled_.begin() + first; labels != enabled_.end(); ++labels) {
      for (const std::uint32_t label : *labels) ++states[label];
    }
    const std::uint64_t length = choices_.size() - from;
    return std::all_of(states.begin(), states.end(), [&](const auto& one) {
      const Fairness owed = OwedTo(one.first);
      const bool is_owed =
          owed == Fairness::kStrong || (owed == Fairness::kWeak && one.second == length);
      return !is_owed || taken.contains(one.first);
    });
  }

  System& system_;
  const LassoOptions& options_;
  const Properties bit_;
  Choices choices_;
  std::vector<std::uint32_t> taken_;                 // labels, by step
  std::vector<std::vector<std::uint32_t>> enabled_;  // labels, by step: sorted
  std::map<StateKey, std::uint64_t> met_;            // since the condition held: first step
  std::uint64_t next_look_ = 0;
};

}  // namespace

std::optional<Lasso> FindLasso(Crew& crew, const LassoOptions& options) {
  constexpr std::uint64_t kLassosAtATime = 64;
  const std::uint64_t step = options.shards;
  for (std::uint64_t first = options.shard; first < options.walks; first += kLassosAtATime * step) {
    std::vector<std::optional<Lasso>> found(
        std::min(kLassosAtATime, (options.walks - first + step - 1) / step));
    crew.Do(found.size(), [&](System& system, std::size_t i) {
      found[i] = Follower(system, options).Walk(first + i * step);
    });
    for (std::optional<Lasso>& lasso : found) {
      if (lasso) return std::move(lasso);
    }
  }
  return std::nullopt;
}

}  // namespace search
