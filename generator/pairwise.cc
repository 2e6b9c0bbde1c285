#include "generator/pairwise.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <queue>
#include <unordered_set>

namespace generator {
namespace {

/// An option with a value, by number; and two of them.
using Item = std::uint32_t;
using Pair = std::uint64_t;

class PairCover {
 public:
  explicit PairCover(const std::vector<CaseOptions>& cases) {
    for (const CaseOptions& options : cases) {
      std::vector<Item>& items = items_of_.emplace_back();
      for (const auto& option : options) {
        items.push_back(items_.emplace(option, static_cast<Item>(items_.size())).first->second);
      }
      std::sort(items.begin(), items.end());
    }
  }

  std::vector<std::size_t> Choose() {
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < items_of_.size(); ++i) {
      if (items_of_[i].empty()) chosen.push_back(i);
      waiting_.push({Gain(i), i});
    }
    while (const auto next = TakeBest()) {
      ForEachPair(*next, [this](Pair pair) { covered_.insert(pair); });
      chosen.push_back(*next);
    }
    std::sort(chosen.begin(), chosen.end());
    return chosen;
  }

 private:
  struct Candidate {
    std::size_t gain;  // when it was looked at last: it only falls
    std::size_t number;
    // What comes first is the greatest.
    bool operator<(const Candidate& other) const {
      return gain != other.gain ? gain < other.gain : number > other.number;
    }
  };

  // An option is a pair with itself, for cases that have one alone.
  template <typename Visitor>
  void ForEachPair(std::size_t number, const Visitor& visit) const {
    const std::vector<Item>& items = items_of_[number];
    for (std::size_t i = 0; i < items.size(); ++i) {
      for (std::size_t j = i; j < items.size(); ++j) visit(Pair{items[i]} << 32 | items[j]);
    }
  }

  std::size_t Gain(std::size_t number) const {
    std::size_t gain = 0;
    ForEachPair(number, [&](Pair pair) { gain += covered_.contains(pair) ? 0 : 1; });
    return gain;
  }

  // The case that adds most; nothing when none adds anything.
  std::optional<std::size_t> TakeBest() {
    while (!waiting_.empty()) {
      Candidate best = waiting_.top();
      waiting_.pop();
      const std::size_t gain = Gain(best.number);
      if (gain == 0) continue;
      if (gain == best.gain) return best.number;
      best.gain = gain;
      waiting_.push(best);
    }
    return std::nullopt;
  }

  std::map<std::pair<std::string, std::string>, Item> items_;
  std::vector<std::vector<Item>> items_of_;  // of each case
  std::unordered_set<Pair> covered_;         // asked, never gone through
  std::priority_queue<Candidate> waiting_;
};

}  // namespace

std::vector<std::size_t> CoverPairs(const std::vector<CaseOptions>& cases) {
  return PairCover(cases).Choose();
}

}  // namespace generator
