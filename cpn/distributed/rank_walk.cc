// Rank::TogetherWalk(): all arcs once more, each to the rank that owns its target.
//
// A batch of the walk is one of the exploration, and behind its records, in their order, what goes
// along with each: the source and its number, index, label.
#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

#include "cpn/distributed/arc_visitor.h"
#include "cpn/distributed/rank.h"

namespace cpn::distributed {

void Rank::TogetherWalk(ArcVisitor& visitor) {
  TogetherShare();
  UseNewExpander();  // one that leaves out nothing that it met before
  walk_ = std::make_unique<Walk>();
  walk_->visitor = &visitor;
  walk_->met.assign(store_->size(), false);
  walk_->going_along.resize(transport_->ranks());
  std::vector<NodeId> level;
  if (owns_initial()) {
    walk_->met[0] = true;
    level.push_back(0);
  }
  for (bool goes_on = true; goes_on;) {
    WalkFrom(level);
    FinishLevel();
    goes_on = AgreeToWalkOn();
    level = std::exchange(walk_->next, {});
    visitor.TogetherEndLevel(level);
  }
  walk_.reset();
}

void Rank::TogetherShare() {
  if (shared_) {
    // A limit ends the ranks at different moments: who had stopped already dropped batches, and
    // with them what they told of colours and place markings.
    if (transport_->ranks() > 1) MakeCoders(false);
    return;
  }
  levels_.pop_back();  // the number of markings, which is another one then
  shared_ = true;
  if (transport_->ranks() > 1) {
    KeepOwn();
    // A limit may have ended the ranks in different places, so that they know different things.
    MakeCoders(false);
  }
  levels_.push_back(store_->size());
}

void Rank::WalkFrom(const std::vector<NodeId>& level) {
  stop_ = false;
  accepts_stop_ = true;
  end_ = ExplorationEnd::kComplete;
  for (std::size_t i = 0; i < level.size() && !stop_; ++i) {
    if (level[i] >= expanded()) continue;
    try {
      if (!walk_->visitor->IsEnd(level[i])) WalkFrom(level[i]);
    } catch (const ModelError& error) {
      NoteFailure(error);
    } catch (const explore::OutOfRoom&) {
      Stop(ExplorationEnd::kMaxMemory);
    } catch (const std::bad_alloc&) {
      Stop(ExplorationEnd::kMaxMemory);
    }
  }
}

void Rank::WalkFrom(NodeId node) {
  while (expander_->ExpandExclusive(node) == explore::Expansion::kStaleLayout) ChangeLayout();
  std::vector<Walk::Buffered>& buffered = walk_->buffered;
  const std::size_t before = buffered.size();
  walk_->leaving.clear();
  for (std::size_t i = before; i < expander_->buffered(); ++i) {
    walk_->leaving.push_back({expander_->BufferedElement(i)});
    buffered.push_back({{.is_followed = false}, node});  // in step, should the visitor throw
  }
  NoteOrigin(node);
  const std::uint32_t number = walk_->visitor->Leave(node, walk_->leaving);
  for (std::size_t i = 0; i < walk_->leaving.size(); ++i) {
    buffered[before + i] = {walk_->leaving[i], node, number};
  }
  if (expander_->MustFlush()) {
    Flush();
    LookAround();
  }
  ForgetIfTooMuch();
}

/// Looks up what is buffered of the walk, or sends it to its owner.
void Rank::FlushWalk() {
  const unsigned ranks = transport_->ranks();
  const unsigned self = transport_->rank();
  for (std::size_t i = 0; i < walk_->buffered.size(); ++i) {
    const auto& [arc, source, number] = walk_->buffered[i];
    if (!arc.is_followed) continue;
    const std::uint64_t* const record = expander_->BufferedRecord(i);
    const unsigned owner = ranks == 1 ? self : OwnerOfSuccessor(i);
    if (owner == self) {
      walk_->Arrive(NumberOf(record, expander_->BufferedHash(i)),
                    {self, source, number, arc.index, arc.label});
      continue;
    }
    encoders_[owner]->Add(record);
    for (const std::uint32_t n : {source, number, arc.index, arc.label}) {
      walk_->going_along[owner].Number(n);
    }
    const std::size_t size = encoders_[owner]->size() + walk_->going_along[owner].size();
    if (size >= options_.batch_bytes) SendTo(owner);
  }
}

void Rank::AppendWhatGoesAlong(unsigned rank, ByteWriter& out) {
  if (move_) {
    out.Number(move_->going[rank].size());
    for (const auto& [level, count] : move_->going[rank]) {
      out.Number(level);
      out.Number(count);
    }
    move_->going[rank].clear();
  }
  if (!walk_) return;
  out.Append(walk_->going_along[rank]);
  walk_->going_along[rank].Clear();
}

/// Requires that the exploration has found it.
NodeId Rank::NumberOf(const std::uint64_t* record, std::uint64_t hash) {
  const NodeId before = store_->size();
  const NodeId number = store_->InsertUndivided<0>(record, hash);
  if (number >= before) throw std::logic_error("cpngen's own defect: a walk leaves the space");
  return number;
}

void Rank::ReceiveArcs(unsigned from, ByteReader& in) {
  try {
    const std::span<const std::uint64_t> records = decoders_[from]->Read(in);
    const std::size_t words = tables_.layout().words();
    for (std::size_t at = 0; at < records.size(); at += words) {
      const std::uint64_t* const record = records.data() + at;
      ArrivingArc arc;
      arc.from = from;
      arc.source = in.Small();
      arc.number = in.Small();
      arc.index = in.Small();
      arc.label = in.Small();
      walk_->Arrive(NumberOf(record, store_->Hash<0>(record)), arc);
    }
  } catch (const explore::OutOfRoom&) {
    Stop(ExplorationEnd::kMaxMemory);
  } catch (const std::bad_alloc&) {
    Stop(ExplorationEnd::kMaxMemory);
  }
}

/// Is there another level on any rank? Throws, on all ranks, what ended the walk on one.
bool Rank::AgreeToWalkOn() {
  const auto is = [&](ExplorationEnd end) { return std::uint64_t{end_ == end}; };
  std::uint64_t sums[] = {walk_->next.size(), failure_ ? 1u : 0u, is(ExplorationEnd::kInterrupted),
                          is(ExplorationEnd::kMaxMemory), is(ExplorationEnd::kMaxSeconds)};
  expander_->Reset();
  transport_->Sum(sums);
  if (sums[2] > 0) throw base::StopError(base::StopReason::kInterrupted);
  if (sums[3] > 0) throw base::StopError(base::StopReason::kMaxMemory);
  if (sums[4] > 0) throw base::StopError(base::StopReason::kMaxSeconds);
  if (sums[1] > 0) FailTogether();
  return sums[0] > 0;
}

}  // namespace cpn::distributed
