#include "systematic/environment/disk_folder.h"

#include <algorithm>

namespace systematic {
namespace {

void Make(const DiskFolder::Change& change, DiskFolder::Names& names) {
  for (const auto& [name, node] : change) {
    if (node == 0) {
      names.erase(name);
    } else {
      names[name] = node;
    }
  }
}

DiskFolder::Node Find(const DiskFolder::Names& names, const std::string& name) {
  const auto found = names.find(name);
  return found == names.end() ? 0 : found->second;
}

bool Gives(const DiskFolder::Change& change, const std::string& name) {
  return std::any_of(change.begin(), change.end(),
                     [&](const auto& given) { return given.first == name; });
}

}  // namespace

const DiskFolder::Names& DiskFolder::Seen(Outcomes& outcomes) {
  Settle(outcomes);
  return seen_;
}

void DiskFolder::Apply(Change change, Outcomes& outcomes) {
  Settle(outcomes);
  Make(change, seen_);
  unsynced_.push_back(std::move(change));
}

void DiskFolder::Sync() {
  synced_ = seen_;
  unsynced_.clear();
}

void DiskFolder::FailPower() { unsettled_ = true; }

void DiskFolder::Settle(Outcomes& outcomes) {
  if (!std::exchange(unsettled_, false)) return;
  synced_ = order_ == Order::kInOrder ? LeftInOrder(outcomes) : LeftInAnyOrder(outcomes);
  seen_ = synced_;
  unsynced_.clear();
}

DiskFolder::Names DiskFolder::LeftInOrder(Outcomes& outcomes) const {
  std::vector<Names> different = {synced_};
  for (const Change& change : unsynced_) {
    Names next = different.back();
    Make(change, next);
    if (next != different.back()) different.push_back(std::move(next));
  }
  const std::uint64_t choice =
      different.size() < 2 ? 0 : outcomes.Choose(Outcomes::Part::kName, 0, different.size());
  return different[different.size() - 1 - choice];
}

// From the last change to the first: what a later one gives, no earlier one can change.
DiskFolder::Names DiskFolder::LeftInAnyOrder(Outcomes& outcomes) const {
  Names decided;  // 0: no such name
  for (std::size_t i = unsynced_.size(); i-- > 0;) {
    if (!Matters(i, decided)) continue;
    if (outcomes.Choose(Outcomes::Part::kName, static_cast<std::uint32_t>(i), 2) != 0) continue;
    for (const auto& [name, node] : unsynced_[i]) decided.emplace(name, node);
  }
  Names names = synced_;
  Make({decided.begin(), decided.end()}, names);
  return names;
}

// Is what the change gives still open, and something else than what was there before it anyway?
bool DiskFolder::Matters(std::size_t change, const Names& decided) const {
  for (const auto& [name, node] : unsynced_[change]) {
    if (decided.contains(name)) continue;
    if (node != Find(synced_, name)) return true;
    for (std::size_t earlier = 0; earlier < change; ++earlier) {
      if (Gives(unsynced_[earlier], name)) return true;
    }
  }
  return false;
}

}  // namespace systematic
