// One rank of an exploration by several, each with an engine, tables and a store of its own. A
// marking belongs to the rank that the structural hash of some of its tokens says
// (partition.h); successors that belong to others go over to them in batches.
//
// How it works: the first levels, while there are few markings, are explored by every rank alike,
// so that all number colours and place markings the same; then each keeps the markings that it
// owns. From there on levels are explored together. When a rank has expanded its part of a level,
// it tells each other rank how many batches it has sent it; a rank is done with the level when it
// has received as many from each, since receiving makes nothing to send; and the level is over when
// all are done (Mattern, "Algorithms for distributed termination detection", 1987, the vector
// method, of which levels need one round).
//
// Parts of a level are not quite equal, and neither are processors. So before a rank says so, it
// asks each other one for markings that are still to be expanded; who has many gives it half of
// them. It expands them as its own, and what they lead to goes to its owners; then it asks again.
//
// Invariants:
//  1. The markings of a level, their arcs, the dead ones among them, and what Count() returns do
//     not depend on the number of ranks.
//  2. When a limit or a failure of the model ends the exploration, it ends on all ranks, with the
//     same whole levels.
// Thread safety: each rank is used by one thread; all members that are called Together...() are
// collective, as Transport::Sum().
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "cpn/distributed/arc_visitor.h"
#include "cpn/distributed/decoder.h"
#include "cpn/distributed/encoder.h"
#include "cpn/distributed/marking_hash.h"
#include "cpn/distributed/move.h"
#include "cpn/distributed/transport.h"
#include "cpn/distributed/walk.h"
#include "cpn/explore/expander.h"
#include "cpn/explore/exploration.h"
#include "cpn/explore/find_growth.h"
#include "cpn/explore/marking_store.h"
#include "cpn/explore/successor_tables.h"
#include "cpn/partition/partition.h"
#include "cpn/partition/partition_sample.h"

namespace cpn::distributed {

struct RankOptions {
  /// Limits, budget, progress and tuning. `max_seconds`, `workers` and `visit_level` do not count.
  /// max_states is of all ranks together.
  ExplorationOptions exploration;
  /// Every rank explores alike until there are so many markings; 0: ranks share from the start,
  /// and all tokens say who owns a marking.
  NodeId alike_until = 16'384;
  /// From so many markings on, who owns which is chosen anew when levels have become uneven.
  std::uint64_t choose_again_from = 65'536;
  std::size_t batch_bytes = std::size_t{1} << 16;
  /// Of a level with so many markings for each rank, those without work ask others for some; who is
  /// asked gives at least `least_given` at a time, and none when it has not twice as many.
  std::uint64_t help_from = 2'048;
  NodeId least_given = 64;
  /// Folder for checkpoints (checkpoint.h), the same for all ranks; empty: none. One is written
  /// between two levels when the last one, or the start, was `checkpoint_seconds` ago.
  std::string checkpoint_folder;
  double checkpoint_seconds = 600;
  /// Folder with the checkpoint to go on from; empty: from the initial marking.
  std::string resume_folder;
  /// What must be the same when a run goes on: the model's text, its parameters.
  std::string identity;
};

/// What a rank's part is, and what it cost to share.
struct RankStatistics {
  std::uint64_t states = 0;       ///< owned
  std::uint64_t sent = 0;         ///< records sent to their owners
  std::uint64_t given = 0;        ///< markings that others expanded for it
  std::uint64_t moves = 0;        ///< how often markings went to other owners
  std::uint64_t messages = 0;     ///< of any kind
  std::uint64_t bytes = 0;        ///< of these
  std::uint64_t store_bytes = 0;  ///< records and index
  std::uint64_t table_bytes = 0;  ///< tokens, place markings, tries, memos, bindings
};

class Rank {
 public:
  /// All arguments must outlive it. Engines of all ranks run the same net.
  Rank(Engine* engine, Transport* transport, const RankOptions& options);
  ~Rank();

  /// Called on each rank when a level is known, before it is expanded, for its own markings of the
  /// level, [first, last). False on every rank ends the exploration with this level as the last; it
  /// must say the same on all.
  using VisitLevel = std::function<bool(NodeId first, NodeId last)>;

  /// Explores; returns what all ranks found together, the same on each, without statistics. Throws,
  /// on all ranks, ModelError when the model fails (of several failures in the level that comes
  /// first with one, that whose message is the least), CheckpointError, and RankLost.
  StateCount TogetherExplore(const VisitLevel& visit_level = nullptr);

  /// Requires that the exploration is between two levels, or over. The run from the initial marking
  /// to one of the markings of `level` that ranks name, each by the hashes of own ones; of the
  /// shortest runs, the first in the order of Engine::Enabled(), step by step. The same on each
  /// rank. Levels before are expanded again, to find where they lead; needs 8 bytes on each rank
  /// for each marking that leads there.
  std::vector<BindingElementId> TogetherFindRun(std::size_t level,
                                                const std::vector<std::uint64_t>& own_hashes);

  /// Requires that a limit has ended the exploration. The places that still grew, as
  /// explore::FindGrowth() finds them, the same on each rank.
  Growth TogetherFindGrowth(std::uint64_t most_fields = explore::kMostFieldsForGrowth);

  /// Requires that the exploration is over. From here on each rank has its own markings only, also
  /// when they were so few that all ranks have explored them alike.
  void TogetherShare();
  /// Requires that the exploration is over; does TogetherShare(). Goes along all arcs once more,
  /// breadth first from the initial marking, with a visitor on each rank; what no arc leads to that
  /// is followed is not visited. Throws, on all ranks, ModelError when the visitor does (the one
  /// whose message is the least), and StopError.
  void TogetherWalk(ArcVisitor& visitor);

  /// A marking of this rank.
  Marking MarkingOf(NodeId node);
  MultiSet MarkingOf(NodeId node, PlaceId place);
  std::uint64_t HashOf(NodeId node);
  /// Is the initial marking, which is then number 0, one of the own ones?
  bool owns_initial() const { return levels_.size() > 1 && levels_[1] > levels_[0]; }
  /// Of a finished exploration, how many own markings have been expanded: the first ones.
  NodeId expanded() const { return is_complete_ ? store_->size() : levels_[levels_.size() - 2]; }
  /// First own marking of each level, then the number of own markings.
  const std::vector<NodeId>& levels() const { return levels_; }
  /// Are markings shared out, or has it explored all of them as every rank has?
  bool is_shared() const { return shared_; }
  RankStatistics statistics() const;
  Engine& engine() const { return *engine_; }
  Transport& transport() const { return *transport_; }

 private:
  class SampleMaker;

  /// What a level came to, summed over the ranks.
  struct LevelResult {
    std::uint64_t states = 0;  // of all levels, the new one among them
    std::uint64_t fresh = 0;   // in the new level
    std::uint64_t uneven = 0;  // squares of each rank's share of these, in UnitOfSquares()
    std::uint64_t arcs = 0;
    std::uint64_t dead = 0;
    std::uint64_t failed = 0;  // ranks on which the model failed
    std::uint64_t interrupted = 0, out_of_time = 0, out_of_memory = 0, too_many = 0;  // ranks
  };

  using Hashes = std::unordered_set<std::uint64_t>;

  /// What a message is; its first byte.
  enum class Kind : std::uint8_t {
    kBatch,       // records for their owner
    kEndOfLevel,  // how many of these the sender has sent; it sends no more
    kStop,
    kFree,  // the sender has nothing to expand; the answer is one of:
    kWork,  // records to expand
    kNoWork,
  };
  /// A message of a number only.
  static std::vector<char> Control(Kind kind, std::uint64_t number);

  void Start();
  void Resume(StateCount& count);
  void WriteCheckpointIfDue(const StateCount& count);
  void WriteCheckpoint(const std::string& path, const StateCount& count);
  void AgreeOn(const std::function<void()>& work);
  Hashes TogetherUnite(const std::vector<std::uint64_t>& own);
  std::vector<std::uint64_t> LeadingTo(const Hashes& wanted, NodeId first, NodeId last);
  void RequireSameNet();
  void ExpandLevel(NodeId first, NodeId last);
  bool Try(const std::function<void()>& work);
  void Expand(NodeId node);
  void AfterExpanding();
  void ChangeLayout();
  void MakeRoom(std::size_t more);
  void Flush();
  template <std::size_t Words>
  void FlushAs();
  void SortBuffered();
  void SendTo(unsigned rank);
  void Stop(ExplorationEnd end);
  void LookAround();
  void Receive(const Message& message);
  void ReceiveBatch(Decoder& decoder, ByteReader& in);
  template <std::size_t Words>
  void InsertReceived(std::span<const std::uint64_t> records);
  void FinishLevel();
  void HelpOthers();
  bool AskForWork(unsigned rank);
  void ExpandFor(unsigned rank);
  void ExpandForOther(std::size_t number);
  void GiveWork(unsigned rank);
  void TakeWork(unsigned from, ByteReader& in);
  LevelResult SumLevel(NodeId last);
  [[noreturn]] void FailTogether();
  void NoteFailure(const ModelError& error);
  void KeepOwn();
  void BeginSharing();
  void MakeCoders(bool all_is_known);
  void UseNewExpander();
  void ForgetIfTooMuch();
  void NoteOrigin(NodeId node);
  std::uint64_t SuccessorHash(MarkingHash& hash, std::size_t buffered);
  unsigned OwnerOfSuccessor(std::size_t buffered);
  std::uint64_t HashOf(MarkingHash& hash, NodeId node);
  void UsePartition(partition::Partition partition);
  void ChoosePartition();
  void TogetherRepartition(const LevelResult& level);
  void TogetherChooseAgain(std::uint64_t expanded, std::uint64_t fresh);
  partition::PartitionSample TrySample(std::uint64_t expanded, std::uint64_t fresh);
  partition::PartitionSample TakeSample(std::uint64_t expanded, std::uint64_t fresh);
  void SampleMarking(const char* stored, std::uint32_t level, SampleMaker& maker);
  void SampleSteps(SampleMaker& maker);
  void SampleWalks(const std::vector<NodeId>& starts, SampleMaker& maker);
  bool WalkOn(std::size_t walk, std::uint32_t level, SampleMaker& maker);
  void SampleChanges(SampleMaker& maker);
  std::vector<unsigned> Owners(MarkingHash& hash);
  bool TogetherHaveRoomToMove(const std::vector<unsigned>& owners);
  void MoveToOwners(const std::vector<unsigned>& owners);
  void SendMoving(const std::vector<unsigned>& owners, std::vector<NodeId>& kept,
                  std::vector<NodeId>& counts);
  void ReceiveMoved(unsigned from, ByteReader& in);
  void SortByLevel();
  std::vector<char> LookForGrowth(std::vector<explore::PlaceCount>& counts, NodeId first,
                                  NodeId last);
  double UnitOfSquares() const;
  void WalkFrom(const std::vector<NodeId>& level);
  void WalkFrom(NodeId node);
  void ForgetBuffered();
  void FlushWalk();
  void AppendWhatGoesAlong(unsigned rank, ByteWriter& out);
  NodeId NumberOf(const std::uint64_t* record, std::uint64_t hash);
  void ReceiveArcs(unsigned from, ByteReader& in);
  bool AgreeToWalkOn();
  bool IsShared() const { return shared_ && transport_->ranks() > 1; }

  using Clock = std::chrono::steady_clock;

  Engine* engine_;
  Transport* transport_;
  unsigned self_;            // this rank
  std::size_t store_bytes_;  // most that records can take
  const RankOptions options_;
  explore::SuccessorTables tables_;
  std::unique_ptr<explore::MarkingStore> store_;
  std::unique_ptr<explore::Expander> expander_;
  MarkingHash hash_;                                // what a marking is known by
  std::unique_ptr<MarkingHash> owner_hash_;         // says who owns it
  bool shared_ = false;                             // each rank keeps only what it owns
  std::vector<std::unique_ptr<Encoder>> encoders_;  // by rank, null for this one
  std::vector<std::unique_ptr<Decoder>> decoders_;
  // By hashes: that of what each buffered record is from.
  std::vector<std::uint64_t> origins_;
  // Of what is buffered: what is this rank's own, and what belongs to others, with its owner.
  std::vector<std::uint32_t> own_;
  std::vector<std::pair<std::uint32_t, unsigned>> of_others_;
  std::vector<NodeId> levels_{0};
  bool is_complete_ = false;       // the exploration
  std::unique_ptr<Walk> walk_;     // null: it explores
  std::unique_ptr<Move> move_;     // markings are on their way to other owners
  std::uint64_t next_choice_ = 0;  // of owners: when there are so many states
  // Of the level under way:
  std::vector<std::uint64_t> batches_sent_;      // by rank
  std::vector<std::uint64_t> batches_received_;  // by rank
  std::vector<std::optional<std::uint64_t>> announced_;
  std::optional<ModelError> failure_;  // the least
  ExplorationEnd end_ = ExplorationEnd::kComplete;
  bool stop_ = false;          // the level will be dropped
  bool accepts_stop_ = false;  // others may still be told so

  std::uint64_t states_before_ = 0;  // of all ranks, when the level began
  std::uint64_t arcs_before_ = 0;
  std::uint64_t level_size_ = 0;  // of the level under way, on all ranks
  NodeId expanding_ = 0;
  NodeId expand_until_ = 0;
  // Of another rank, to be expanded here: records as they lie in a store, one after the other.
  std::vector<char> work_;
  bool is_answered_ = false;  // the rank that was asked for work has given some, or has none
  unsigned origin_owner_;     // of what the buffered records are from
  std::uint64_t given_ = 0;
  std::uint64_t records_sent_ = 0;
  std::uint64_t moves_ = 0;
  Clock::time_point last_progress_;
  Clock::time_point last_checkpoint_;
};

}  // namespace cpn::distributed
