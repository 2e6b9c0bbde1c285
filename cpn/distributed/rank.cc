#include "cpn/distributed/rank.h"

#include <algorithm>
#include <new>
#include <utility>

#include "cpn/explore/for_words.h"
#include "cpn/explore/limits.h"

namespace cpn::distributed {
namespace {

using explore::EndFor;
using explore::Expander;
using explore::MarkingStore;

constexpr std::size_t kPrefetchAhead = 12;  // records whose first cache miss is under way
constexpr std::chrono::milliseconds kProgressEvery{100};

bool IsLess(const ModelError& a, const ModelError& b) {
  return std::string_view(a.what()) < std::string_view(b.what());
}

}  // namespace

Rank::Rank(Engine* engine, Transport* transport, const RankOptions& options)
    : engine_(engine),
      transport_(transport),
      self_(transport->rank()),
      store_bytes_(explore::PhysicalMemory()),
      options_(options),
      tables_(engine, options.exploration.tuning),
      store_(std::make_unique<MarkingStore>(store_bytes_, options.exploration.budget)),
      expander_(std::make_unique<Expander>(&tables_, store_.get(), 0, false,
                                           options.exploration.tuning.batch)),
      hash_(&tables_),
      owner_hash_(std::make_unique<MarkingHash>(&tables_, transport->ranks())),
      batches_sent_(transport->ranks(), 0),
      batches_received_(transport->ranks(), 0),
      announced_(transport->ranks()),
      origin_owner_(self_),
      last_progress_(Clock::now()),
      last_checkpoint_(last_progress_) {}

Rank::~Rank() = default;

std::vector<char> Rank::Control(Kind kind, std::uint64_t number) {
  ByteWriter out;
  out.Number(static_cast<std::uint64_t>(kind));
  out.Number(number);
  return out.Take();
}

void Rank::Start() {
  const std::vector<std::uint64_t> record = tables_.InitialRecord();
  store_->ChangeLayout(tables_.layout(), [](const auto*, auto*) {});
  store_->Insert<0>(record.data(), store_->Hash<0>(record.data()));
  expander_->UseLayout();
  RequireSameNet();
  if (options_.alike_until == 0) BeginSharing();
}

/// Ranks that run different nets would wait for each other for ever, or count nonsense.
void Rank::RequireSameNet() {
  std::uint64_t print = HashOf(0);
  for (const Place& place : engine_->net().places()) print = HashText(print, place.name);
  for (const Transition& t : engine_->net().transitions()) print = HashText(print, t.name);
  std::uint64_t sums[] = {print, MixHash(print)};
  transport_->Sum(sums);
  const std::uint64_t ranks = transport_->ranks();
  if (sums[0] == print * ranks && sums[1] == MixHash(print) * ranks) return;
  throw ModelError({}, "not all ranks run the same model with the same parameters");
}

StateCount Rank::TogetherExplore(const VisitLevel& visit_level) {
  StateCount count;
  count.states = 1;
  Start();
  if (!options_.resume_folder.empty()) AgreeOn([&] { Resume(count); });
  for (std::size_t level = 0;; ++level) {
    const bool is_expanded = level + 1 < levels_.size();  // before the checkpoint
    if (!is_expanded) levels_.push_back(store_->size());
    const NodeId first = levels_[level];
    const NodeId last = levels_[level + 1];
    if (visit_level && !visit_level(first, last)) {
      count.end = ExplorationEnd::kStopped;
      break;
    }
    if (is_expanded) continue;
    states_before_ = count.states;
    arcs_before_ = count.arcs;
    ExpandLevel(first, last);
    FinishLevel();
    const LevelResult result = SumLevel(last);
    if (end_ == ExplorationEnd::kComplete && result.failed > 0) FailTogether();
    if (end_ != ExplorationEnd::kComplete) {
      store_->Truncate(last);
      count.end = end_;
      break;
    }
    level_size_ = result.fresh;
    count.arcs += result.arcs;
    count.dead_markings += result.dead;
    count.states = result.states;
    if (result.fresh == 0) break;
    ++count.depth;
    if (!shared_ && store_->size() >= options_.alike_until) {
      BeginSharing();
    } else {
      TogetherRepartition(result);
    }
    WriteCheckpointIfDue(count);
  }
  is_complete_ = count.end == ExplorationEnd::kComplete;
  if (options_.exploration.budget != nullptr && IsLimit(count.end)) {
    options_.exploration.budget->AllowReport();
  }
  if (IsLimit(count.end)) count.growth = TogetherFindGrowth();
  return count;
}

void Rank::ExpandLevel(NodeId first, NodeId last) {
  stop_ = false;
  accepts_stop_ = true;
  // What was sent lately is not sent again: shared, it pays from the start.
  const bool pays = IsShared() || store_->size() >= options_.exploration.tuning.recent_from;
  if (pays && store_->size() > 0 && !expander_->uses_recent_records()) {
    expander_->UseRecentRecords();
  }
  expand_until_ = last;
  expanding_ = first;
  const auto expand = [this] {
    for (; expanding_ < expand_until_ && !stop_; ++expanding_) Expand(expanding_);
  };
  while (expanding_ < expand_until_ && !stop_) expanding_ += Try(expand) ? 0 : 1;
  expand_until_ = expanding_;  // there is nothing to give any more
}

/// What fails is noted, for the end of the level; false: something has.
bool Rank::Try(const std::function<void()>& work) {
  try {
    work();
    return true;
  } catch (const ModelError& error) {
    if (tables_.LayoutIsStale()) ChangeLayout();
    NoteFailure(error);
  } catch (const explore::OutOfRoom&) {
    Stop(ExplorationEnd::kMaxMemory);
  } catch (const std::bad_alloc&) {
    Stop(ExplorationEnd::kMaxMemory);
  } catch (const base::StopError& stop) {
    Stop(EndFor(stop.reason()));
  }
  return false;
}

void Rank::Expand(NodeId node) {
  while (expander_->ExpandExclusive(node) == explore::Expansion::kStaleLayout) ChangeLayout();
  NoteOrigin(node);
  AfterExpanding();
}

void Rank::AfterExpanding() {
  if (expander_->MustFlush()) {
    Flush();
    LookAround();
  }
  ForgetIfTooMuch();
}

/// Of the records buffered since the last call. By weights, it is enough that this rank owns it.
void Rank::NoteOrigin(NodeId node) {
  if (!IsShared() || owner_hash_->is_by_weight()) return;
  origins_.resize(expander_->buffered(), HashOf(*owner_hash_, node));
}

void Rank::ForgetIfTooMuch() {
  // Of what waits to be sent; hash_ notes what it needs when a run is looked for.
  owner_hash_->NoteBindings();
  tables_.ForgetIfTooMuch();
  if (tables_.bindings().size() > 0) return;
  owner_hash_->ForgetBindings();
  hash_.ForgetBindings();
}

void Rank::NoteFailure(const ModelError& error) {
  if (!failure_ || IsLess(error, *failure_)) failure_ = error;
}

void Rank::ChangeLayout() {
  Flush();
  for (unsigned rank = 0; rank < encoders_.size(); ++rank) SendTo(rank);
  tables_.ChangeLayout(*store_, work_);
  expander_->UseLayout();
  for (const auto& encoder : encoders_) {
    if (encoder) encoder->UseLayout();
  }
}

void Rank::MakeRoom(std::size_t more) {
  if (!store_->HasRoomFor(more)) store_->Grow(more);
}

void Rank::Flush() {
  if (stop_) {  // the level will be dropped
    ForgetBuffered();
    return;
  }
  if (walk_) {
    owner_hash_->NoteBindings();
    FlushWalk();
    ForgetBuffered();
    return;
  }
  MakeRoom(expander_->buffered());
  if (!IsShared()) {
    expander_->FlushAlone();
    return;
  }
  owner_hash_->NoteBindings();
  explore::ForWords(tables_.layout().words(), [this]<std::size_t Words> { FlushAs<Words>(); });
  ForgetBuffered();
}

void Rank::ForgetBuffered() {
  expander_->ForgetBuffered();
  origins_.clear();
  if (walk_) walk_->buffered.clear();
}

template <std::size_t Words>
void Rank::FlushAs() {
  SortBuffered();
  for (std::size_t i = 0; i < own_.size(); ++i) {
    if (i + kPrefetchAhead < own_.size()) {
      const std::size_t ahead = own_[i + kPrefetchAhead];
      store_->PrefetchRecord(store_->part(0), expander_->BufferedHash(ahead));
    }
    store_->InsertUndivided<Words>(expander_->BufferedRecord(own_[i]),
                                   expander_->BufferedHash(own_[i]));
  }
  for (const auto& [i, owner] : of_others_) {
    encoders_[owner]->Add(expander_->BufferedRecord(i));
    if (encoders_[owner]->size() >= options_.batch_bytes) SendTo(owner);
  }
}

/// Without a branch on the owner, which nobody can predict; and no memory is fetched for what
/// belongs to others.
void Rank::SortBuffered() {
  const std::size_t buffered = expander_->buffered();
  own_.resize(buffered);
  of_others_.resize(buffered);
  std::size_t own = 0;
  std::size_t of_others = 0;
  for (std::uint32_t i = 0; i < buffered; ++i) {
    const unsigned owner = OwnerOfSuccessor(i);
    own_[own] = i;
    of_others_[of_others] = {i, owner};
    own += owner == self_ ? 1 : 0;
    of_others += owner == self_ ? 0 : 1;
  }
  own_.resize(own);
  of_others_.resize(of_others);
}

/// The hash of a buffered record; `hash` has noted what its binding changes, and origins_ has the
/// same hash of what it is from.
std::uint64_t Rank::SuccessorHash(MarkingHash& hash, std::size_t i) {
  const BindingElementId element = expander_->BufferedElement(i);
  return hash.IsConstant(element) ? origins_[i] + hash.ChangeBy(element)
                                  : hash.OfRecord(expander_->BufferedRecord(i));
}

unsigned Rank::OwnerOfSuccessor(std::size_t i) {
  const BindingElementId element = expander_->BufferedElement(i);
  if (owner_hash_->is_by_weight() && owner_hash_->IsConstant(element)) {
    return owner_hash_->OwnerAfter(origin_owner_, element);
  }
  return owner_hash_->OwnerOf(SuccessorHash(*owner_hash_, i));
}

void Rank::SendTo(unsigned rank) {
  if (!encoders_[rank] || encoders_[rank]->records() == 0) return;
  records_sent_ += encoders_[rank]->records();
  ByteWriter out;
  out.Number(static_cast<std::uint64_t>(Kind::kBatch));
  encoders_[rank]->Take(out);
  AppendWhatGoesAlong(rank, out);
  ++batches_sent_[rank];
  transport_->Send(rank, out.Take());
}

void Rank::Stop(ExplorationEnd end) {
  if (end_ == ExplorationEnd::kComplete) end_ = end;
  if (!stop_ && IsShared() && accepts_stop_) {
    for (unsigned rank = 0; rank < transport_->ranks(); ++rank) {
      if (rank != transport_->rank()) transport_->Send(rank, Control(Kind::kStop, 0));
    }
  }
  stop_ = true;
}

void Rank::LookAround() {
  const ExplorationOptions& options = options_.exploration;
  if (IsShared()) {
    while (const std::optional<Message> message = transport_->Poll()) Receive(*message);
  }
  if (store_->size() > options.max_states) Stop(ExplorationEnd::kMaxStates);
  if (options.budget != nullptr && options.budget->stopped())
    Stop(EndFor(options.budget->reason()));
  if (!options.progress || transport_->rank() != 0 || walk_) return;
  const Clock::time_point now = Clock::now();
  if (now - last_progress_ < kProgressEvery) return;
  last_progress_ = now;
  const std::uint64_t parts = shared_ ? transport_->ranks() : 1;
  options.progress({store_->size() * parts, arcs_before_ + expander_->arc_count() * parts,
                    (store_->size() - expanding_) * parts, levels_.size() - 2,
                    options.budget != nullptr ? options.budget->resident_bytes() : 0});
}

void Rank::Receive(const Message& message) {
  ByteReader in(message.bytes);
  switch (static_cast<Kind>(in.Number())) {
    case Kind::kBatch:
      ++batches_received_[message.from];
      if (stop_) return;
      if (move_) return ReceiveMoved(message.from, in);
      return walk_ ? ReceiveArcs(message.from, in) : ReceiveBatch(*decoders_[message.from], in);
    case Kind::kEndOfLevel:
      announced_[message.from] = in.Number();
      return;
    case Kind::kStop:
      stop_ = true;
      return;
    case Kind::kFree:
      return GiveWork(message.from);
    case Kind::kWork:
      is_answered_ = true;
      return TakeWork(message.from, in);
    case Kind::kNoWork:
      is_answered_ = true;
      return;
  }
  throw BadBytes();
}

void Rank::ReceiveBatch(Decoder& decoder, ByteReader& in) {
  try {
    const std::span<const std::uint64_t> records = decoder.Read(in);
    explore::ForWords(tables_.layout().words(),
                      [&]<std::size_t Words> { InsertReceived<Words>(records); });
  } catch (const explore::OutOfRoom&) {
    Stop(ExplorationEnd::kMaxMemory);
  } catch (const std::bad_alloc&) {
    Stop(ExplorationEnd::kMaxMemory);
  }
}

template <std::size_t Words>
void Rank::InsertReceived(std::span<const std::uint64_t> records) {
  const std::size_t words = Words != 0 ? Words : tables_.layout().words();
  const std::size_t count = records.size() / words;
  MakeRoom(count);
  // First the slots of all, then their records: two cache misses each, which overlap.
  std::vector<std::uint64_t> hashes(count);
  for (std::size_t i = 0; i < count; ++i) {
    hashes[i] = store_->Hash<Words>(records.data() + i * words);
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (i + 2 * kPrefetchAhead < count)
      store_->part(0).PrefetchSlot(hashes[i + 2 * kPrefetchAhead]);
    if (i + kPrefetchAhead < count)
      store_->PrefetchRecord(store_->part(0), hashes[i + kPrefetchAhead]);
    store_->InsertUndivided<Words>(records.data() + i * words, hashes[i]);
  }
}

void Rank::FinishLevel() {
  try {
    Flush();
  } catch (const explore::OutOfRoom&) {
    Stop(ExplorationEnd::kMaxMemory);
    Flush();
  }
  if (!IsShared()) return;
  if (walk_ == nullptr && move_ == nullptr) HelpOthers();
  const auto done = [&](unsigned rank) {
    return rank == transport_->rank() ||
           (announced_[rank] && batches_received_[rank] == *announced_[rank]);
  };
  for (unsigned rank = 0; rank < transport_->ranks(); ++rank) {
    if (rank == transport_->rank()) continue;
    SendTo(rank);
    transport_->Send(rank, Control(Kind::kEndOfLevel, batches_sent_[rank]));
  }
  accepts_stop_ = false;  // they have been told that nothing follows
  for (unsigned rank = 0; rank < transport_->ranks(); ++rank) {
    while (!done(rank)) Receive(transport_->Wait());
  }
  std::ranges::fill(batches_sent_, 0);
  std::ranges::fill(batches_received_, 0);
  std::ranges::fill(announced_, std::nullopt);
}

/// The same on all ranks, and so large that the sum of their squares stays below 2^64.
double Rank::UnitOfSquares() const {
  return static_cast<double>(std::max<std::uint64_t>(1, states_before_ >> 24));
}

Rank::LevelResult Rank::SumLevel(NodeId last) {
  if (!IsShared() && store_->size() > options_.exploration.max_states) {
    Stop(ExplorationEnd::kMaxStates);
  }
  // What all ranks did alike counts once; a stop of any is a stop of all.
  const bool counts = shared_ || transport_->rank() == 0;
  const auto is = [&](ExplorationEnd end) { return std::uint64_t{end_ == end}; };
  const double share = static_cast<double>(store_->size() - last) / UnitOfSquares();
  const auto squares = static_cast<std::uint64_t>(share * share);
  std::uint64_t sums[] = {counts ? store_->size() : 0,
                          counts ? store_->size() - last : 0,
                          counts ? squares : 0,
                          counts ? expander_->arc_count() : 0,
                          counts ? expander_->dead_count() : 0,
                          failure_ ? 1u : 0u,
                          is(ExplorationEnd::kInterrupted),
                          is(ExplorationEnd::kMaxSeconds),
                          is(ExplorationEnd::kMaxMemory),
                          is(ExplorationEnd::kMaxStates)};
  expander_->Reset();
  transport_->Sum(sums);
  LevelResult result{sums[0], sums[1], sums[2], sums[3], sums[4],
                     sums[5], sums[6], sums[7], sums[8], sums[9]};
  if (result.states > options_.exploration.max_states) ++result.too_many;
  end_ = ExplorationEnd::kComplete;
  if (result.out_of_time > 0) end_ = ExplorationEnd::kMaxSeconds;
  if (result.out_of_memory > 0) end_ = ExplorationEnd::kMaxMemory;
  if (result.too_many > 0) end_ = ExplorationEnd::kMaxStates;
  if (result.interrupted > 0) end_ = ExplorationEnd::kInterrupted;
  return result;
}

/// Of all failures the one with the least message, on all ranks.
void Rank::FailTogether() {
  ByteWriter mine;
  if (failure_) {
    mine.Text(failure_->where().file);
    mine.Number(static_cast<std::uint64_t>(failure_->where().line));
    mine.Number(static_cast<std::uint64_t>(failure_->where().column));
    mine.Text(failure_->message());
  }
  for (const std::vector<char>& bytes : transport_->AllGather(mine.Take())) {
    if (bytes.empty()) continue;
    ByteReader in(bytes);
    SourceLocation where;
    where.file = in.Text();
    where.line = static_cast<int>(in.Number());
    where.column = static_cast<int>(in.Number());
    const ModelError error(where, std::string(in.Text()));
    NoteFailure(error);
  }
  throw ModelError(*failure_);
}

/// From here on every rank keeps its own markings only.
void Rank::BeginSharing() {
  shared_ = true;
  if (transport_->ranks() == 1) return;
  if (options_.alike_until > 0) ChoosePartition();
  KeepOwn();
  MakeCoders(true);
}

/// For all other ranks; `all_is_known`: they number all that is known the same.
void Rank::MakeCoders(bool all_is_known) {
  encoders_.clear();
  decoders_.clear();
  for (unsigned rank = 0; rank < transport_->ranks(); ++rank) {
    encoders_.push_back(nullptr);
    decoders_.push_back(nullptr);
    if (rank == transport_->rank()) continue;
    encoders_.back() = std::make_unique<Encoder>(&tables_);
    decoders_.back() = std::make_unique<Decoder>(&tables_, [this] { ChangeLayout(); });
    if (!all_is_known) continue;
    encoders_.back()->AssumeAllKnown();
    decoders_.back()->AssumeSameNumbers();
  }
}

void Rank::UseNewExpander() {
  expander_ = std::make_unique<Expander>(&tables_, store_.get(), 0, false,
                                         options_.exploration.tuning.batch);
  expander_->UseLayout();
}

void Rank::KeepOwn() {
  auto own = std::make_unique<MarkingStore>(store_bytes_, options_.exploration.budget);
  own->ChangeLayout(tables_.layout(), [](const auto*, auto*) {});
  std::vector<std::uint64_t> record(tables_.layout().words());
  std::vector<NodeId> levels;
  std::size_t level = 0;
  for (NodeId node = 0; node < store_->size(); ++node) {
    while (level < levels_.size() && levels_[level] == node) {
      levels.push_back(own->size());
      ++level;
    }
    tables_.layout().Load<0>(store_->At(node), record.data());
    if (owner_hash_->OwnerOf(owner_hash_->OfRecord(record.data())) != transport_->rank()) continue;
    if (!own->HasRoomFor(1)) own->Grow(1);
    own->Insert<0>(record.data(), own->Hash<0>(record.data()));
  }
  levels_ = std::move(levels);
  store_ = std::move(own);
  UseNewExpander();
}

Marking Rank::MarkingOf(NodeId node) {
  Marking marking;
  for (PlaceId p = 0; p < tables_.place_count(); ++p) marking.push_back(MarkingOf(node, p));
  return marking;
}

MultiSet Rank::MarkingOf(NodeId node, PlaceId place) {
  return tables_.Decode(place, store_->layout().Read(store_->At(node), place));
}

std::uint64_t Rank::HashOf(NodeId node) { return HashOf(hash_, node); }

std::uint64_t Rank::HashOf(MarkingHash& hash, NodeId node) {
  std::uint64_t few[8];
  std::vector<std::uint64_t> many;
  std::uint64_t* record = few;
  if (tables_.layout().words() > std::size(few)) {
    many.resize(tables_.layout().words());
    record = many.data();
  }
  tables_.layout().Load<0>(store_->At(node), record);
  return hash.OfRecord(record);
}

RankStatistics Rank::statistics() const {
  RankStatistics statistics;
  statistics.states = store_->size();
  statistics.sent = records_sent_;
  statistics.given = given_;
  statistics.moves = moves_;
  statistics.messages = transport_->traffic().messages;
  statistics.bytes = transport_->traffic().bytes;
  statistics.store_bytes = store_->record_bytes() + store_->index_bytes();
  statistics.table_bytes = tables_.statistics().table_bytes;
  return statistics;
}

}  // namespace cpn::distributed
