#include "systematic/program/coverage.h"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "systematic/hash.h"
#include "systematic/key_text.h"

namespace systematic {
namespace {

Key EventOf(Key key) {
  key.life = 0;
  key.ordinal = 0;
  return key;
}

/// "deliver a>b Ack", without the ordinal that ends a key's text.
std::string TextOf(const Key& event, const Names& names) {
  const std::string text = ToText(event, names);
  return text.substr(0, text.rfind(" #"));
}

void LeaveOneOfEach(std::vector<std::uint64_t>& hashes) {
  std::sort(hashes.begin(), hashes.end());
  hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
}

}  // namespace

void Coverage::Count(std::uint64_t execution, const Scheduler& scheduler, bool last) {
  Met met;
  met.last = last;
  std::vector<std::uint64_t> by_choice;
  std::uint64_t before = 0;
  for (const Choice& choice : scheduler.log().choices()) {
    const std::uint64_t hash =
        Mix(scheduler.names().HashOf(EventOf(choice.key)), choice.is_step ? 1 : 2);
    by_choice.push_back(hash);
    met.pairs.push_back(Mix(before, hash));
    met.sets.push_back(choice.enabled);
    before = hash;
  }
  met.events = by_choice;
  met.states.assign(scheduler.states().begin(), scheduler.states().end());
  for (auto* hashes : {&met.events, &met.pairs, &met.sets, &met.states}) LeaveOneOfEach(*hashes);
  const std::lock_guard lock(mutex_);
  NameEvents(scheduler, by_choice);
  waiting_.emplace(execution, std::move(met));
  for (auto next = waiting_.begin(); next != waiting_.end() && next->first == next_; ++next_) {
    Fold(next->second);
    next = waiting_.erase(next);
  }
}

void Coverage::NameEvents(const Scheduler& scheduler, const std::vector<std::uint64_t>& by_choice) {
  const std::vector<Choice>& choices = scheduler.log().choices();
  for (std::size_t i = 0; i < by_choice.size(); ++i) {
    std::string& text = event_texts_[by_choice[i]];
    if (text.empty()) text = TextOf(EventOf(choices[i].key), scheduler.names());
  }
}

void Coverage::Fold(const Met& met) {
  if (over_) return;
  over_ = met.last;
  for (const std::uint64_t hash : met.events) ++events_[hash];
  for (const std::uint64_t hash : met.pairs) pairs_.Meet(hash);
  for (const std::uint64_t hash : met.sets) sets_.Meet(hash);
  for (const std::uint64_t hash : met.states) states_.Meet(hash);
  ++folded_;
  if (std::has_single_bit(folded_)) curve_.push_back(Now());
}

CoveragePoint Coverage::Now() const {
  return {folded_, events_.size(), pairs_.count(), sets_.count(), states_.count()};
}

CoverageReport Coverage::Report() {
  const std::lock_guard lock(mutex_);
  for (const auto& [execution, met] : std::exchange(waiting_, {})) Fold(met);
  CoverageReport report;
  report.curve = curve_;
  if (curve_.empty() || curve_.back().executions != folded_) report.curve.push_back(Now());
  for (const auto& [hash, executions] : events_) report.events[event_texts_[hash]] += executions;
  return report;
}

}  // namespace systematic
