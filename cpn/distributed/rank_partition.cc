// How ranks choose which tokens say who owns a marking, and how markings go to other owners when
// they choose again.
#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <new>
#include <utility>

#include "base/budget.h"
#include "base/process_memory.h"
#include "cpn/distributed/rank.h"
#include "cpn/distributed/sample_bytes.h"
#include "cpn/partition/partition_choice.h"
#include "cpn/partition/partition_cost.h"

namespace cpn::distributed {
namespace {

using partition::BetterPartition;
using partition::PartitionSample;

/// Who owns what is chosen anew when the largest part of a level is so much larger than its share.
constexpr double kUneven = 0.25;
/// A level with less than this part of all markings is small.
constexpr std::uint64_t kSmall = 128;
/// Bytes that markings on their way take beside themselves: batches and what they are made of.
constexpr std::uint64_t kMoving = std::uint64_t{1} << 20;
/// What a step to another rank costs more than one that stays, as a share of that one: measured on
/// the nets of bench/mpi_ranks.
constexpr double kCrossing = 1.3;

}  // namespace

void Rank::UsePartition(partition::Partition partition) {
  owner_hash_ = std::make_unique<MarkingHash>(&tables_, transport_->ranks(), std::move(partition));
}

/// Requires that all ranks have explored alike, and then does the same on all.
void Rank::ChoosePartition() {
  const NodeId expanded = levels_.back() - levels_[levels_.size() - 2];
  const PartitionSample sample = TrySample(expanded, store_->size() - levels_.back());
  auto better = BetterPartition(sample, transport_->ranks(), owner_hash_->partition(), kCrossing);
  if (better) UsePartition(std::move(*better));
}

/// Between two levels: when parts have become uneven, markings go to other owners.
void Rank::TogetherRepartition(const LevelResult& level) {
  if (!IsShared()) return;
  if (level.states < std::max(next_choice_, options_.choose_again_from)) return;
  const double ranks = transport_->ranks();
  const auto fresh = static_cast<double>(level.fresh);
  const double share = fresh / UnitOfSquares();
  const double variance = ranks * static_cast<double>(level.uneven) / (share * share) - 1;
  const double spread = partition::SpreadOfLargest(transport_->ranks());
  if (spread * std::sqrt(std::max(0.0, variance)) < kUneven) return;
  std::uint64_t expanded[] = {levels_.back() - levels_[levels_.size() - 2]};
  transport_->Sum(expanded);
  // Where levels shrink, less is to come than has been, and moving that takes longer than it saves;
  // and of small levels nobody knows whether they will grow, nor by chance how uneven they are.
  if (level.fresh < std::max(expanded[0], level.states / kSmall)) return;
  next_choice_ = 2 * level.states;
  TogetherChooseAgain(expanded[0], level.fresh);
  base::GiveBackFreeMemory();  // of what this took for a moment
}

/// A rank that cannot take any says so to all when the next level is summed up.
PartitionSample Rank::TrySample(std::uint64_t expanded, std::uint64_t fresh) {
  PartitionSample own;
  Try([&] { own = TakeSample(expanded, fresh); });
  ForgetBuffered();
  work_.clear();  // walks that were under way are no work for others
  return own;
}

/// Of the last two levels, so many markings have been expanded, and are fresh, on all ranks.
void Rank::TogetherChooseAgain(std::uint64_t expanded, std::uint64_t fresh) {
  ByteWriter mine;
  WriteSample(TrySample(expanded, fresh), mine);
  PartitionSample sample;
  for (const std::vector<char>& bytes : transport_->AllGather(mine.Take())) {
    ByteReader in(bytes);
    Join(sample, ReadSample(in));
  }
  auto better = BetterPartition(sample, transport_->ranks(), owner_hash_->partition(), kCrossing);
  if (!better) return;
  auto next = std::make_unique<MarkingHash>(&tables_, transport_->ranks(), std::move(*better));
  std::vector<unsigned> owners;
  try {
    owners = Owners(*next);
  } catch (const std::bad_alloc&) {
    owners.clear();
  }
  if (!TogetherHaveRoomToMove(owners)) return;
  owner_hash_ = std::move(next);
  ++moves_;
  MoveToOwners(owners);
}

/// By own marking.
std::vector<unsigned> Rank::Owners(MarkingHash& hash) {
  std::vector<unsigned> owners(store_->size());
  std::vector<std::uint64_t> record(tables_.layout().words());
  const std::vector<PlaceId> places = hash.CountingPlaces();
  for (NodeId node = 0; node < store_->size(); ++node) {
    tables_.layout().Load<0>(store_->At(node), record.data());
    const std::uint64_t sum = hash.OfRecord(record.data(), places);
    owners[node] = hash.OwnerOf(sum);
  }
  return owners;
}

/// For a moment each rank has the markings of its new part twice, when they are put in order, and
/// those that come may wait for it to look at them. There is no room where not even their owners
/// could be noted.
bool Rank::TogetherHaveRoomToMove(const std::vector<unsigned>& owners) {
  std::vector<std::uint64_t> sizes(transport_->ranks());  // of the new parts
  for (const unsigned owner : owners) ++sizes[owner];
  const std::uint64_t kept = sizes[self_];
  transport_->Sum(sizes);
  const std::uint64_t size = sizes[self_];
  const std::uint64_t bytes = tables_.layout().bytes();
  const std::uint64_t slots = std::bit_ceil(2 * size);  // at most: some slots stay empty
  const std::uint64_t more = 2 * (size - kept) * bytes + size * (bytes + sizeof(NodeId)) +
                             2 * sizeof(std::uint32_t) * slots + kMoving;
  const base::Budget* const budget = options_.exploration.budget;
  std::uint64_t without_room[] = {budget != nullptr && !budget->HasRoomFor(more) ? 1u : 0u};
  if (owners.size() < store_->size()) without_room[0] = 1;
  transport_->Sum(without_room);
  return without_room[0] == 0;
}

/// Each level keeps its markings, on whichever ranks they are afterwards.
void Rank::MoveToOwners(const std::vector<unsigned>& owners) {
  move_ = std::make_unique<Move>();
  move_->going.resize(transport_->ranks());
  std::vector<NodeId> kept, counts;
  SendMoving(owners, kept, counts);
  stop_ = false;
  try {
    store_->Keep(kept);
    for (std::size_t level = 0; level < counts.size(); ++level) {
      Move::Add(move_->arrived, level, counts[level]);
    }
  } catch (const explore::OutOfRoom&) {
    Stop(ExplorationEnd::kMaxMemory);
  }
  FinishLevel();
  try {
    if (!stop_) SortByLevel();
  } catch (const explore::OutOfRoom&) {
    Stop(ExplorationEnd::kMaxMemory);
  }
  move_ = nullptr;
  std::uint64_t failed[] = {end_ == ExplorationEnd::kMaxMemory ? 1u : 0u};
  transport_->Sum(failed);
  if (failed[0] > 0) throw base::StopError(base::StopReason::kMaxMemory);
  UseNewExpander();
}

/// Sends what belongs to others now; `kept` are the numbers of the rest, and `counts` how many of
/// them each level has.
void Rank::SendMoving(const std::vector<unsigned>& owners, std::vector<NodeId>& kept,
                      std::vector<NodeId>& counts) {
  const std::size_t newest = levels_.size() - 1;
  std::vector<std::uint64_t> record(tables_.layout().words());
  for (std::size_t level = 0; level <= newest; ++level) {
    const NodeId last = level == newest ? store_->size() : levels_[level + 1];
    const std::size_t before = kept.size();
    for (NodeId node = levels_[level]; node < last; ++node) {
      const unsigned owner = owners[node];
      if (owner == self_) {
        kept.push_back(node);
        continue;
      }
      tables_.layout().Load<0>(store_->At(node), record.data());
      encoders_[owner]->Add(record.data());
      Move::Add(move_->going[owner], level, 1);
      if (encoders_[owner]->size() >= options_.batch_bytes) SendTo(owner);
    }
    counts.push_back(static_cast<NodeId>(kept.size() - before));
  }
}

void Rank::ReceiveMoved(unsigned from, ByteReader& in) {
  ReceiveBatch(*decoders_[from], in);
  if (stop_) return;
  for (std::uint64_t left = in.Number(); left > 0; --left) {
    const std::uint64_t level = in.Number();
    Move::Add(move_->arrived, level, in.Number());
  }
}

/// Markings have arrived in any order; afterwards those of a level are beside each other.
void Rank::SortByLevel() {
  std::vector<NodeId> starts(levels_.size() + 1, 0);
  for (const auto& [level, count] : move_->arrived) {
    if (level >= levels_.size()) throw BadBytes();
    starts[level + 1] += static_cast<NodeId>(count);
  }
  for (std::size_t level = 1; level < starts.size(); ++level) starts[level] += starts[level - 1];
  if (starts.back() != store_->size()) throw BadBytes();
  levels_.assign(starts.begin(), starts.end() - 1);
  std::vector<NodeId> order(store_->size());
  NodeId number = 0;
  for (const auto& [level, count] : move_->arrived) {
    for (std::uint64_t left = count; left > 0; --left) order[starts[level]++] = number++;
  }
  store_->Reorder(order);
}

}  // namespace cpn::distributed
