#include "systematic/environment/disk.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "systematic/errors.h"

namespace systematic {
namespace {

constexpr std::array<std::string_view, 12> kCallNames = {
    "open",   "read", "write",  "resize",      "sync",          "look",
    "rename", "link", "unlink", "make_folder", "remove_folder", "list"};
constexpr std::array<std::string_view, 3> kPartNames = {"size", "sector", "name"};

}  // namespace

Disk::Disk(Scheduler& scheduler, std::string_view name, const DiskFaults& faults)
    : scheduler_(scheduler),
      name_(name),
      left_(faults),
      word_(scheduler.Intern(name)),
      fault_(scheduler.Intern("fault")),
      end_(scheduler.Intern("end")) {
  for (std::size_t i = 0; i < kCalls; ++i) call_words_[i] = scheduler.Intern(kCallNames[i]);
  for (std::size_t i = 0; i < kPartNames.size(); ++i) {
    part_words_[i] = scheduler.Intern(kPartNames[i]);
  }
  NewEntry(true, kRoot);
}

std::uint64_t Disk::Choose(Part part, std::uint32_t index, std::uint64_t n) {
  const Word word = part_words_[static_cast<std::size_t>(part)];
  const std::uint64_t value = scheduler_.Choose(
      {.kind = word, .from = word_, .life = life_, .ordinal = settling_ << 17 | index}, n);
  if (value != 0 && scheduler_.recording()) {
    scheduler_.Note(name_ + ": " + std::string(scheduler_.NameOf(word)) + " " +
                    std::to_string(index) + " is an older one (" + std::to_string(value) + ")");
  }
  return value;
}

std::uint64_t Disk::ChooseWhat(Word kind, Call call, std::uint64_t n) {
  if (n < 2) return 0;
  const auto i = static_cast<std::size_t>(call);
  const Key key{
      .kind = kind, .from = word_, .what = call_words_[i], .life = life_, .ordinal = calls_[i]};
  if (left_.odds < 2) return scheduler_.Choose(key, n);
  // The last one, so that 0 is nothing here, too.
  if (scheduler_.Choose(key, left_.odds) != left_.odds - 1) return 0;
  return 1 + scheduler_.Choose(key, n - 1);
}

DiskFault Disk::ChooseFault(Call call, const DiskFaultList& faults) {
  const DiskFault fault = faults[ChooseWhat(fault_, call, faults.size())];
  ++calls_[static_cast<std::size_t>(call)];
  if (fault.budget == nullptr) return fault;
  --(left_.*fault.budget);
  if (fault.budget == &DiskFaults::full) full_ = true;
  if (fault.error != 0 && fault.error != EINTR) ++failures_;
  Note(call, fault.error != 0 ? std::strerror(fault.error) : "does a part");
  return fault;
}

int Disk::ErrorOf(Call call, unsigned DiskFaults::*budget, int error) {
  DiskFaultList faults(left_);
  faults.Add({.budget = budget, .error = error});
  return ChooseFault(call, faults).error;
}

// A transfer may end at the end of its first sector; one that makes a file longer, and a read, also
// after the first byte or before the last one: no system writes a part of a sector in place.
DiskFault Disk::ChooseTransferFault(Call call, std::uint64_t offset, std::size_t size, bool grows) {
  DiskFaultList faults(left_);
  const bool writes = call == Call::kWrite;
  faults.Add({.budget = &DiskFaults::interruptions, .error = EINTR});
  faults.Add(
      {.budget = writes ? &DiskFaults::write_errors : &DiskFaults::read_errors, .error = EIO});
  if (grows) faults.Add({.budget = &DiskFaults::full, .error = ENOSPC});
  const std::size_t sector = kSectorBytes - offset % kSectorBytes;
  std::size_t before = 0;
  for (const std::size_t part : {std::size_t{1}, sector, size - 1}) {
    if (size == 0 || part <= before || part >= size) continue;
    if (writes && !grows && part != sector) continue;
    before = part;
    faults.Add({.budget = &DiskFaults::short_transfers, .done = part});
    if (grows) faults.Add({.budget = &DiskFaults::full, .done = part});
  }
  return ChooseFault(call, faults);
}

int Disk::FailFull() {
  ++failures_;
  errno = ENOSPC;
  return -1;
}

int Disk::Changed(Call call) {
  std::array<unsigned DiskFaults::*, 3> ends{};
  std::size_t n = 1;
  if (left_.process_ends > 0) ends[n++] = &DiskFaults::process_ends;
  if (left_.power_failures > 0) ends[n++] = &DiskFaults::power_failures;
  const std::uint64_t choice = ChooseWhat(end_, call, n);
  if (choice == 0) return 0;
  --(left_.*ends[choice]);
  if (ends[choice] == &DiskFaults::process_ends) {
    Note(call, "is the last of the process");
    EndProcess();
  } else {
    Note(call, "is the last before the power fails");
    FailPower();
  }
  errno = EIO;
  return -1;
}

void Disk::EndProcess() {
  for (Descriptor& descriptor : descriptors_) descriptor.is_open = false;
  for (Entry& entry : entries_) entry.locked_by = -1;
  open_ = 0;
  calls_ = {};
  ++life_;
  down_ = true;
}

void Disk::FailPower() {
  EndProcess();
  for (Entry& entry : entries_) {
    entry.file.FailPower();
    entry.folder.FailPower();
  }
}

void Disk::Note(Call call, std::string_view what) const {
  if (!scheduler_.recording()) return;
  scheduler_.Note(name_ + ": " + std::string(kCallNames[static_cast<std::size_t>(call)]) + " " +
                  std::string(what));
}

std::string Disk::Contents(std::string_view path) {
  Place place;
  if (Walk(AT_FDCWD, path, place) != 0 || place.node == 0 || At(place.node).is_folder) {
    throw HarnessError(name_ + ": no such file: " + std::string(path));
  }
  settling_ = place.node;
  return At(place.node).file.Read(0, kMostFileBytes, *this);
}

void Disk::Put(std::string_view path, std::string_view bytes) {
  Place place;
  if (Walk(AT_FDCWD, path, place) != 0 || place.name.empty() ||
      (place.node != 0 && At(place.node).is_folder)) {
    throw HarnessError(name_ + ": cannot put a file there: " + std::string(path));
  }
  if (place.node == 0) {
    place.node = NewEntry(false, 0);
    At(place.folder).folder.Apply({{place.name, place.node}}, *this);
  }
  DiskFile& file = At(place.node).file;
  settling_ = place.node;
  file.Resize(0, *this);
  file.Write(0, bytes, *this);
  file.Sync();
  for (Node folder = place.folder;; folder = At(folder).parent) {
    At(folder).folder.Sync();
    if (folder == kRoot) return;
  }
}

}  // namespace systematic
