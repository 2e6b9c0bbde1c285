#include "cpn/reduce/dependencies.h"

#include <algorithm>

#include "cpn/reduce/unfolder.h"

namespace cpn::reduce {
namespace {

using Kind = Touch::Kind;

/// May an occurrence of the one make `b` fail, or what it needs less?
bool MayDisable(const Touch& a, const Touch& b) {
  if (a.Removes() && b.Needs()) return true;
  return a.Adds() && b.kind == Kind::kInhibitor;
}

bool Commute(const Touch& a, const Touch& b) {
  if (a.kind == Kind::kReset || b.kind == Kind::kReset) {
    // Two that reset leave nothing, and what looks at tokens or adds some sees the difference.
    return a.kind == Kind::kReset && b.kind == Kind::kReset;
  }
  if (a.kind == Kind::kAccumulate && b.kind == Kind::kAccumulate) return true;
  return !MayDisable(a, b) && !MayDisable(b, a);
}

/// May an occurrence of `a` enable what `b` belongs to?
bool MayEnable(const Touch& a, const Touch& b) {
  if (b.kind == Kind::kInhibitor) return a.Removes();
  if (a.kind == Kind::kAccumulate && b.kind == Kind::kAccumulate) return false;
  return b.Needs() && a.Adds();
}

/// May the touch allow one element of a class and not another? An inhibitor without inscription
/// allows all or none.
bool LeavesOpen(const Touch& touch) {
  if (touch.kind == Kind::kInhibitor) return !touch.decides;
  return touch.kind != Kind::kAccumulate && !touch.shape.determined;
}

}  // namespace

Dependencies::Dependencies(Engine& engine, const ReductionOptions& options)
    : engine_(&engine), classes_(engine, options) {
  Unfold(engine, options);
  if (unfolding_ != nullptr) return;
  const std::size_t size = classes_.size();
  for (auto* sets :
       {&conflicts_, &related_, &feeds_, &consequences_, &all_remedies_, &open_remedies_}) {
    sets->assign(size, BitSet(size));
  }
  reasons_.resize(size);
  std::vector<std::vector<At>> by_place(engine.net().places().size());
  for (ClassId c = 0; c < size; ++c) {
    for (const Touch& touch : classes_.all()[c].touches)
      by_place[touch.place].push_back({c, &touch});
  }
  for (const auto& touches : by_place) {
    Relate(touches, engine.values());
    AddRemedies(touches, engine.values());
  }
  MakeLevels(engine.PriorityGroups().size());
  FollowConsequences();
  KeepVisibleOrder();
}

/// Not where classes know that insertions commute, which single elements do not; nor with a
/// symmetry, which is checked on whatever is evaluated, and an unfolding evaluates too much.
void Dependencies::Unfold(Engine& engine, const ReductionOptions& options) {
  if (options.symmetry != nullptr) return;
  for (const EventClass& one : classes_.all()) {
    for (const Touch& touch : one.touches) {
      if (touch.kind == Kind::kAccumulate) return;
    }
  }
  unfolding_ = MakeUnfolding(engine);
  if (unfolding_ == nullptr) return;
  for (ElementNumber i = 0; i < unfolding_->elements().size(); ++i) {
    const TransitionId transition = engine.Element(unfolding_->elements()[i].id).transition;
    if (std::ranges::binary_search(options.visible, transition)) visible_elements_.push_back(i);
  }
}

void Dependencies::Relate(const std::vector<At>& touches, const ValueStore& values) {
  for (std::size_t i = 0; i < touches.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      if (Overlap(touches[i].touch->shape, touches[j].touch->shape, values)) {
        RelateTwo(touches[i], touches[j]);
      }
    }
  }
}

void Dependencies::RelateTwo(const At& a, const At& b) {
  if (!Commute(*a.touch, *b.touch)) {
    conflicts_[a.owner].Add(b.owner);
    conflicts_[b.owner].Add(a.owner);
  }
  const bool ab = MayEnable(*a.touch, *b.touch);
  const bool ba = MayEnable(*b.touch, *a.touch);
  if (ab) feeds_[a.owner].Add(b.owner);
  if (ba) feeds_[b.owner].Add(a.owner);
  if (ab || ba || !Commute(*a.touch, *b.touch)) {
    related_[a.owner].Add(b.owner);
    related_[b.owner].Add(a.owner);
  }
}

void Dependencies::AddRemedies(const std::vector<At>& touches, const ValueStore& values) {
  for (const At& missing : touches) {
    const Touch& touch = *missing.touch;
    if (!touch.Needs() && touch.kind != Kind::kInhibitor) continue;
    BitSet remedies(size());
    for (const At& other : touches) {
      const bool helps =
          touch.kind == Kind::kInhibitor
              ? other.touch->Removes()
              : other.touch->kind == Kind::kAdd ||
                    (other.touch->kind == Kind::kAccumulate && touch.kind != Kind::kAccumulate);
      if (helps && Overlap(touch.shape, other.touch->shape, values)) remedies.Add(other.owner);
    }
    all_remedies_[missing.owner].Add(remedies);
    if (LeavesOpen(touch)) open_remedies_[missing.owner].Add(remedies);
    if (touch.decides) reasons_[missing.owner].push_back({&touch, std::move(remedies)});
  }
}

void Dependencies::MakeLevels(std::size_t levels) {
  up_to_level_.assign(levels, BitSet(size()));
  for (ClassId c = 0; c < size(); ++c) {
    for (std::size_t level = classes_.all()[c].level; level < levels; ++level) {
      up_to_level_[level].Add(c);
    }
  }
}

void Dependencies::FollowConsequences() {
  for (ClassId c = 0; c < size(); ++c) {
    const std::uint32_t level = classes_.all()[c].level;
    BitSet& found = consequences_[c];
    if (level == 0) continue;
    std::vector<ClassId> waiting{c};
    while (!waiting.empty()) {
      const ClassId from = waiting.back();
      waiting.pop_back();
      feeds_[from].ForEach([&](ClassId to) {
        if (classes_.all()[to].level >= level || found.Has(to)) return;
        found.Add(to);
        waiting.push_back(to);
      });
    }
  }
}

void Dependencies::KeepVisibleOrder() {
  BitSet visible(size());
  for (ClassId c = 0; c < size(); ++c) {
    if (classes_.all()[c].visible) visible.Add(c);
  }
  of_enabled_ = conflicts_;
  for (ClassId c = 0; c < size(); ++c) {
    BitSet& set = of_enabled_[c];
    set.Add(c);
    bool shows = visible.Has(c);
    consequences_[c].ForEach([&](ClassId consequence) {
      set.Add(consequence);
      set.Add(related_[consequence]);
      shows = shows || visible.Has(consequence);
    });
    if (shows) set.Add(visible);
    set.Add(open_remedies_[c]);
  }
}

}  // namespace cpn::reduce
