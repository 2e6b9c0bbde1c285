#include "cpn/explore/orbits.h"

#include <algorithm>
#include <string_view>

#include "cpn/values/hash.h"

namespace cpn::explore {
namespace {

constexpr std::size_t kMostLearnt = 16'000'000;  // facts and images; then forgotten

std::uint64_t HashPermutation(const symmetry::Permutation& permutation) {
  return HashText(0, {reinterpret_cast<const char*>(permutation.data()), permutation.size()});
}

}  // namespace

Orbits::Orbits(const symmetry::Symmetry* symmetry, SuccessorTables* tables)
    : symmetry_(symmetry), tables_(tables) {
  const std::vector<Place>& places = symmetry->net().places();
  for (PlaceId p = 0; p < places.size(); ++p) {
    if (!symmetry->action().Moves(places[p].type)) continue;
    PlaceMemo& memo = memos_.emplace_back();
    memo.place = p;
    memo.type = places[p].type;
  }
}

std::uint64_t Orbits::HashImage(Field from, std::uint32_t permutation) {
  return CombineHash(MixHash(from), permutation);
}

const symmetry::PlaceFacts* Orbits::FindFacts(const PlaceMemo& memo, Field field) const {
  const PlaceTable::Mode mode = tables_->place(memo.place).mode();
  if ((mode == PlaceTable::Mode::kRaw) != (memo.mode == PlaceTable::Mode::kRaw)) return nullptr;
  const std::uint32_t found = memo.facts_index.Find(
      MixHash(field), [&](std::uint32_t id) { return memo.known[id] == field; });
  return found == IdTable::kNone ? nullptr : memo.facts[found].get();
}

const symmetry::PlaceFacts* Orbits::LearnFacts(PlaceMemo& memo, Field field) {
  const PlaceTable::Mode mode = tables_->place(memo.place).mode();
  if ((mode == PlaceTable::Mode::kRaw) != (memo.mode == PlaceTable::Mode::kRaw)) {
    PlaceMemo fresh;
    fresh.place = memo.place;
    fresh.type = memo.type;
    memo = std::move(fresh);
  }
  memo.mode = mode;
  if (const symmetry::PlaceFacts* known = FindFacts(memo, field)) return known;
  ++learnt_;
  memo.facts_index.Insert(MixHash(field), static_cast<std::uint32_t>(memo.known.size()));
  memo.known.push_back(field);
  memo.facts.push_back(std::make_unique<symmetry::PlaceFacts>(symmetry::MakeFacts(
      symmetry_->group(), symmetry_->action(), symmetry_->values(), symmetry_->multisets(),
      memo.place, memo.type, tables_->Decode(memo.place, field))));
  return memo.facts.back().get();
}

std::uint32_t Orbits::FindPermutation(const symmetry::Permutation& permutation) const {
  return permutation_index_.Find(HashPermutation(permutation), [&](std::uint32_t id) {
    return permutations_[id] == permutation;
  });
}

std::uint32_t Orbits::LearnPermutation(const symmetry::Permutation& permutation) {
  const std::uint32_t known = FindPermutation(permutation);
  if (known != IdTable::kNone) return known;
  const auto id = static_cast<std::uint32_t>(permutations_.size());
  permutation_index_.Insert(HashPermutation(permutation), id);
  permutations_.push_back(permutation);
  return id;
}

const Orbits::Image* Orbits::FindImage(const PlaceMemo& memo, Field from,
                                       std::uint32_t permutation) const {
  const std::uint32_t found =
      memo.image_index.Find(HashImage(from, permutation), [&](std::uint32_t id) {
        return memo.images[id].from == from && memo.images[id].permutation == permutation;
      });
  return found == IdTable::kNone ? nullptr : &memo.images[found];
}

const Orbits::Image* Orbits::LearnImage(PlaceMemo& memo, Field from, std::uint32_t permutation) {
  if (const Image* known = FindImage(memo, from, permutation)) return known;
  const MultiSet image = symmetry_->action().Apply(permutations_[permutation], memo.type,
                                                   tables_->Decode(memo.place, from));
  const std::optional<Field> to = tables_->Encode(memo.place, image);
  if (!to) return nullptr;
  ++learnt_;
  memo.image_index.Insert(HashImage(from, permutation),
                          static_cast<std::uint32_t>(memo.images.size()));
  memo.images.push_back({from, permutation, *to});
  return &memo.images.back();
}

bool Orbits::FindAllFacts(const std::uint64_t* record, Scratch& scratch) const {
  scratch.facts.clear();
  for (const PlaceMemo& memo : memos_) {
    scratch.facts.push_back(FindFacts(memo, FieldIn(record, memo.place)));
    if (scratch.facts.back() == nullptr) return false;
  }
  return true;
}

void Orbits::LearnAllFacts(const std::uint64_t* record, Scratch& scratch) {
  scratch.facts.clear();
  for (PlaceMemo& memo : memos_) {
    scratch.facts.push_back(LearnFacts(memo, FieldIn(record, memo.place)));
  }
}

void Orbits::Replace(std::uint64_t* record, const Scratch& scratch) const {
  for (std::size_t i = 0; i < memos_.size(); ++i) {
    const FieldPosition& field = tables_->layout()[memos_[i].place];
    record[field.word] &= ~(field.mask << field.shift);
    record[field.word] |= scratch.images[i] << field.shift;
  }
}

Orbits::Outcome Orbits::CanonicaliseShared(std::uint64_t* record, Scratch& scratch) const {
  if (!FindAllFacts(record, scratch)) return Outcome::kMiss;
  const std::uint32_t permutation = FindPermutation(scratch.form.Find(scratch.facts));
  if (permutation == IdTable::kNone) return Outcome::kMiss;
  scratch.images.clear();
  for (const PlaceMemo& memo : memos_) {
    const Image* image = FindImage(memo, FieldIn(record, memo.place), permutation);
    if (image == nullptr || image->to > tables_->layout()[memo.place].mask) return Outcome::kMiss;
    scratch.images.push_back(image->to);
  }
  Replace(record, scratch);
  return Outcome::kDone;
}

Orbits::Outcome Orbits::CanonicaliseExclusive(std::uint64_t* record, Scratch& scratch) {
  ForgetIfTooMuch();
  LearnAllFacts(record, scratch);
  const std::uint32_t permutation = LearnPermutation(scratch.form.Find(scratch.facts));
  scratch.images.clear();
  for (PlaceMemo& memo : memos_) {
    const Image* image = LearnImage(memo, FieldIn(record, memo.place), permutation);
    if (image == nullptr || image->to > tables_->layout()[memo.place].mask) {
      return Outcome::kStaleLayout;
    }
    scratch.images.push_back(image->to);
  }
  Replace(record, scratch);
  return Outcome::kDone;
}

std::optional<std::uint64_t> Orbits::OrbitSize(const std::uint64_t* record, Scratch& scratch) {
  ForgetIfTooMuch();
  LearnAllFacts(record, scratch);
  scratch.form.Find(scratch.facts);
  const std::optional<std::uint64_t> order = symmetry_->group().Order();
  const std::optional<std::uint64_t> fixed = scratch.form.Automorphisms();
  return order && fixed ? std::optional(*order / *fixed) : std::nullopt;
}

void Orbits::ForgetIfTooMuch() {
  if (learnt_ < kMostLearnt) return;
  learnt_ = 0;
  for (PlaceMemo& memo : memos_) {
    PlaceMemo fresh;
    fresh.place = memo.place;
    fresh.type = memo.type;
    memo = std::move(fresh);
  }
  permutations_.clear();
  permutation_index_.Clear();
}

}  // namespace cpn::explore
