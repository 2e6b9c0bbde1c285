#include "systematic/self_check.h"

#include <algorithm>
#include <iterator>
#include <new>

#include "base/split_mix64.h"
#include "systematic/errors.h"
#include "systematic/key_text.h"
#include "systematic/replay.h"

namespace systematic {
namespace {

/// Has the blocks that the next execution gets come in another order, so that it shows if the
/// order of pointers decides something.
void ShakeHeap(std::uint64_t seed) {
  constexpr std::size_t kStep = 16;
  constexpr std::size_t kLargest = 512;
  constexpr int kBlocks = 12;
  base::SplitMix64 random(seed);
  for (std::size_t size = kStep; size <= kLargest; size += kStep) {
    std::vector<void*> blocks;
    for (int i = 0; i < kBlocks; ++i) blocks.push_back(::operator new(size));
    for (const int i : random.Permutation(kBlocks)) {
      ::operator delete(blocks[static_cast<std::size_t>(i)]);
    }
  }
}

bool SameChoice(const Choice& a, const Names& names_of_a, const Choice& b,
                const Names& names_of_b) {
  return a.is_step == b.is_step && a.n == b.n && a.value == b.value && a.enabled == b.enabled &&
         names_of_a.HashOf(a.key) == names_of_b.HashOf(b.key);
}

/// Where two executions parted; `changed` is empty if they did not.
struct Parting {
  std::size_t choice = 0;
  std::string changed;
};

Parting PartingBefore(std::size_t choice, const std::string& what) {
  return {choice, what + " before choice " + std::to_string(choice + 1) + " was not the same"};
}

Parting PartingOf(const Scheduler& first, const Scheduler& second) {
  const auto& a = first.log().choices();
  const auto& b = second.log().choices();
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i].observed != b[i].observed) return PartingBefore(i, "what was observed");
    if (SameChoice(a[i], first.names(), b[i], second.names())) continue;
    return PartingBefore(i, a[i].is_step ? "what was enabled" : "what could be chosen");
  }
  return {};
}

/// Of a replay whose choices are all the same: it stopped before a step that it could not take, or
/// did not end as the schedule.
Parting PartingOf(const Difference& difference, const Schedule& schedule) {
  if (difference.choice < schedule.choices.size()) {
    return PartingBefore(difference.choice, "what was enabled");
  }
  return {difference.choice, difference.message};
}

std::vector<std::string> EnabledBefore(const Scheduler& scheduler, std::size_t choice) {
  std::vector<std::string> texts;
  for (const Key& key : scheduler.log().EnabledBefore(choice)) {
    texts.push_back(ToText(key, scheduler.names()));
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::string Missing(const std::vector<std::string>& from, const std::vector<std::string>& in) {
  std::vector<std::string> only;
  std::set_difference(from.begin(), from.end(), in.begin(), in.end(), std::back_inserter(only));
  std::string text;
  for (const std::string& key : only) text += (text.empty() ? "" : ", ") + key;
  return text;
}

}  // namespace

std::optional<Nondeterminism> SelfCheck(const HarnessInfo& harness, const Schedule& schedule,
                                        const Scheduler& first, Scheduler& second) {
  ShakeHeap(schedule.iteration + 1);
  Parting parting;
  try {
    const StrictResult result = ReplayStrictly(harness, schedule, second);
    parting = PartingOf(first, second);
    if (parting.changed.empty()) {
      if (!result.difference) return std::nullopt;
      parting = PartingOf(*result.difference, schedule);
    }
  } catch (const HarnessError& error) {
    parting.choice = second.log().choices().size();
    parting.changed = "the second time the harness was in error: " + std::string(error.what());
  }
  return Nondeterminism{schedule.iteration,
                        schedule.strategy,
                        schedule.violation,
                        parting.choice,
                        parting.changed,
                        EnabledBefore(first, parting.choice),
                        EnabledBefore(second, parting.choice)};
}

std::string ToText(const Nondeterminism& nondeterminism) {
  std::string text = "uncontrolled nondeterminism: iteration " +
                     std::to_string(nondeterminism.iteration) + " (" + nondeterminism.strategy +
                     ") was run twice with the same choices, and " + nondeterminism.message;
  const std::string first = Missing(nondeterminism.first, nondeterminism.second);
  const std::string second = Missing(nondeterminism.second, nondeterminism.first);
  if (!first.empty()) text += "\nenabled the first time only: " + first;
  if (!second.empty()) text += "\nenabled the second time only: " + second;
  return text;
}

}  // namespace systematic
