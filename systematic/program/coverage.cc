#include "systematic/program/coverage.h"

#include <algorithm>

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

/// The numbers of executions in which something was met first, sorted.
template <typename First>
std::vector<std::uint64_t> Sorted(const First& first) {
  std::vector<std::uint64_t> executions;
  executions.reserve(first.size());
  for (const auto& [hash, execution] : first) executions.push_back(execution);
  std::ranges::sort(executions);
  return executions;
}

std::uint64_t Below(const std::vector<std::uint64_t>& sorted, std::uint64_t executions) {
  return static_cast<std::uint64_t>(std::ranges::lower_bound(sorted, executions) - sorted.begin());
}

}  // namespace

void Coverage::Meet(First& first, std::uint64_t hash, std::uint64_t execution) {
  const auto [entry, is_new] = first.emplace(hash, execution);
  if (!is_new) entry->second = std::min(entry->second, execution);
}

void Coverage::Count(std::uint64_t execution, const Scheduler& scheduler) {
  const std::lock_guard lock(mutex_);
  std::uint64_t before = 0;
  for (const Choice& choice : scheduler.log().choices()) {
    const Key event = EventOf(choice.key);
    const std::uint64_t hash = Mix(scheduler.names().HashOf(event), choice.is_step ? 1 : 2);
    Meet(events_, hash, execution);
    Meet(pairs_, Mix(before, hash), execution);
    Meet(states_, choice.enabled, execution);
    Event& counted = texts_[hash];
    if (counted.text.empty()) counted.text = TextOf(event, scheduler.names());
    if (counted.last != execution) ++counted.executions;
    counted.last = execution;
    before = hash;
  }
}

CoverageReport Coverage::Report(std::uint64_t executions) const {
  const std::lock_guard lock(mutex_);
  const auto events = Sorted(events_);
  const auto pairs = Sorted(pairs_);
  const auto states = Sorted(states_);
  CoverageReport report;
  const auto add = [&](std::uint64_t after) {
    report.curve.push_back(
        {after, Below(events, after), Below(pairs, after), Below(states, after)});
  };
  for (std::uint64_t after = 1; after < executions; after *= 2) add(after);
  add(executions);
  for (const auto& [hash, event] : texts_) report.events[event.text] += event.executions;
  return report;
}

}  // namespace systematic
