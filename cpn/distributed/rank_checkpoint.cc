// Checkpoints of a Rank: a head that says what it is of, then its markings, in the order of their
// numbers, as messages to whoever reads them; each part with its length before it.
#include <fmt/format.h>

#include <fstream>
#include <string>
#include <string_view>
#include <utility>

#include "base/atomic_file.h"
#include "cpn/distributed/checkpoint.h"
#include "cpn/distributed/rank.h"

namespace cpn::distributed {
namespace {

constexpr std::string_view kMagic = "cpngen checkpoint 3";
constexpr std::string_view kEnd = "end of checkpoint";
constexpr NodeId kAtATime = 1u << 15;  // markings of a part

/// Its length in 8 bytes, lowest first, and then the part.
void WritePart(base::AtomicFile& file, ByteWriter& part) {
  const std::vector<char> bytes = part.Take();
  char length[8];
  for (unsigned i = 0; i < 8; ++i) length[i] = static_cast<char>(bytes.size() >> (8 * i));
  file.Write({length, sizeof(length)});
  file.Write({bytes.data(), bytes.size()});
}

class PartReader {
 public:
  explicit PartReader(const std::string& path) : path_(path), in_(path, std::ios::binary) {
    if (!in_) throw CheckpointError(fmt::format("{}: cannot read the checkpoint", path));
  }

  /// Valid until the next call.
  std::span<const char> Next() {
    char length[8] = {};
    in_.read(length, sizeof(length));
    std::uint64_t size = 0;
    for (unsigned i = 0; i < 8; ++i) {
      size |= std::uint64_t{static_cast<unsigned char>(length[i])} << (8 * i);
    }
    constexpr std::uint64_t kMost = std::uint64_t{1} << 34;
    if (!in_ || size > kMost) Broken();
    part_.resize(size);
    in_.read(part_.data(), static_cast<std::streamsize>(size));
    if (!in_) Broken();
    return part_;
  }

  [[noreturn]] void Broken() const {
    throw CheckpointError(fmt::format("{}: the checkpoint is damaged", path_));
  }

 private:
  std::string path_;
  std::ifstream in_;
  std::vector<char> part_;
};

}  // namespace

void Rank::WriteCheckpointIfDue(const StateCount& count) {
  if (options_.checkpoint_folder.empty()) return;
  const Clock::time_point now = Clock::now();
  const double passed = std::chrono::duration<double>(now - last_checkpoint_).count();
  std::uint64_t due[] = {transport_->rank() == 0 && passed >= options_.checkpoint_seconds ? 1u
                                                                                          : 0u};
  transport_->Sum(due);
  if (due[0] == 0) return;
  const std::size_t level = levels_.size() - 1;
  AgreeOn([&] {
    WriteCheckpoint(NewCheckpointFile(options_.checkpoint_folder, level, transport_->rank()),
                    count);
  });
  AgreeOn([&] {
    if (transport_->rank() == 0) PublishCheckpoint(options_.checkpoint_folder, level);
  });
  last_checkpoint_ = Clock::now();
}

/// Does it on each rank; what fails on one fails on all.
void Rank::AgreeOn(const std::function<void()>& work) {
  std::string failure;
  try {
    work();
  } catch (const CheckpointError& error) {
    failure = error.what();
  } catch (const base::FileError& error) {
    failure = error.what();
  } catch (const BadBytes&) {
    failure = fmt::format("{}: the checkpoint is damaged", options_.resume_folder);
  }
  for (const auto& given : transport_->AllGather({failure.begin(), failure.end()})) {
    if (!given.empty()) throw CheckpointError(std::string(given.begin(), given.end()));
  }
}

void Rank::WriteCheckpoint(const std::string& path, const StateCount& count) {
  base::AtomicFile file(path);
  ByteWriter part;
  part.Text(kMagic);
  part.Text(options_.identity);
  part.Number(transport_->ranks());
  part.Number(shared_ ? 1 : 0);
  part.Number(owner_hash_->partition().size());
  for (const auto& [token, weight] : owner_hash_->partition()) {
    part.Number(token);
    part.Number(weight);
  }
  for (const std::uint64_t n : {count.states, count.arcs, count.dead_markings, count.depth}) {
    part.Number(n);
  }
  part.Number(levels_.size());
  for (const NodeId first : levels_) part.Number(first);
  part.Number(store_->size());
  WritePart(file, part);
  Encoder encoder(&tables_);
  std::vector<std::uint64_t> record(tables_.layout().words());
  for (NodeId node = 0; node < store_->size(); ++node) {
    tables_.layout().Load<0>(store_->At(node), record.data());
    encoder.Add(record.data());
    if (encoder.records() < kAtATime && node + 1 < store_->size()) continue;
    encoder.Take(part);
    WritePart(file, part);
  }
  part.Text(kEnd);
  WritePart(file, part);
  file.Commit();
}

void Rank::Resume(StateCount& count) {
  PartReader in(LastCheckpointFile(options_.resume_folder, transport_->rank()));
  ByteReader head(in.Next());
  if (head.Text() != kMagic) in.Broken();
  const auto refuse = [&](std::string_view what) {
    throw CheckpointError(fmt::format("{}: the checkpoint is of {}", options_.resume_folder, what));
  };
  if (head.Text() != options_.identity) refuse("another model, or of other parameters");
  const std::uint64_t ranks = head.Number();
  if (ranks != transport_->ranks()) {
    refuse(fmt::format("{} ranks, and these are {}", ranks, transport_->ranks()));
  }
  shared_ = head.Number() != 0;
  partition::Partition partition;
  for (std::uint64_t left = head.Number(); left > 0; --left) {
    const std::uint64_t token = head.Number();
    partition.push_back({token, head.Number()});
  }
  UsePartition(std::move(partition));
  count.states = head.Number();
  count.arcs = head.Number();
  count.dead_markings = head.Number();
  count.depth = head.Number();
  levels_.clear();
  for (std::uint64_t left = head.Number(); left > 0; --left) levels_.push_back(head.Small());
  const std::uint64_t size = head.Number();
  // The initial marking, which Start() has put there, may belong to another rank.
  store_ = std::make_unique<explore::MarkingStore>(store_bytes_, options_.exploration.budget);
  store_->ChangeLayout(tables_.layout(), [](const auto*, auto*) {});
  UseNewExpander();
  encoders_.clear();
  decoders_.clear();
  Decoder decoder(&tables_, [this] { ChangeLayout(); });
  while (store_->size() < size) {
    ByteReader part(in.Next());
    const NodeId before = store_->size();
    ReceiveBatch(decoder, part);
    if (store_->size() == before) in.Broken();
  }
  if (ByteReader(in.Next()).Text() != kEnd) in.Broken();
  if (shared_ && transport_->ranks() > 1) MakeCoders(false);
}

}  // namespace cpn::distributed
