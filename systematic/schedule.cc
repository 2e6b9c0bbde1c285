#include "systematic/schedule.h"

#include "systematic/key_text.h"

namespace systematic {
namespace {

/// Numbers the names anew, by use.
class Renaming {
 public:
  Renaming(const Names& from, std::vector<std::string>& to)
      : from_(from), to_(to), words_(from.size()) {}

  Key Renamed(Key key) {
    for (Word* word : {&key.kind, &key.from, &key.to, &key.what}) *word = Renamed(*word);
    return key;
  }

 private:
  Word Renamed(Word word) {
    if (word == 0) return 0;
    if (words_[word] == 0) {
      words_[word] = static_cast<Word>(to_.size());
      to_.emplace_back(from_.NameOf(word));
    }
    return words_[word];
  }

  const Names& from_;
  std::vector<std::string>& to_;
  std::vector<Word> words_;
};

}  // namespace

Schedule ScheduleOf(const HarnessInfo& harness, const Bounds& bounds, const Origin& origin,
                    const Outcome& outcome, const Scheduler& scheduler) {
  Schedule schedule;
  schedule.harness = harness.name;
  schedule.parameters = harness.parameters;
  schedule.time = harness.time;
  schedule.bounds = bounds;
  schedule.strategy = origin.strategy;
  schedule.seed = origin.seed;
  schedule.iteration = origin.iteration;
  schedule.build = origin.build;
  schedule.fair_from = outcome.fair_from;
  schedule.healed_at = outcome.healed_at;
  schedule.end = outcome.end;
  schedule.violation = outcome.violation;
  schedule.unwanted = outcome.unwanted;
  schedule.observed = outcome.observed;
  Renaming renaming(scheduler.names(), schedule.names);
  for (const Choice& choice : scheduler.log().choices()) {
    schedule.choices.push_back(
        {renaming.Renamed(choice.key), choice.value, choice.n, choice.enabled, choice.is_step});
  }
  return schedule;
}

std::string ToText(const Key& key, const std::vector<std::string>& names) {
  return KeyText(key, names[key.kind], names[key.from], names[key.to], names[key.what]);
}

}  // namespace systematic
