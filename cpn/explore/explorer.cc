#include "cpn/explore/explorer.h"

#include <algorithm>
#include <limits>
#include <new>

#include "cpn/explore/limits.h"
#include "cpn/explore/part_choice.h"

namespace cpn::explore {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kSpareRoom = 1024;  // markings that there is room for beyond what is known
constexpr std::size_t kBatchesPerOwner = 16;  // that a worker may have under way for each other
constexpr std::uint64_t kLookEvery = 64;      // batches between two looks at the clock
constexpr std::uint64_t kJudgeAgain = 8;      // times as many markings, until the layout is judged
// Parts are chosen again when one has so much more than its share of a level, and there are so many
// times as many markings: all are indexed anew for it.
constexpr double kUneven = 0.8;
constexpr std::uint64_t kChooseAgain = 4;
constexpr std::size_t kPrepared = 4;  // levels like the next for which a part that grows has room
constexpr std::chrono::milliseconds kProgressEvery{100};
// What reporting takes for each node and arc that is stored: the canonical order, components.
constexpr std::uint64_t kReportBytesPerNode = 40;
constexpr std::uint64_t kReportBytesPerArc = 12;
constexpr std::uint64_t kReportShare = 3;  // and of all, for texts that name what was found

/// Do levels shrink, and are they small by now?
bool IsNearlyOver(const std::vector<NodeId>& levels) {
  const std::span<const NodeId> last = std::span(levels).last(3);
  const NodeId fresh = last[2] - last[1];
  return fresh < last[1] - last[0] && fresh < last[2] / 8;
}

/// In the middle of a change of all records: what was found is lost.
struct RecordsAreLost : std::bad_alloc {};

ExplorationTuning TuningFor(const ExplorationOptions& options) {
  ExplorationTuning tuning = options.tuning;
  if (options.reduction.symmetry != nullptr) tuning.sliced_tokens = 0;  // orbits are of fields
  return tuning;
}

}  // namespace

Explored::Explored(Engine* engine, const ExplorationOptions& options)
    : dependencies(options.reduction.stubborn
                       ? std::make_unique<reduce::Dependencies>(*engine, options.reduction)
                       : nullptr),
      tables(engine, TuningFor(options)),
      store(PhysicalMemory(), options.budget, std::max(options.workers, 1u)),
      arcs(PhysicalMemory()) {
  if (options.reduction.symmetry != nullptr) {
    orbits = std::make_unique<Orbits>(options.reduction.symmetry, &tables);
  }
}

Explorer::Explorer(Engine* engine, const ExplorationOptions& options, bool keep_arcs)
    : options_(options),
      keep_arcs_(keep_arcs),
      explored_(std::make_shared<Explored>(engine, options)),
      exchange_(explored_->store.parts(), kBatchesPerOwner * explored_->store.parts()),
      queue_(explored_->store.parts()),
      start_(Clock::now()),
      last_progress_(start_) {
  if (options.budget != nullptr) asked_to_stop_ = options.budget->flag();
  const unsigned count = explored_->store.parts();
  for (unsigned i = 0; i < count; ++i) {
    workers_.push_back(
        std::make_unique<Worker>(i, Expander(&explored_->tables, &explored_->store, i, keep_arcs,
                                             options.tuning.batch, explored_->dependencies.get())));
    for (unsigned owner = 0; owner < count; ++owner) {
      if (owner != i) workers_.back()->expander.outbox(owner) = exchange_.Take(i);
    }
    if (explored_->orbits) workers_.back()->expander.UseOrbits(explored_->orbits.get());
  }
}

Explorer::~Explorer() {
  quit_ = true;
  round_.fetch_add(1);
  round_.notify_all();
  for (const auto& worker : workers_) {
    if (worker->thread.joinable()) worker->thread.join();
  }
}

void Explorer::Start() {
  const std::vector<std::uint64_t> record = explored_->tables.InitialRecord();
  explored_->store.ChangeLayout(explored_->tables.layout(), [](const auto*, auto*) {});
  explored_->store.Insert<0>(record.data(), explored_->store.Hash<0>(record.data()));
  for (const auto& worker : workers_) worker->expander.UseLayout();
}

void Explorer::Run(const VisitLevel& visit_level) {
  Explored& found = *explored_;
  Start();
  NodeId first = 0;
  while (first < found.store.size()) {
    const NodeId last = found.store.size();
    found.levels.push_back(last);
    try {
      if (visit_level && !visit_level(first, last)) Stop(ExplorationEnd::kStopped);
    } catch (const base::StopError& stop) {
      Stop(EndFor(stop.reason()));
    }
    if (!stop_) ExpandLevel(first, last);
    if (found.store.size() > options_.max_states) Stop(ExplorationEnd::kMaxStates);
    if (error_ && end_ != ExplorationEnd::kMaxStates) std::rethrow_exception(error_);
    if (!stop_ && !CollectLevel()) Stop(ExplorationEnd::kMaxMemory);
    if (stop_) {
      found.store.Truncate(last);
      break;
    }
    first = last;
  }
  found.end = end_;
  if (options_.budget != nullptr && IsLimit(found.end)) {
    if (found.end == ExplorationEnd::kMaxMemory) {
      options_.budget->Stop(base::StopReason::kMaxMemory);  // also where an allocation was refused
    }
    options_.budget->AllowReport();
  }
}

void Explorer::ExpandLevel(NodeId first, NodeId last) {
  next_ = first;
  last_ = last;
  JudgeLayout(last);
  if (stop_) return;
  if (!keep_arcs_ && last >= options_.tuning.recent_from) {
    for (const auto& worker : workers_) {
      if (!worker->expander.uses_recent_records()) worker->expander.UseRecentRecords();
    }
  }
  if (workers_.size() == 1 || last - first < options_.tuning.small_level) {
    Work(*workers_.front(), false);
  } else {
    queue_.Begin(first, last);
    growth_.Note(explored_->store);
    ChooseParts();
    if (!stop_) PrepareParts();
    if (stop_) return;
    RunThreads(&Explorer::WorkShared);
    next_ = last - queue_.taken();
  }
}

void Explorer::Work(Worker& worker, bool shared) {
  const NodeId chunk = options_.tuning.chunk;
  if (shared) gate_.Enter();
  try {
    while (!stop_.load(std::memory_order_relaxed)) {
      const NodeRange nodes = shared ? queue_.Take(worker.number, chunk) : TakeNext(chunk);
      if (nodes.count == 0) break;
      worker.chunks.push_back({nodes, worker.expander.arcs().size() + worker.expander.buffered(),
                               worker.expander.degrees().size()});
      ExpandNodes(worker, nodes, shared);
    }
    if (shared) {
      FlushShared(worker);
      ServeUntilAllIsDone(worker);
    } else {
      FlushAlone(worker);
    }
  } catch (const OutOfRoom&) {
    Stop(ExplorationEnd::kMaxMemory);
  } catch (const RecordsAreLost&) {
    Fail();
  } catch (const std::bad_alloc&) {
    Stop(ExplorationEnd::kMaxMemory);
  } catch (const base::StopError& stop) {
    Stop(EndFor(stop.reason()));
  } catch (...) {
    Fail();
  }
  if (shared) gate_.Leave();
}

void Explorer::Fail() {
  {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = std::current_exception();
  }
  stop_ = true;
}

NodeRange Explorer::TakeNext(NodeId most) {
  const NodeRange nodes{next_, std::min(most, last_ - next_)};
  next_ += nodes.count;
  return nodes;
}

void Explorer::ExpandNodes(Worker& worker, NodeRange nodes, bool shared) {
  for (NodeId node = nodes.first; node < nodes.first + nodes.count; ++node) {
    if (IsAskedToStop()) return StopAsAsked();
    if (!shared) {
      workers_.size() == 1 ? ExpandOrDefer(worker, node) : ExpandAlone(worker, node);
    } else {
      if (gate_.AskedToLeave()) gate_.LetOthersChange();
      if (worker.expander.ExpandShared(node) != Expansion::kDone) {
        gate_.Exclusive([&] { ExpandAlone(worker, node); });
      }
    }
    if (worker.expander.MustFlush()) {
      shared ? FlushShared(worker) : FlushAlone(worker);
      if (stop_.load(std::memory_order_relaxed)) return;
    }
  }
}

void Explorer::ExpandAlone(Worker& worker, NodeId node) {
  try {
    while (worker.expander.ExpandExclusive(node) == Expansion::kStaleLayout) ChangeLayout();
  } catch (...) {
    // What was learnt before the error is of use to others, who rely on the layout.
    if (explored_->tables.LayoutIsStale()) ChangeLayout();
    throw;
  }
  explored_->tables.ForgetIfTooMuch();
}

void Explorer::ExpandOrDefer(Worker& worker, NodeId node) {
  try {
    ExpandAlone(worker, node);
  } catch (const ModelError&) {
    if (!error_) {
      error_ = std::current_exception();
      failed_node_ = node;
    }
    if (options_.max_states == ExplorationOptions{}.max_states) throw;
  }
}

void Explorer::DeliverAll() {
  MarkingStore& store = explored_->store;
  const auto receive = [&](Worker& owner, RecordBatch& batch) {
    while (!store.ReserveOwned(owner.number, batch.count)) store.Grow(batch.count);
    Receive(owner, batch);
  };
  for (const auto& worker : workers_) {
    const std::size_t undelivered = worker->expander.undelivered();
    if (!store.HasRoomFor(undelivered)) store.Grow(undelivered);
    worker->expander.FlushAlone();
    for (const auto& owner : workers_) {
      if (owner == worker) continue;
      RecordBatch& batch = *worker->expander.outbox(owner->number);
      receive(*owner, batch);
      worker->expander.TakeNumbers(batch);
      batch.Clear();
    }
    while (RecordBatch* const batch = exchange_.Receive(worker->number)) {
      receive(*worker, *batch);
      exchange_.Return(batch);
    }
  }
}

void Explorer::ChangeLayout() {
  MarkingStore& store = explored_->store;
  DeliverAll();
  try {
    explored_->tables.ChangeLayout(store);
  } catch (const std::bad_alloc&) {
    throw RecordsAreLost();
  } catch (const OutOfRoom&) {
    throw RecordsAreLost();
  }
  for (const auto& worker : workers_) worker->expander.UseLayout();
}

void Explorer::JudgeLayout(NodeId markings) {
  if (markings < std::max<std::uint64_t>(judged_from_, options_.tuning.recent_from)) return;
  judged_from_ = kJudgeAgain * std::uint64_t{markings};
  try {
    explored_->tables.JudgeRawPlaces(explored_->store);
    if (explored_->tables.LayoutIsStale()) ChangeLayout();
  } catch (const RecordsAreLost&) {
    Fail();
  } catch (const std::bad_alloc&) {
    Stop(ExplorationEnd::kMaxMemory);
  }
}

void Explorer::ChooseParts() {
  Explored& found = *explored_;
  if (last_ < std::max<std::uint64_t>(choose_from_, options_.tuning.divided_from)) return;
  if (found.levels.size() < 3 || (choose_from_ != 0 && growth_.Uneven() < kUneven)) return;
  if (IsNearlyOver(found.levels)) return;
  choose_from_ = kChooseAgain * last_;
  try {
    Expander sampler(&found.tables, &found.store, 0, false, options_.tuning.batch,
                     found.dependencies.get());
    if (found.orbits) sampler.UseOrbits(found.orbits.get());
    sampler.UseLayout();
    auto bits = BetterOwnerBits(found.tables, found.store, found.levels, sampler);
    if (found.tables.LayoutIsStale()) ChangeLayout();
    if (!bits) return;
    found.store.Divide(std::move(*bits));
    growth_.ExpectEven();
  } catch (const base::StopError& stop) {
    Stop(EndFor(stop.reason()));
  } catch (const RecordsAreLost&) {
    Fail();
  } catch (const OutOfRoom&) {
    Stop(ExplorationEnd::kMaxMemory);
  } catch (const std::bad_alloc&) {
    Stop(ExplorationEnd::kMaxMemory);
  }
}

void Explorer::PrepareParts() {
  const MarkingStore& store = explored_->store;
  // What is ahead of time must not be what a limit on memory ends.
  const bool has_room =
      options_.budget == nullptr || options_.budget->HasRoomFor(kPrepared * store.index_bytes());
  const auto is_prepared = [&](const auto& worker) {
    const unsigned part = worker->number;
    return has_room ? store.IsPrepared(part, growth_.Expected(part), growth_.ExpectedOfAll())
                    : store.IsPrepared(part, 0, 0);
  };
  if (std::ranges::all_of(workers_, is_prepared)) return;
  RunThreads(&Explorer::PreparePart);
  growth_.NoteSizes(store);
}

void Explorer::PreparePart(Worker& worker) {
  // Those that would grow some levels later grow at the same time.
  const std::size_t more = kPrepared * growth_.Expected(worker.number);
  MarkingStore& store = explored_->store;
  try {
    store.PreparePart(worker.number, more, kPrepared * growth_.ExpectedOfAll());
  } catch (const OutOfRoom&) {
    // It was ahead of time; what the level needs will be asked for when it does.
    if (!store.IsPrepared(worker.number, 0, 0)) Stop(ExplorationEnd::kMaxMemory);
  }
}

void Explorer::FlushAlone(Worker& worker) {
  MarkingStore& store = explored_->store;
  const std::size_t undelivered = worker.expander.undelivered();
  if (!store.HasRoomFor(undelivered)) store.Grow(undelivered);
  worker.expander.FlushAlone();
  AfterFlush(worker);
}

void Explorer::FlushShared(Worker& worker) {
  HandOver(worker);
  EmptyOutboxes(worker, options_.tuning.handed_over);
  Serve(worker);
  AfterFlush(worker);
}

void Explorer::EmptyOutboxes(Worker& worker, std::size_t at_least) {
  for (unsigned owner = 0; owner < workers_.size(); ++owner) {
    if (owner == worker.number) continue;
    const std::size_t waiting = worker.expander.outbox(owner)->count;
    if (waiting > 0 && waiting >= at_least) SendOut(worker, owner);
  }
}

void Explorer::HandOver(Worker& worker) {
  while (worker.expander.waiting() > 0) {
    // Whoever waits for room may find that another worker has delivered all meanwhile.
    if (!Reserve(worker, worker.expander.waiting())) continue;
    queue_.Note(worker.number, worker.number, worker.expander.HandOver());
  }
}

void Explorer::Receive(Worker& worker, RecordBatch& batch) {
  // By bits, what leads from a record mostly belongs to its owner, by hash to nobody.
  const unsigned next = explored_->store.ownership().is_by_bits() ? worker.number : batch.from;
  queue_.Note(worker.number, next, worker.expander.Receive(batch));
}

void Explorer::AfterFlush(const Worker& worker) {
  if (explored_->store.size() > options_.max_states) Stop(ExplorationEnd::kMaxStates);
  if (&worker == workers_.front().get()) LookAtLimits();
}

bool Explorer::Reserve(const Worker& worker, std::size_t more) {
  MarkingStore& store = explored_->store;
  if (store.ReserveOwned(worker.number, more)) return true;
  gate_.Exclusive([&] { store.Grow(more * workers_.size() + kSpareRoom); });
  return false;
}

void Explorer::SendOut(Worker& worker, unsigned owner) {
  RecordBatch* next = exchange_.Take(worker.number);
  while (next == nullptr) {
    if (stop_.load(std::memory_order_relaxed)) return;
    Serve(worker);
    if (gate_.AskedToLeave()) gate_.LetOthersChange();
    next = exchange_.Take(worker.number);
    if (next == nullptr) std::this_thread::yield();
  }
  exchange_.Send(worker.expander.outbox(owner), owner);
  worker.expander.outbox(owner) = next;
}

void Explorer::Serve(Worker& worker) {
  while (RecordBatch* const batch = exchange_.Next(worker.number)) {
    if (!Reserve(worker, batch->count)) continue;
    exchange_.Receive(worker.number);
    Receive(worker, *batch);
    exchange_.Return(batch);
  }
  while (RecordBatch* const batch = exchange_.Returned(worker.number)) {
    worker.expander.TakeNumbers(*batch);
    exchange_.PutBack(batch);
  }
}

void Explorer::ServeUntilAllIsDone(Worker& worker) {
  EmptyOutboxes(worker, 1);
  expanded_.fetch_add(1);
  while (!stop_.load(std::memory_order_relaxed)) {
    // Looked at first: what was handed over before the last one said so is served after it.
    const bool all = expanded_.load() == workers_.size();
    Serve(worker);
    if (all && exchange_.UnderWay(worker.number) == 0) return;
    if (gate_.AskedToLeave()) gate_.LetOthersChange();
    std::this_thread::yield();
  }
}

void Explorer::Stop(ExplorationEnd end) {
  ExplorationEnd none = ExplorationEnd::kComplete;
  end_.compare_exchange_strong(none, end);
  stop_ = true;
}

void Explorer::StopAsAsked() { Stop(EndFor(options_.budget->reason())); }

std::uint64_t Explorer::ReportBytes() const {
  if (!keep_arcs_) return 0;
  return kReportBytesPerNode * explored_->store.size() +
         kReportBytesPerArc * explored_->arcs.size() + MemoryBytes() / kReportShare;
}

void Explorer::LookAtLimits() {
  if (IsAskedToStop()) return StopAsAsked();
  if (options_.budget != nullptr && !options_.budget->HasRoomFor(ReportBytes())) {
    options_.budget->Stop(base::StopReason::kMaxMemory);
    return StopAsAsked();
  }
  if (looks_++ % kLookEvery != 0) return;
  const Clock::time_point now = Clock::now();
  if (std::chrono::duration<double>(now - start_).count() > options_.max_seconds) {
    return Stop(ExplorationEnd::kMaxSeconds);
  }
  if (options_.progress && now - last_progress_ >= kProgressEvery) {
    last_progress_ = now;
    options_.progress(Progress());
  }
}

ExplorationProgress Explorer::Progress() const {
  std::uint64_t arcs = explored_->arc_count;
  arcs += workers_.front()->expander.arc_count() * workers_.size();
  const NodeId size = explored_->store.size();
  return {size, arcs, size - next_ - queue_.taken(), explored_->levels.size() - 2, MemoryBytes()};
}

std::uint64_t Explorer::MemoryBytes() const {
  if (options_.budget != nullptr && options_.budget->resident_bytes() != 0) {
    return options_.budget->resident_bytes();
  }
  const Explored& found = *explored_;
  return found.store.record_bytes() + found.store.index_bytes() +
         found.arcs.capacity() * sizeof(StateArc) +
         found.first_arc.capacity() * sizeof(std::uint64_t);
}

bool Explorer::MakeRoomForArcs(std::size_t arcs, std::size_t nodes) {
  constexpr std::size_t kAsked = std::size_t{1} << 20;
  const std::size_t bytes = arcs * sizeof(StateArc) + nodes * sizeof(std::uint64_t);
  if (options_.budget != nullptr && bytes >= kAsked && !options_.budget->Allows(bytes)) {
    return false;
  }
  std::vector<std::uint64_t>& first_arc = explored_->first_arc;
  const std::size_t needed = first_arc.size() + nodes;
  try {
    explored_->arcs.Reserve(explored_->arcs.size() + arcs);
    if (needed > first_arc.capacity()) first_arc.reserve(needed + needed / 2);
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

bool Explorer::CollectLevel() {
  std::vector<std::pair<Chunk, const Worker*>> chunks;
  std::size_t arcs = 0;
  std::size_t nodes = 0;
  for (const auto& worker : workers_) {
    arcs += worker->expander.arcs().size();
    nodes += worker->expander.degrees().size();
  }
  if (keep_arcs_ && !MakeRoomForArcs(arcs, nodes)) return false;
  for (const auto& worker : workers_) {
    explored_->arc_count += worker->expander.arc_count();
    explored_->dead_count += worker->expander.dead_count();
    explored_->enabled_count += worker->expander.enabled_count();
    if (keep_arcs_) {
      for (const Chunk& chunk : worker->chunks) chunks.emplace_back(chunk, worker.get());
    }
  }
  std::ranges::sort(chunks, {}, [](const auto& c) { return c.first.nodes.first; });
  for (const auto& [chunk, worker] : chunks) AppendChunk(*worker, chunk);
  for (const auto& worker : workers_) {
    worker->expander.Reset();
    worker->chunks.clear();
  }
  return true;
}

void Explorer::AppendChunk(const Worker& worker, const Chunk& chunk) {
  const std::vector<StateArc>& arcs = worker.expander.arcs();
  std::span<const StateArc> rest = std::span(arcs).subspan(chunk.arcs);
  for (NodeId i = 0; i < chunk.nodes.count; ++i) {
    const std::uint32_t degree = worker.expander.degrees()[chunk.degrees + i];
    explored_->arcs.Append(rest.first(degree));
    explored_->first_arc.push_back(explored_->arcs.size());
    rest = rest.subspan(degree);
  }
}

void Explorer::StartThreads() {
  for (std::size_t i = 1; i < workers_.size(); ++i) {
    Worker& worker = *workers_[i];
    if (!worker.thread.joinable())
      worker.thread = std::thread([this, &worker] { RunThread(worker); });
  }
}

void Explorer::RunThread(Worker& worker) {
  std::uint32_t seen = 0;
  while (true) {
    round_.wait(seen);
    seen = round_.load();
    if (quit_) return;
    (this->*job_)(worker);
    if (at_work_.fetch_sub(1) == 1) at_work_.notify_one();
  }
}

void Explorer::RunThreads(Job job) {
  StartThreads();
  job_ = job;
  at_work_ = static_cast<std::uint32_t>(workers_.size() - 1);
  expanded_ = 0;
  round_.fetch_add(1);
  round_.notify_all();
  (this->*job_)(*workers_.front());
  for (std::uint32_t left = at_work_; left != 0; left = at_work_) at_work_.wait(left);
}

}  // namespace cpn::explore
