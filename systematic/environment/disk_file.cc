#include "systematic/environment/disk_file.h"

#include <algorithm>
#include <utility>

namespace systematic {
namespace {

std::string WithoutZeros(std::string bytes) {
  bytes.resize(bytes.find_last_not_of('\0') + 1);  // npos + 1 is 0
  return bytes;
}

// Puts the value at the end, once.
template <class Value>
void MakeNewest(std::vector<Value>& values, const Value& value) {
  std::erase(values, value);
  values.push_back(value);
}

std::uint64_t SectorsFor(std::uint64_t size) { return (size + kSectorBytes - 1) / kSectorBytes; }

}  // namespace

std::uint64_t DiskFile::Size(Outcomes& outcomes) {
  SettleSize(outcomes);
  return size_;
}

void DiskFile::SettleSize(Outcomes& outcomes) {
  if (!std::exchange(size_unsettled_, false)) return;
  const std::uint64_t choice =
      sizes_.size() < 2 ? 0 : outcomes.Choose(Outcomes::Part::kSize, 0, sizes_.size());
  size_ = sizes_[sizes_.size() - 1 - choice];
  sizes_ = {size_};
  sectors_.resize(SectorsFor(size_));
}

DiskFile::Sector& DiskFile::Settled(std::uint64_t index, Outcomes& outcomes) {
  if (index >= sectors_.size()) sectors_.resize(index + 1);
  Sector& sector = sectors_[index];
  if (!std::exchange(sector.unsettled, false)) return sector;
  // What is behind the end of the file cannot be seen, and will be zero if the file grows.
  const std::uint64_t seen = std::min(kSectorBytes, size_ - std::min(size_, index * kSectorBytes));
  std::vector<std::string> different;
  for (const std::string& bytes : sector.may) {
    MakeNewest(different, WithoutZeros(bytes.substr(0, seen)));
  }
  const std::uint64_t choice =
      different.size() < 2 ? 0
                           : outcomes.Choose(Outcomes::Part::kSector,
                                             static_cast<std::uint32_t>(index), different.size());
  sector.now = different[different.size() - 1 - choice];
  sector.may = {sector.now};
  return sector;
}

std::string DiskFile::Read(std::uint64_t offset, std::uint64_t size, Outcomes& outcomes) {
  SettleSize(outcomes);
  std::string bytes;
  const std::uint64_t end = offset < size_ ? offset + std::min(size, size_ - offset) : offset;
  while (offset < end) {
    const std::uint64_t within = offset % kSectorBytes;
    const std::uint64_t count = std::min(kSectorBytes - within, end - offset);
    const std::string& now = Settled(offset / kSectorBytes, outcomes).now;
    std::string part = within < now.size() ? now.substr(within, count) : std::string();
    part.resize(count);
    bytes += part;
    offset += count;
  }
  return bytes;
}

void DiskFile::Change(Sector& sector, std::string now) {
  sector.now = WithoutZeros(std::move(now));
  MakeNewest(sector.may, sector.now);
  sector.dirty = true;
}

void DiskFile::SetSize(std::uint64_t size) {
  size_ = size;
  MakeNewest(sizes_, size);
  size_dirty_ = true;
}

void DiskFile::Write(std::uint64_t offset, std::string_view bytes, Outcomes& outcomes) {
  SettleSize(outcomes);
  while (!bytes.empty()) {
    const std::uint64_t within = offset % kSectorBytes;
    const std::uint64_t count = std::min<std::uint64_t>(kSectorBytes - within, bytes.size());
    Sector& sector = Settled(offset / kSectorBytes, outcomes);
    std::string now = sector.now;
    now.resize(std::max(now.size(), within + count));
    now.replace(within, count, bytes.substr(0, count));
    Change(sector, std::move(now));
    offset += count;
    bytes.remove_prefix(count);
    if (offset > size_) SetSize(offset);
  }
}

void DiskFile::Resize(std::uint64_t size, Outcomes& outcomes) {
  SettleSize(outcomes);
  if (size == size_) return;
  for (std::uint64_t index = size / kSectorBytes; index < SectorsFor(size_); ++index) {
    Sector& sector = Settled(index, outcomes);
    const std::uint64_t kept = index == size / kSectorBytes ? size % kSectorBytes : 0;
    if (sector.now.size() > kept) Change(sector, sector.now.substr(0, kept));
  }
  SetSize(size);
}

bool DiskFile::dirty() const {
  return size_dirty_ || std::any_of(sectors_.begin(), sectors_.end(),
                                    [](const Sector& sector) { return sector.dirty; });
}

void DiskFile::Sync() {
  for (Sector& sector : sectors_) {
    if (std::exchange(sector.dirty, false)) sector.may = {sector.now};
  }
  if (std::exchange(size_dirty_, false)) sizes_ = {size_};
}

void DiskFile::FailSync(AfterFailure after) {
  const bool reverted = after == AfterFailure::kReverted;
  for (Sector& sector : sectors_) {
    if (std::exchange(sector.dirty, false) && reverted) sector.unsettled = true;
  }
  if (std::exchange(size_dirty_, false) && reverted) size_unsettled_ = true;
}

void DiskFile::FailPower() {
  for (Sector& sector : sectors_) {
    sector.dirty = false;
    sector.unsettled = true;
  }
  size_dirty_ = false;
  size_unsettled_ = true;
}

}  // namespace systematic
