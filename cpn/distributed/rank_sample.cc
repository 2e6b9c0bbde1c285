// The sample by which ranks choose who owns what: markings of the last two levels, and of what is
// ahead. The choice is for the levels that follow, which may be made of other tokens; so a few
// walks lead there from the newest level.
#include <algorithm>
#include <bit>
#include <unordered_map>
#include <utility>

#include "cpn/distributed/rank.h"

namespace cpn::distributed {
namespace {

using partition::PartitionSample;

/// Markings, of all ranks, of the newest level, and as many of the one before.
constexpr std::uint64_t kSampled = 512;
/// Walks, of all ranks, and how many steps they take at most. Of two-phase commit, more of them are
/// worse: at random, nearly all of its runs end early.
constexpr std::uint64_t kWalks = 64;
constexpr std::uint32_t kWalked = 16;
/// Which ones: any number is as good, but not for every net.
constexpr std::uint64_t kSalt = std::uint64_t{1} << 40;

/// Of the nodes [first, last), this rank's share of `all`, about so many in all.
std::vector<NodeId> SomeOf(NodeId first, NodeId last, std::uint64_t all, std::uint64_t so_many) {
  const std::uint64_t one_in = std::max<std::uint64_t>(1, all / so_many);
  std::vector<NodeId> some;
  for (NodeId node = first; node < last; ++node) {
    if (MixHash(node + kSalt) % one_in == 0) some.push_back(node);
  }
  return some;
}

}  // namespace

/// Numbers tokens and changes in the order in which they come.
class Rank::SampleMaker {
 public:
  /// `tables` and `hash` must outlive it.
  SampleMaker(const explore::SuccessorTables& tables, MarkingHash& hash)
      : tables_(tables), hash_(hash), numbers_(tables.place_count()) {}

  PartitionSample sample;

  std::uint32_t NumberOf(PlaceId place, explore::Token token) {
    std::vector<std::uint32_t>& numbers = numbers_[place];
    if (token >= numbers.size()) numbers.resize(token + 1, kNone);
    if (numbers[token] == kNone) {
      numbers[token] = static_cast<std::uint32_t>(sample.tokens.size());
      sample.tokens.push_back(hash_.OfColour(place, tables_.place(place).ValueOf(token)));
    }
    return numbers[token];
  }
  std::uint32_t ChangeOf(BindingElementId element) {
    const auto next = static_cast<std::uint32_t>(sample.changes.size());
    const auto [at, fresh] = changes_.try_emplace(element, next);
    if (fresh) sample.changes.emplace_back();
    return at->second;
  }
  /// Null: of no step.
  std::vector<PartitionSample::Item>* ChangesBy(BindingElementId element) {
    const auto at = changes_.find(element);
    return at == changes_.end() ? nullptr : &sample.changes[at->second];
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;

  const explore::SuccessorTables& tables_;
  MarkingHash& hash_;
  std::vector<std::vector<std::uint32_t>> numbers_;  // by place and token
  std::unordered_map<BindingElementId, std::uint32_t> changes_;
};

/// Of this rank's markings, its share of those of the last two levels, which have `expanded` and
/// `fresh` markings in all. Tables may learn from it; alike ranks learn alike.
PartitionSample Rank::TakeSample(std::uint64_t expanded, std::uint64_t fresh) {
  SampleMaker maker(tables_, hash_);
  UseNewExpander();
  const NodeId newest = levels_.back();
  for (const NodeId node : SomeOf(levels_[levels_.size() - 2], newest, expanded, kSampled)) {
    SampleMarking(store_->At(node), 0, maker);
    while (expander_->ExpandExclusive(node) == explore::Expansion::kStaleLayout) ChangeLayout();
    SampleSteps(maker);
    expander_->ForgetBuffered();
  }
  for (const NodeId node : SomeOf(newest, store_->size(), fresh, kSampled)) {
    SampleMarking(store_->At(node), 1, maker);
  }
  SampleWalks(SomeOf(newest, store_->size(), fresh, kWalks), maker);
  expander_->Reset();
  SampleChanges(maker);
  ForgetIfTooMuch();
  return std::move(maker.sample);
}

/// What has been buffered are the steps of the last marking.
void Rank::SampleSteps(SampleMaker& maker) {
  const auto marking = static_cast<std::uint32_t>(maker.sample.markings.size() - 1);
  for (std::size_t i = 0; i < expander_->buffered(); ++i) {
    maker.sample.steps.push_back({marking, maker.ChangeOf(expander_->BufferedElement(i))});
  }
}

void Rank::SampleMarking(const char* stored, std::uint32_t level, SampleMaker& maker) {
  std::vector<PartitionSample::Item> items;
  for (PlaceId place = 0; place < tables_.place_count(); ++place) {
    const explore::Field field = tables_.layout().Read(stored, place);
    if (field == 0) continue;  // empty in every mode
    const explore::PlaceTable& table = tables_.place(place);
    if (table.mode() == explore::PlaceTable::Mode::kLists) {
      for (const explore::TokenCount& entry : table.ListOf(field)) {
        items.push_back({maker.NumberOf(place, entry.token), entry.count});
      }
      continue;
    }
    for (std::uint64_t rest = table.MaskOf(field); rest != 0; rest &= rest - 1) {
      items.push_back({maker.NumberOf(place, std::countr_zero(rest)), 1});
    }
  }
  maker.sample.markings.push_back(std::move(items));
  maker.sample.levels.push_back(level);
}

/// From these nodes, one step of each after the other. Where all walks are is in work_, so that a
/// new layout is theirs, too.
void Rank::SampleWalks(const std::vector<NodeId>& starts, SampleMaker& maker) {
  work_.clear();
  for (const NodeId node : starts) {
    work_.insert(work_.end(), store_->At(node), store_->At(node) + tables_.layout().bytes());
  }
  std::vector<bool> is_over(starts.size());
  for (std::uint32_t step = 0; step < kWalked; ++step) {
    for (std::size_t walk = 0; walk < starts.size(); ++walk) {
      if (!is_over[walk]) is_over[walk] = !WalkOn(walk, 1 + step, maker);
    }
  }
  work_.clear();
}

/// False: the walk is at its end.
bool Rank::WalkOn(std::size_t walk, std::uint32_t level, SampleMaker& maker) {
  const auto stored = [&] { return work_.data() + walk * tables_.layout().bytes(); };
  SampleMarking(stored(), level, maker);
  try {
    while (expander_->ExpandRecord(stored()) == explore::Expansion::kStaleLayout) ChangeLayout();
  } catch (const ModelError&) {  // is reported when the exploration gets there
    if (tables_.LayoutIsStale()) ChangeLayout();
    return false;
  }
  SampleSteps(maker);
  const std::size_t steps = expander_->buffered();
  if (steps > 0) {
    const std::size_t chosen = MixHash(maker.sample.markings.size() + kSalt) % steps;
    tables_.layout().Store<0>(expander_->BufferedRecord(chosen), stored());
  }
  expander_->ForgetBuffered();
  return steps > 0;
}

/// What the steps change.
void Rank::SampleChanges(SampleMaker& maker) {
  const explore::BindingTable& bindings = tables_.bindings();
  for (explore::BindingIndex i = 0; i < bindings.size(); ++i) {
    auto* const items = maker.ChangesBy(bindings[i].element);
    if (items == nullptr) continue;
    items->clear();  // should the tables have it twice
    for (const explore::BindingTable::Effect& effect : bindings.EffectsOf(bindings[i])) {
      const explore::PlaceTable& place = tables_.place(effect.place);
      for (const explore::TokenChange& c : place.delta(effect.delta).changes) {
        items->push_back({maker.NumberOf(effect.place, c.token), c.change});
      }
    }
  }
}

}  // namespace cpn::distributed
