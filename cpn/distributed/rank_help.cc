// How a rank that has expanded its part of a level expands some of another one's.
//
// Invariants:
//  1. Each question is answered, once: a rank looks for messages while it expands, while it waits
//     for an answer, and until all others have said that the level is over for them.
//  2. A rank says so only when nobody gives it any more; what it has sent until then is all.
// What is expanded for others is nowhere in the store: a change of the layout translates it, too.
#include <algorithm>

#include "cpn/distributed/rank.h"

namespace cpn::distributed {
namespace {

constexpr NodeId kMostGiven = 4'096;  // at a time

}  // namespace

/// Expands what others give, until they give nothing.
void Rank::HelpOthers() {
  const unsigned ranks = transport_->ranks();
  if (level_size_ < options_.help_from * ranks) return;
  for (unsigned i = 1; i < ranks && !stop_; ++i) {
    const unsigned rank = (self_ + i) % ranks;
    while (!stop_ && AskForWork(rank)) ExpandFor(rank);
  }
}

/// Has it given any?
bool Rank::AskForWork(unsigned rank) {
  if (announced_[rank]) return false;
  is_answered_ = false;
  transport_->Send(rank, Control(Kind::kFree, 0));
  while (!is_answered_) Receive(transport_->Wait());
  return !work_.empty();
}

/// The markings in work_, which are that rank's.
void Rank::ExpandFor(unsigned rank) {
  origin_owner_ = rank;
  const std::size_t count = work_.size() / tables_.layout().bytes();
  std::size_t number = 0;
  const auto expand = [&] {
    for (; number < count && !stop_; ++number) ExpandForOther(number);
  };
  while (number < count && !stop_) number += Try(expand) ? 0 : 1;
  Try([this] { Flush(); });
  if (stop_) ForgetBuffered();
  work_.clear();
  origin_owner_ = self_;
}

void Rank::ExpandForOther(std::size_t number) {
  const auto stored = [&] { return work_.data() + number * tables_.layout().bytes(); };
  while (expander_->ExpandRecord(stored()) == explore::Expansion::kStaleLayout) ChangeLayout();
  if (!owner_hash_->is_by_weight()) {
    std::vector<std::uint64_t> record(tables_.layout().words());
    tables_.layout().Load<0>(stored(), record.data());
    origins_.resize(expander_->buffered(), owner_hash_->OfRecord(record.data()));
  }
  AfterExpanding();
}

/// The last ones of what this rank has yet to expand, if these are many.
void Rank::GiveWork(unsigned rank) {
  const NodeId left = expand_until_ > expanding_ ? expand_until_ - expanding_ - 1 : 0;
  const NodeId given = std::min(left / 2, kMostGiven);
  if (stop_ || given < options_.least_given) {
    return transport_->Send(rank, Control(Kind::kNoWork, 0));
  }
  SendTo(rank);  // what waits for its owner is another message
  std::vector<std::uint64_t> record(tables_.layout().words());
  for (NodeId node = expand_until_ - given; node < expand_until_; ++node) {
    tables_.layout().Load<0>(store_->At(node), record.data());
    encoders_[rank]->Add(record.data());
  }
  expand_until_ -= given;
  given_ += given;
  ByteWriter out;
  out.Number(static_cast<std::uint64_t>(Kind::kWork));
  encoders_[rank]->Take(out);
  transport_->Send(rank, out.Take());
}

void Rank::TakeWork(unsigned from, ByteReader& in) {
  if (stop_) return;
  Try([&] {
    const std::span<const std::uint64_t> records = decoders_[from]->Read(in);
    const explore::RecordLayout& layout = tables_.layout();
    const std::size_t count = records.size() / layout.words();
    work_.resize(count * layout.bytes());
    for (std::size_t i = 0; i < count; ++i) {
      layout.Store<0>(records.data() + i * layout.words(), work_.data() + i * layout.bytes());
    }
  });
}

}  // namespace cpn::distributed
