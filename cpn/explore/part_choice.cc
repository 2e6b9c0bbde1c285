#include "cpn/explore/part_choice.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>

#include "cpn/partition/partition_choice.h"

namespace cpn::explore {
namespace {

using partition::CountedToken;
using partition::Partition;
using partition::PartitionSample;

/// Markings of a sample, of the newest level, and as many of the one before.
constexpr NodeId kSampled = 512;
/// What a record costs that goes to another worker more than one that stays, as a share of that
/// one: an estimate, from profiles of the nets of bench/against_spin.
constexpr double kCrossing = 0.6;

using Record = std::vector<std::uint64_t>;

/// A bit of a column is a token of the sample, with this name.
std::uint64_t NameOf(std::size_t column, std::uint32_t bit) {
  return (std::uint64_t{column} << 32) | bit;
}

class Sampling {
 public:
  Sampling(const SuccessorTables& tables, const MarkingStore& store)
      : store_(store), layout_(store.layout()) {
    for (PlaceId place = 0; place < tables.place_count(); ++place) {
      const PlaceTable::Mode mode = tables.place(place).mode();
      if (mode == PlaceTable::Mode::kRaw) columns_.push_back(place);
    }
  }

  PartitionSample sample;

  /// Nodes [first, last), some of them, as one level of the sample; `visit` is told which.
  template <typename Visit>
  void AddLevel(std::uint32_t level, NodeId first, NodeId last, const Visit& visit) {
    const NodeId step = std::max<NodeId>(1, (last - first) / kSampled);
    Record record(layout_.words());
    for (NodeId node = first; node < last; node += step) {
      layout_.Load<0>(store_.At(node), record.data());
      const auto marking = static_cast<std::uint32_t>(sample.markings.size());
      AppendItems(record.data(), 1, sample.markings.emplace_back());
      sample.levels.push_back(level);
      visit(node, marking, record);
    }
  }

  /// That marking has this successor.
  void AddStep(std::uint32_t marking, const Record& from, const std::uint64_t* to) {
    Record gone(from.size()), come(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
      gone[i] = from[i] & ~to[i];
      come[i] = to[i] & ~from[i];
    }
    const auto [at, fresh] =
        changes_.try_emplace({gone, come}, static_cast<std::uint32_t>(sample.changes.size()));
    if (fresh) {
      auto& items = sample.changes.emplace_back();
      AppendItems(gone.data(), -1, items);
      AppendItems(come.data(), 1, items);
    }
    sample.steps.push_back({marking, at->second});
  }

 private:
  void AppendItems(const std::uint64_t* record, std::int64_t count,
                   std::vector<PartitionSample::Item>& items) {
    for (const std::size_t column : columns_) {
      for (Field rest = layout_[column].Get(record); rest != 0; rest &= rest - 1) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(rest));
        items.push_back({TokenOf(NameOf(column, bit)), count});
      }
    }
  }

  std::uint32_t TokenOf(std::uint64_t name) {
    const auto [at, fresh] =
        tokens_.try_emplace(name, static_cast<std::uint32_t>(sample.tokens.size()));
    if (fresh) sample.tokens.push_back(name);
    return at->second;
  }

  const MarkingStore& store_;
  const RecordLayout& layout_;
  std::vector<std::size_t> columns_;  // whose bits are tokens
  std::unordered_map<std::uint64_t, std::uint32_t> tokens_;
  std::map<std::pair<Record, Record>, std::uint32_t> changes_;
};

Partition ToPartition(const std::vector<OwnerBit>& bits) {
  Partition partition;
  for (const OwnerBit& bit : bits) partition.push_back({NameOf(bit.column, bit.bit), bit.weight});
  std::ranges::sort(partition, {}, &CountedToken::token);
  return partition;
}

std::vector<OwnerBit> ToBits(const Partition& partition) {
  std::vector<OwnerBit> bits;
  for (const auto& [token, weight] : partition) {
    bits.push_back({static_cast<std::uint32_t>(token >> 32), static_cast<std::uint32_t>(token),
                    static_cast<std::uint32_t>(weight)});
  }
  return bits;
}

}  // namespace

std::optional<std::vector<OwnerBit>> BetterOwnerBits(const SuccessorTables& tables,
                                                     const MarkingStore& store,
                                                     std::span<const NodeId> levels,
                                                     Expander& sampler) {
  Sampling sampling(tables, store);
  const std::span<const NodeId> last = levels.last(3);
  sampling.AddLevel(1, last[1], last[2], [](NodeId, std::uint32_t, const Record&) {});
  bool is_stale = false;
  sampling.AddLevel(0, last[0], last[1],
                    [&](NodeId node, std::uint32_t marking, const Record& from) {
                      // Nothing fires any more once the layout is stale.
                      if (is_stale) return;
                      is_stale = sampler.ExpandExclusive(node) != Expansion::kDone;
                      if (is_stale) return;
                      for (std::size_t i = 0; i < sampler.buffered(); ++i) {
                        sampling.AddStep(marking, from, sampler.BufferedRecord(i));
                      }
                      sampler.ForgetBuffered();
                    });
  const auto better = partition::BetterPartition(sampling.sample, store.parts(),
                                                 ToPartition(store.ownership().bits()), kCrossing);
  if (!better) return std::nullopt;
  return ToBits(*better);
}

}  // namespace cpn::explore
