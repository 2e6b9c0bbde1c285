// Descriptors of the modelled disk, and what is done with them.
#include <fcntl.h>

#include <algorithm>
#include <cerrno>

#include "systematic/environment/disk.h"

namespace systematic {
namespace {

constexpr int kFirstDescriptor = 1'000'000;  // the system gives none of these

int Fail(int error) {
  errno = error;
  return -1;
}

bool MayWrite(int flags) { return (flags & O_ACCMODE) != O_RDONLY; }
bool MayRead(int flags) { return (flags & O_ACCMODE) != O_WRONLY; }

}  // namespace

int Disk::NewDescriptor(Node node, int flags) {
  descriptors_.push_back({node, 0, flags, true});
  ++open_;
  return kFirstDescriptor + static_cast<int>(descriptors_.size()) - 1;
}

Disk::Descriptor* Disk::Find(int fd) {
  const auto index = static_cast<std::size_t>(fd - kFirstDescriptor);
  if (fd < kFirstDescriptor || index >= descriptors_.size()) return nullptr;
  return descriptors_[index].is_open ? &descriptors_[index] : nullptr;
}

int Disk::Close(int fd) {
  if (down_) return Fail(EIO);
  Descriptor* const descriptor = Find(fd);
  if (descriptor == nullptr) return Fail(EBADF);
  descriptor->is_open = false;
  --open_;
  if (At(descriptor->node).locked_by == fd) At(descriptor->node).locked_by = -1;
  return 0;
}

int Disk::Lock(int fd) {
  if (down_) return Fail(EIO);
  const Descriptor* const descriptor = Find(fd);
  if (descriptor == nullptr) return Fail(EBADF);
  int& holder = At(descriptor->node).locked_by;
  if (holder >= 0 && holder != fd) return Fail(EWOULDBLOCK);
  holder = fd;
  return 0;
}

int Disk::Look(int fd, struct stat* status) {
  if (down_) return Fail(EIO);
  const Descriptor* const descriptor = Find(fd);
  if (descriptor == nullptr) return Fail(EBADF);
  if (const int error = ErrorOf(Call::kLook, &DiskFaults::read_errors, EIO); error != 0)
    return Fail(error);
  *status = {};
  Entry& entry = At(descriptor->node);
  settling_ = descriptor->node;
  status->st_ino = descriptor->node;
  status->st_mode = entry.is_folder ? S_IFDIR | 0700 : S_IFREG | 0600;
  status->st_size = entry.is_folder ? 0 : static_cast<off_t>(entry.file.Size(*this));
  return 0;
}

ssize_t Disk::Read(int fd, char* bytes, std::size_t size) {
  Descriptor* const descriptor = Find(fd);
  if (descriptor == nullptr) return Fail(down_ ? EIO : EBADF);
  const ssize_t got = ReadAt(fd, bytes, size, static_cast<std::int64_t>(descriptor->offset));
  if (got > 0) descriptor->offset += static_cast<std::uint64_t>(got);
  return got;
}

ssize_t Disk::ReadAt(int fd, char* bytes, std::size_t size, std::int64_t offset) {
  if (down_) return Fail(EIO);
  const Descriptor* const descriptor = Find(fd);
  if (descriptor == nullptr || !MayRead(descriptor->flags)) return Fail(EBADF);
  if (At(descriptor->node).is_folder) return Fail(EISDIR);
  if (offset < 0) return Fail(EINVAL);
  settling_ = descriptor->node;
  std::string part =
      At(descriptor->node).file.Read(static_cast<std::uint64_t>(offset), size, *this);
  const DiskFault fault =
      ChooseTransferFault(Call::kRead, static_cast<std::uint64_t>(offset), part.size(), false);
  if (fault.error != 0) return Fail(fault.error);
  if (fault.budget != nullptr) part.resize(fault.done);
  scheduler_.Observe(part);
  std::copy(part.begin(), part.end(), bytes);
  return static_cast<ssize_t>(part.size());
}

ssize_t Disk::Write(int fd, const char* bytes, std::size_t size) {
  Descriptor* const descriptor = Find(fd);
  if (descriptor == nullptr) return Fail(down_ ? EIO : EBADF);
  const ssize_t done = WriteAt(fd, bytes, size, static_cast<std::int64_t>(descriptor->offset));
  if (done <= 0) return done;
  const bool appends = (descriptor->flags & O_APPEND) != 0;
  descriptor->offset = appends ? At(descriptor->node).file.Size(*this)
                               : descriptor->offset + static_cast<std::uint64_t>(done);
  return done;
}

ssize_t Disk::WriteAt(int fd, const char* bytes, std::size_t size, std::int64_t offset) {
  if (down_) return Fail(EIO);
  const Descriptor* const descriptor = Find(fd);
  if (descriptor == nullptr || !MayWrite(descriptor->flags)) return Fail(EBADF);
  if (offset < 0) return Fail(EINVAL);
  if (size == 0) return 0;
  DiskFile& file = At(descriptor->node).file;
  settling_ = descriptor->node;
  const bool appends = (descriptor->flags & O_APPEND) != 0;  // wherever: so does Linux
  const std::uint64_t begin = appends ? file.Size(*this) : static_cast<std::uint64_t>(offset);
  if (begin > kMostFileBytes || size > kMostFileBytes - begin) return Fail(EFBIG);
  const bool grows = begin + size > file.Size(*this);
  if (grows && full_) return FailFull();
  const DiskFault fault = ChooseTransferFault(Call::kWrite, begin, size, grows);
  if (fault.error != 0) return Fail(fault.error);
  if (fault.budget != nullptr) size = fault.done;
  file.Write(begin, {bytes, size}, *this);
  return Changed(Call::kWrite) != 0 ? -1 : static_cast<ssize_t>(size);
}

int Disk::Resize(int fd, std::int64_t size) {
  if (down_) return Fail(EIO);
  const Descriptor* const descriptor = Find(fd);
  if (descriptor == nullptr) return Fail(EBADF);
  if (size < 0 || !MayWrite(descriptor->flags)) return Fail(EINVAL);
  if (static_cast<std::uint64_t>(size) > kMostFileBytes) return Fail(EFBIG);
  if (const int error = ErrorOf(Call::kResize, &DiskFaults::write_errors, EIO); error != 0)
    return Fail(error);
  settling_ = descriptor->node;
  At(descriptor->node).file.Resize(static_cast<std::uint64_t>(size), *this);
  return Changed(Call::kResize);
}

int Disk::Sync(int fd) {
  if (down_) return Fail(EIO);
  const Descriptor* const descriptor = Find(fd);
  if (descriptor == nullptr) return Fail(EBADF);
  Entry& entry = At(descriptor->node);
  const bool dirty = entry.is_folder ? entry.folder.dirty() : entry.file.dirty();
  DiskFaultList faults(left_);
  faults.Add({.budget = &DiskFaults::sync_failures, .error = EIO});
  if (dirty && !entry.is_folder) {
    faults.Add({.budget = &DiskFaults::sync_failures,
                .error = EIO,
                .after = DiskFile::AfterFailure::kReverted});
  }
  const DiskFault fault = ChooseFault(Call::kSync, faults);
  if (fault.error != 0) {
    if (!entry.is_folder) entry.file.FailSync(fault.after);
    if (dirty && Changed(Call::kSync) != 0) return -1;
    return Fail(fault.error);
  }
  if (!dirty) return 0;
  entry.file.Sync();
  entry.folder.Sync();
  return Changed(Call::kSync);
}

}  // namespace systematic
