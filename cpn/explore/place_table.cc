#include "cpn/explore/place_table.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>
#include <stdexcept>

#include "cpn/values/hash.h"

namespace cpn::explore {
namespace {

constexpr MultiSet kNotDecoded{0xffffffff};
constexpr std::size_t kCacheEntries = 1u << 14;

/// A sum over the items, so that no item waits for the one before it.
std::uint64_t HashList(std::span<const TokenCount> list) {
  std::uint64_t sum = 0;
  for (const TokenCount& item : list) {
    std::uint64_t x = ((std::uint64_t{item.token} << 32) | item.count) * 0x9e3779b97f4a7c15ull;
    x ^= x >> 32;
    sum += x * 0xd6e8feb86659fd93ull;
  }
  return MixHash(sum);
}

/// One change per token, those of 0 left out. Requires that equal tokens are side by side.
void Normalise(std::vector<TokenChange>& changes) {
  std::size_t size = 0;
  for (const TokenChange& next : changes) {
    if (size > 0 && changes[size - 1].token == next.token) {
      changes[size - 1].change += next.change;
    } else {
      changes[size++] = next;
    }
  }
  changes.resize(size);
  std::erase_if(changes, [](const TokenChange& c) { return c.change == 0; });
}

}  // namespace

DeltaCache::Entry& DeltaCache::At(std::uint64_t key) {
  if (entries_.empty()) entries_.resize(kCacheEntries);
  return entries_[MixHash(key) & (kCacheEntries - 1)];
}

PlaceTable::PlaceTable(std::uint32_t index, bool constant, MultiSetStore* multisets,
                       const PlaceTuning& tuning)
    : index_(index), multisets_(multisets), tuning_(tuning) {
  if (constant) LeaveRaw();
}

Token PlaceTable::Find(Value value) const {
  return token_index_.Find(MixHash(value.id), [&](Token t) { return values_[t] == value; });
}

Token PlaceTable::Intern(Value value) {
  Token token = Find(value);
  if (token != kUnknown) return token;
  token = static_cast<Token>(values_.size());
  values_.push_back(value);
  token_index_.Insert(MixHash(value.id), token);
  if (mode_ == Mode::kRaw && values_.size() > tuning_.raw_tokens) must_leave_raw_ = true;
  if (mode_ == Mode::kSliced && values_.size() > tuning_.sliced_tokens) must_leave_raw_ = true;
  if (mode_ == Mode::kMasks && values_.size() > tuning_.mask_tokens) ToLists();
  return token;
}

std::uint32_t PlaceTable::Width() const {
  if (mode_ == Mode::kRaw) return static_cast<std::uint32_t>(values_.size());
  return static_cast<std::uint32_t>(std::bit_width(Markings() - 1));
}

bool PlaceTable::CanBeSliced() const {
  if (mode_ != Mode::kLists || was_sliced_ || values_.size() > tuning_.sliced_tokens) return false;
  return std::ranges::all_of(deltas_, &Delta::is_of_ones) &&
         std::ranges::all_of(items_, [](const TokenCount& item) { return item.count == 1; });
}

void PlaceTable::BeSliced() {
  assert(CanBeSliced());
  mode_ = Mode::kSliced;
  was_sliced_ = true;
  use_dense_ = false;
  dense_ = {};
  decoded_ = {};
  marking_index_.Clear();
}

void PlaceTable::DropLists() {
  assert(mode_ == Mode::kSliced);
  items_ = {};
  offsets_ = {};
}

void PlaceTable::Slice(MarkingId id, std::span<Field> slices) const {
  std::ranges::fill(slices, Field{0});
  for (const TokenCount& item : ListOf(id)) {
    slices[item.token / tuning_.slice_tokens] |= Field{1} << item.token % tuning_.slice_tokens;
  }
}

std::vector<TokenCount> PlaceTable::ListOfSlices(std::span<const Field> slices) const {
  std::vector<TokenCount> list;
  for (std::size_t slice = 0; slice < slices.size(); ++slice) {
    const auto first = static_cast<Token>(slice * tuning_.slice_tokens);
    for (Field rest = slices[slice]; rest != 0; rest &= rest - 1) {
      list.push_back({first + static_cast<Token>(std::countr_zero(rest)), 1});
    }
  }
  return list;
}

MarkingId PlaceTable::Renumber(std::span<const Field> slices) {
  return InternList(ListOfSlices(slices));
}

void PlaceTable::LeaveRaw() {
  assert(mode_ == Mode::kRaw || mode_ == Mode::kSliced);
  must_leave_raw_ = false;
  if (mode_ == Mode::kSliced) {
    mode_ = Mode::kLists;
    offsets_.assign(1, 0);
    InternList({});
    return;
  }
  mode_ = Mode::kMasks;
  InternMask(0);
  decoded_masks_ = {};
  decoded_index_.Clear();
  const auto fits = [](const Delta& delta) { return delta.fits_mask; };
  if (values_.size() > tuning_.mask_tokens || !std::ranges::all_of(deltas_, fits)) ToLists();
}

MarkingId PlaceTable::FindMask(std::uint64_t mask) const {
  return marking_index_.Find(MixHash(mask), [&](MarkingId id) { return masks_[id] == mask; });
}

MarkingId PlaceTable::InternMask(std::uint64_t mask) {
  if (mode_ == Mode::kLists) {  // what was a mask when LeaveRaw() began
    std::vector<TokenCount> list;
    for (std::uint64_t rest = mask; rest != 0; rest &= rest - 1) {
      list.push_back({static_cast<Token>(std::countr_zero(rest)), 1});
    }
    return InternList(list);
  }
  MarkingId id = FindMask(mask);
  if (id != kUnknown) return id;
  if (marking_index_.size() == 0) {
    id = 0;  // masks_ has the empty marking from the start
  } else {
    id = static_cast<MarkingId>(masks_.size());
    masks_.push_back(mask);
  }
  marking_index_.Insert(MixHash(mask), id);
  return id;
}

MarkingId PlaceTable::FindList(std::span<const TokenCount> list, std::uint64_t hash) const {
  const auto is_it = [&](MarkingId id) { return std::ranges::equal(ListOf(id), list); };
  return marking_index_.Find(hash, is_it);
}

MarkingId PlaceTable::AddList(std::span<const TokenCount> list, std::uint64_t hash) {
  const auto id = static_cast<MarkingId>(Markings());
  items_.insert(items_.end(), list.begin(), list.end());
  offsets_.push_back(items_.size());
  marking_index_.Insert(hash, id);
  return id;
}

MarkingId PlaceTable::InternList(std::span<const TokenCount> list) {
  const std::uint64_t hash = HashList(list);
  const MarkingId id = FindList(list, hash);
  return id != kUnknown ? id : AddList(list, hash);
}

void PlaceTable::ToLists() {
  assert(mode_ == Mode::kMasks);
  mode_ = Mode::kLists;
  offsets_.assign(1, 0);
  items_.clear();
  marking_index_.Clear();
  std::vector<TokenCount> list;
  for (const std::uint64_t mask : masks_) {
    list.clear();
    for (std::uint64_t rest = mask; rest != 0; rest &= rest - 1) {
      list.push_back({static_cast<Token>(std::countr_zero(rest)), 1});
    }
    InternList(list);  // in order, so that ids stay
  }
  masks_ = {};
}

Field PlaceTable::Encode(MultiSet marking) {
  std::vector<TokenCount> list;
  for (const MultiSetEntry& entry : multisets_->Entries(marking)) {
    list.push_back({Intern(entry.value), entry.count});
  }
  std::ranges::sort(list, {}, &TokenCount::token);
  const auto is_one = [](const TokenCount& item) { return item.count == 1; };
  const bool is_mask = std::ranges::all_of(list, is_one) && values_.size() <= tuning_.mask_tokens;
  if (mode_ == Mode::kRaw && (!is_mask || must_leave_raw_)) LeaveRaw();
  if (mode_ == Mode::kMasks && !is_mask) ToLists();
  if (mode_ == Mode::kLists) return InternList(list);
  std::uint64_t mask = 0;
  for (const TokenCount& item : list) mask |= std::uint64_t{1} << item.token;
  return mode_ == Mode::kRaw ? mask : InternMask(mask);
}

MultiSet PlaceTable::DecodeSlices(std::span<const Field> slices) {
  std::vector<MultiSetEntry> entries;
  for (const TokenCount& item : ListOfSlices(slices)) entries.push_back({values_[item.token], 1});
  return multisets_->Intern(entries);
}

MultiSet PlaceTable::Decode(Field field) {
  const auto decode = [&] {
    std::vector<MultiSetEntry> entries;
    if (mode_ == Mode::kLists) {
      for (const TokenCount& item : ListOf(field)) {
        entries.push_back({values_[item.token], item.count});
      }
    } else {
      for (std::uint64_t rest = MaskOf(field); rest != 0; rest &= rest - 1) {
        entries.push_back({values_[static_cast<Token>(std::countr_zero(rest))], 1});
      }
    }
    return multisets_->Intern(entries);
  };
  if (mode_ != Mode::kRaw) {
    if (field >= decoded_.size()) decoded_.resize(Markings(), kNotDecoded);
    if (decoded_[field] == kNotDecoded) decoded_[field] = decode();
    return decoded_[field];
  }
  const std::uint64_t hash = MixHash(field);
  const std::uint32_t known =
      decoded_index_.Find(hash, [&](std::uint32_t i) { return decoded_masks_[i].first == field; });
  if (known != IdTable::kNone) return decoded_masks_[known].second;
  decoded_index_.Insert(hash, static_cast<std::uint32_t>(decoded_masks_.size()));
  decoded_masks_.emplace_back(field, decode());
  return decoded_masks_.back().second;
}

void PlaceTable::AddDelta(Delta& delta, MultiSet part, std::int64_t sign) {
  for (const MultiSetEntry& entry : multisets_->Entries(part)) {
    delta.changes.push_back({Intern(entry.value), sign * std::int64_t{entry.count}});
  }
}

DeltaId PlaceTable::InternDelta(const Change& change) {
  const std::uint64_t hash =
      CombineHash(change.reset ? 1 : 0, (std::uint64_t{change.removed.id} << 32) | change.added.id);
  DeltaId id = delta_index_.Find(hash, [&](DeltaId i) { return changes_[i] == change; });
  if (id != IdTable::kNone) return id;
  Delta delta;
  delta.reset = change.reset;
  if (!change.reset) AddDelta(delta, change.removed, -1);
  AddDelta(delta, change.added, 1);
  std::ranges::sort(delta.changes, {}, &TokenChange::token);
  Normalise(delta.changes);
  if (delta.reset) delta.remove = ~std::uint64_t{0};
  for (const TokenChange& c : delta.changes) {
    delta.is_of_ones &= c.change == 1 || c.change == -1;
    delta.fits_mask &= delta.is_of_ones && c.token < 64;
    if (c.token < 64) (c.change > 0 ? delta.add : delta.remove) |= std::uint64_t{1} << c.token;
  }
  if (!delta.fits_mask && mode_ == Mode::kRaw) must_leave_raw_ = true;
  if (!delta.is_of_ones && mode_ == Mode::kSliced) must_leave_raw_ = true;
  if (!delta.fits_mask && mode_ == Mode::kMasks) ToLists();
  id = static_cast<DeltaId>(deltas_.size());
  deltas_.push_back(std::move(delta));
  changes_.push_back(change);
  delta_index_.Insert(hash, id);
  return id;
}

std::uint32_t PlaceTable::Count(Field field, Token token) const {
  if (mode_ != Mode::kLists) {
    return token < 64 ? static_cast<std::uint32_t>((MaskOf(field) >> token) & 1) : 0;
  }
  const std::span<const TokenCount> list = ListOf(field);
  const auto at = std::ranges::lower_bound(list, token, {}, &TokenCount::token);
  return at != list.end() && at->token == token ? at->count : 0;
}

MarkingId PlaceTable::ApplySparse(MarkingId from, DeltaId id, DeltaCache& cache) const {
  const Delta& delta = deltas_[id];
  if (mode_ == Mode::kMasks) {  // one look-up, as cheap as the cache
    const std::uint64_t rest = masks_[from] & ~delta.remove;
    return (rest & delta.add) != 0 ? kUnknown : FindMask(rest | delta.add);
  }
  // Exact for places below 2^12, deltas below 2^20; others share keys, so they go without cache.
  const std::uint64_t key = (std::uint64_t{index_} << 52) | (std::uint64_t{id} << 32) | from;
  const bool cached = index_ < (1u << 12) && id < (1u << 20);
  if (cached && cache.At(key).key == key) return cache.At(key).to;
  ApplyToList(from, id, cache.computed);
  const MarkingId to = FindList(cache.computed.list, cache.computed.hash);
  if (cached && to != kUnknown) cache.At(key) = {key, to};
  return to;
}

void PlaceTable::ApplyToList(MarkingId from, DeltaId id, DeltaCache::Computed& computed) const {
  computed.place = nullptr;
  const Delta& delta = deltas_[id];
  std::vector<TokenCount>& out = computed.list;
  out.clear();
  const std::span<const TokenCount> list =
      delta.reset ? std::span<const TokenCount>() : ListOf(from);
  std::size_t i = 0;
  for (const TokenChange& c : delta.changes) {
    while (i < list.size() && list[i].token < c.token) out.push_back(list[i++]);
    std::int64_t count = c.change;
    if (i < list.size() && list[i].token == c.token) count += list[i++].count;
    assert(count >= 0);
    if (count > std::numeric_limits<std::uint32_t>::max()) {
      throw std::overflow_error("more than 4294967295 copies of one colour");
    }
    if (count != 0) out.push_back({c.token, static_cast<std::uint32_t>(count)});
  }
  out.insert(out.end(), list.begin() + static_cast<std::ptrdiff_t>(i), list.end());
  computed.hash = HashList(out);
  computed.place = this;
  computed.from = from;
  computed.delta = id;
}

MarkingId PlaceTable::ApplyNew(MarkingId from, DeltaId id, DeltaCache& cache) {
  MarkingId to = kUnknown;
  if (mode_ == Mode::kMasks) {
    const Delta& delta = deltas_[id];
    const std::uint64_t rest = masks_[from] & ~delta.remove;
    if ((rest & delta.add) != 0) {
      ToLists();
    } else {
      to = InternMask(rest | delta.add);
    }
  }
  if (to == kUnknown) {
    const DeltaCache::Computed& computed = cache.computed;
    if (computed.place == this && computed.from == from && computed.delta == id) {
      to = AddList(computed.list, computed.hash);  // Apply() has not found it
    } else {
      ApplyToList(from, id, cache.computed);
      to = FindList(computed.list, computed.hash);
      if (to == kUnknown) to = AddList(computed.list, computed.hash);
    }
    cache.computed.place = nullptr;  // it has an id now
  }
  RememberDense(from, id, to);
  return to;
}

void PlaceTable::RememberDense(MarkingId from, DeltaId id, MarkingId to) {
  if (!use_dense_) return;
  const auto bits = static_cast<std::uint32_t>(std::bit_width(deltas_.size() - 1));
  if ((Markings() << bits) > tuning_.dense_entries) {
    use_dense_ = false;
    dense_ = {};
    return;
  }
  if (bits > delta_bits_) {  // more deltas than columns: widen the rows
    std::vector<MarkingId> wider((dense_.size() >> delta_bits_) << bits, kUnknown);
    const std::size_t columns = std::size_t{1} << delta_bits_;
    for (std::size_t i = 0; i < dense_.size(); ++i) {
      wider[((i >> delta_bits_) << bits) | (i & (columns - 1))] = dense_[i];
    }
    dense_.swap(wider);
    delta_bits_ = bits;
  }
  const std::size_t at = (static_cast<std::size_t>(from) << delta_bits_) | id;
  if (at >= dense_.size()) {
    dense_.resize((Markings() + Markings() / 4 + 1) << delta_bits_, kUnknown);
  }
  dense_[at] = to;
}

std::size_t PlaceTable::memory_bytes() const {
  return values_.capacity() * sizeof(Value) + token_index_.memory_bytes() +
         masks_.capacity() * sizeof(std::uint64_t) + offsets_.capacity() * sizeof(std::uint64_t) +
         items_.capacity() * sizeof(TokenCount) + marking_index_.memory_bytes() +
         deltas_.capacity() * sizeof(Delta) + dense_.capacity() * sizeof(MarkingId) +
         decoded_.capacity() * sizeof(MultiSet);
}

}  // namespace cpn::explore
