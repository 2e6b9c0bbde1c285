// Breadth-first exploration, level by level, by one or several workers.
//
// Invariants:
//  1. The set of markings of a level, its arcs and its dead markings do not depend on the number of
//     workers; the numbers of markings within a level may.
//  2. A worker that waits for another one goes on serving: it looks up what others hand over to it,
//     and lets others change the tables.
//  3. What Run() leaves is whole levels: when a limit ends it, the level under way is taken back.
// Thread safety: used by one thread; it makes its own.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "cpn/explore/exchange.h"
#include "cpn/explore/expander.h"
#include "cpn/explore/exploration.h"
#include "cpn/explore/gate.h"
#include "cpn/explore/growing_array.h"
#include "cpn/explore/level_queue.h"
#include "cpn/explore/marking_store.h"
#include "cpn/explore/part_growth.h"
#include "cpn/explore/successor_tables.h"
#include "cpn/reduce/dependencies.h"

namespace cpn::explore {

/// What an exploration found. Node numbers are those of the store.
struct Explored {
  Explored(Engine* engine, const ExplorationOptions& options);
  std::unique_ptr<const reduce::Dependencies> dependencies;  ///< null: nothing is left out
  SuccessorTables tables;
  MarkingStore store;
  std::unique_ptr<Orbits> orbits;  ///< null: no reduction by symmetry
  std::vector<NodeId> levels{0};
  std::uint64_t arc_count = 0;
  std::uint64_t dead_count = 0;
  std::uint64_t enabled_count = 0;  ///< with dependencies: binding elements, fired or not
  /// When arcs are kept: CSR of the expanded nodes.
  std::vector<std::uint64_t> first_arc{0};
  GrowingArray<StateArc> arcs;
  ExplorationEnd end = ExplorationEnd::kComplete;
};

class Explorer {
 public:
  /// Called before a level is expanded; false ends the exploration.
  using VisitLevel = std::function<bool(NodeId first, NodeId last)>;

  Explorer(Engine* engine, const ExplorationOptions& options, bool keep_arcs);
  ~Explorer();

  const std::shared_ptr<Explored>& explored() const { return explored_; }
  /// Throws ModelError.
  void Run(const VisitLevel& visit_level);
  /// The marking in which the model failed, when Run() of one worker has thrown.
  std::optional<NodeId> failed_node() const { return failed_node_; }

 private:
  struct Chunk {
    NodeRange nodes;
    std::size_t arcs = 0;     // of the worker before this chunk
    std::size_t degrees = 0;  // likewise
  };
  struct alignas(kCacheLine) Worker {
    Worker(unsigned n, Expander e) : number(n), expander(std::move(e)) {}
    unsigned number;  // and its part of the store
    Expander expander;
    std::vector<Chunk> chunks;
    std::thread thread;
  };

  void Start();
  void ExpandLevel(NodeId first, NodeId last);
  void Work(Worker& worker, bool shared);
  NodeRange TakeNext(NodeId most);
  void ExpandNodes(Worker& worker, NodeRange nodes, bool shared);
  void ExpandAlone(Worker& worker, NodeId node);
  /// A level that the state limit cuts is no part of the result, so a failure in it is none either:
  /// goes on after it, until the level is whole or the limit is met.
  void ExpandOrDefer(Worker& worker, NodeId node);
  void FlushAlone(Worker& worker);
  void FlushShared(Worker& worker);
  void AfterFlush(const Worker& worker);
  /// Room for `more` markings in the worker's part. False: there is, but none is reserved, since
  /// others could run meanwhile and what was buffered or waited may have been delivered.
  bool Reserve(const Worker& worker, std::size_t more);
  /// Looks up records of the worker's part, for which there is room.
  void Receive(Worker& worker, RecordBatch& batch);
  /// Empties the worker's buffer.
  void HandOver(Worker& worker);
  /// Sends what waits in the outbox for `owner`, another worker.
  void SendOut(Worker& worker, unsigned owner);
  /// The same for each outbox where at least so many wait.
  void EmptyOutboxes(Worker& worker, std::size_t at_least);
  /// Does what others wait for.
  void Serve(Worker& worker);
  /// The same until nothing of the level is under way.
  void ServeUntilAllIsDone(Worker& worker);
  /// While no worker runs: looks up all that is buffered or under way, of all workers.
  void DeliverAll();
  void ChangeLayout();
  /// Now and then: is what places take still worth it?
  void JudgeLayout(NodeId markings);
  /// Before several workers expand a level: what says whose part a record belongs to is chosen when
  /// there are some markings, and again when parts have grown unevenly.
  void ChooseParts();
  /// The same: parts that will grow in this level grow now, all at the same time, so that nobody
  /// waits for one of them.
  void PrepareParts();
  void PreparePart(Worker& worker);
  /// False: there is no memory for its arcs.
  bool CollectLevel();
  bool MakeRoomForArcs(std::size_t arcs, std::size_t nodes);
  void AppendChunk(const Worker& worker, const Chunk& chunk);
  void Stop(ExplorationEnd end);
  bool IsAskedToStop() const { return asked_to_stop_->load(std::memory_order_relaxed); }
  void StopAsAsked();
  /// For a handler of an exception that ends the exploration: Run() throws it.
  void Fail();
  std::uint64_t ReportBytes() const;
  void LookAtLimits();
  ExplorationProgress Progress() const;
  std::uint64_t MemoryBytes() const;
  using Job = void (Explorer::*)(Worker&);
  void WorkShared(Worker& worker) { Work(worker, true); }
  void RunThread(Worker& worker);
  void StartThreads();
  /// All workers do it at the same time.
  void RunThreads(Job job);

  const ExplorationOptions& options_;
  bool keep_arcs_;
  const std::atomic<bool> never_ = false;
  const std::atomic<bool>* asked_to_stop_ = &never_;  // the budget's flag, if there is one
  std::shared_ptr<Explored> explored_;
  std::vector<std::unique_ptr<Worker>> workers_;
  Exchange exchange_;
  LevelQueue queue_;
  alignas(kCacheLine) Gate gate_;  // read for every marking: nobody writes beside it
  alignas(kCacheLine) std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point last_progress_;
  std::uint64_t looks_ = 0;

  std::uint64_t judged_from_ = 0;  // markings from which places are judged again
  std::uint64_t choose_from_ = 0;  // markings from which parts may be chosen again
  PartGrowth growth_;
  NodeId last_ = 0;  // end of the level under way
  NodeId next_ = 0;  // first node of the level that is not taken, when one worker runs
  alignas(kCacheLine) std::atomic<bool> stop_ = false;
  std::atomic<std::size_t> expanded_ = 0;  // workers that hand nothing over any more in this level
  std::mutex mutex_;                       // of what follows
  std::exception_ptr error_;
  std::optional<NodeId> failed_node_;  // of error_; known to one worker only
  std::atomic<ExplorationEnd> end_ = ExplorationEnd::kComplete;

  Job job_ = nullptr;
  std::atomic<std::uint32_t> round_ = 0;  // counts the jobs given to the threads
  std::atomic<std::uint32_t> at_work_ = 0;
  std::atomic<bool> quit_ = false;
};

}  // namespace cpn::explore
