// Names and folders of the modelled disk.
#include <fcntl.h>

#include <cerrno>
#include <utility>

#include "systematic/environment/disk.h"

namespace systematic {
namespace {

int Fail(int error) {
  errno = error;
  return -1;
}

}  // namespace

Disk::Node Disk::NewEntry(bool is_folder, Node parent) {
  Entry& entry = entries_.emplace_back();
  entry.is_folder = is_folder;
  entry.parent = parent;
  entry.folder = DiskFolder(left_.names);
  return static_cast<Node>(entries_.size());
}

const DiskFolder::Names& Disk::Names(Node folder) {
  settling_ = folder;
  return At(folder).folder.Seen(*this);
}

int Disk::Step(Place& place, std::string_view name) {
  if (place.node == 0) return ENOENT;
  if (!At(place.node).is_folder) return ENOTDIR;
  place.folder = place.node;
  place.name.clear();
  if (name == "." || name.empty()) return 0;
  if (name == "..") {
    place.node = At(place.node).parent;
    return 0;
  }
  const DiskFolder::Names& names = Names(place.folder);
  const auto found = names.find(name);
  place.node = found == names.end() ? 0 : found->second;
  place.name = name;
  return 0;
}

int Disk::Walk(int folder, std::string_view path, Place& place) {
  if (path.empty()) return ENOENT;
  place = {kRoot, "", kRoot};
  if (path.front() != '/' && folder != AT_FDCWD) {
    const Descriptor* const descriptor = Find(folder);
    if (descriptor == nullptr) return EBADF;
    place.node = descriptor->node;
  }
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const int error = Step(place, path.substr(0, slash));
    if (error != 0) return error;
    path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
  }
  return 0;
}

int Disk::ChangeNames(Call call, bool grows, Node folder, DiskFolder::Change change) {
  DiskFaultList faults(left_);
  faults.Add({.budget = &DiskFaults::write_errors, .error = EIO});
  if (grows) faults.Add({.budget = &DiskFaults::full, .error = ENOSPC});
  const DiskFault fault = ChooseFault(call, faults);
  if (fault.error != 0) return Fail(fault.error);
  if (grows && full_) return FailFull();
  settling_ = folder;
  At(folder).folder.Apply(std::move(change), *this);
  return Changed(call);
}

int Disk::Open(int folder, std::string_view path, int flags) {
  if (down_) return Fail(EIO);
  Place place;
  if (const int error = Walk(folder, path, place); error != 0) return Fail(error);
  if (place.node == 0) {
    if ((flags & O_CREAT) == 0) return Fail(ENOENT);
    const Node made = NewEntry(false, 0);
    if (ChangeNames(Call::kOpen, true, place.folder, {{place.name, made}}) != 0) return -1;
    return NewDescriptor(made, flags);
  }
  if ((flags & O_CREAT) != 0 && (flags & O_EXCL) != 0) return Fail(EEXIST);
  if (At(place.node).is_folder && (flags & O_ACCMODE) != O_RDONLY) return Fail(EISDIR);
  if (!At(place.node).is_folder && (flags & O_DIRECTORY) != 0) return Fail(ENOTDIR);
  if (const int error = ErrorOf(Call::kOpen, &DiskFaults::read_errors, EIO); error != 0)
    return Fail(error);
  const int fd = NewDescriptor(place.node, flags);
  return (flags & O_TRUNC) != 0 && Resize(fd, 0) != 0 ? -1 : fd;
}

int Disk::Rename(int from_folder, std::string_view from, int to_folder, std::string_view to) {
  if (down_) return Fail(EIO);
  Place source;
  Place target;
  if (const int error = Walk(from_folder, from, source); error != 0) return Fail(error);
  if (const int error = Walk(to_folder, to, target); error != 0) return Fail(error);
  if (source.name.empty() || target.name.empty()) return Fail(EBUSY);
  if (source.node == 0) return Fail(ENOENT);
  for (Node folder = target.folder; folder != kRoot; folder = At(folder).parent) {
    if (folder == source.node) return Fail(EINVAL);  // into itself
  }
  for (Node folder = source.folder; folder != kRoot; folder = At(folder).parent) {
    if (folder == target.node) return Fail(ENOTEMPTY);
  }
  if (source.node == target.node) return 0;
  if (target.node != 0 && At(target.node).is_folder != At(source.node).is_folder) {
    return Fail(At(target.node).is_folder ? EISDIR : ENOTDIR);
  }
  if (target.node != 0 && At(target.node).is_folder && !Names(target.node).empty()) {
    return Fail(ENOTEMPTY);
  }
  if (At(source.node).is_folder) At(source.node).parent = target.folder;
  if (source.folder == target.folder) {
    return ChangeNames(Call::kRename, false, source.folder,
                       {{source.name, 0}, {target.name, source.node}});
  }
  settling_ = target.folder;
  At(target.folder).folder.Apply({{target.name, source.node}}, *this);
  return ChangeNames(Call::kRename, false, source.folder, {{source.name, 0}});
}

int Disk::Link(int from_folder, std::string_view from, int to_folder, std::string_view to) {
  if (down_) return Fail(EIO);
  Place source;
  Place target;
  if (const int error = Walk(from_folder, from, source); error != 0) return Fail(error);
  if (source.node == 0) return Fail(ENOENT);
  if (const int error = Walk(to_folder, to, target); error != 0) return Fail(error);
  if (target.node != 0) return Fail(EEXIST);
  if (At(source.node).is_folder) return Fail(EPERM);
  return ChangeNames(Call::kLink, true, target.folder, {{target.name, source.node}});
}

int Disk::Unlink(int folder, std::string_view path) {
  if (down_) return Fail(EIO);
  Place place;
  if (const int error = Walk(folder, path, place); error != 0) return Fail(error);
  if (place.node == 0) return Fail(ENOENT);
  if (At(place.node).is_folder) return Fail(EISDIR);
  return ChangeNames(Call::kUnlink, false, place.folder, {{place.name, 0}});
}

int Disk::MakeFolder(int folder, std::string_view path) {
  if (down_) return Fail(EIO);
  Place place;
  if (const int error = Walk(folder, path, place); error != 0) return Fail(error);
  if (place.node != 0) return Fail(EEXIST);
  return ChangeNames(Call::kMakeFolder, true, place.folder,
                     {{place.name, NewEntry(true, place.folder)}});
}

int Disk::RemoveFolder(int folder, std::string_view path) {
  if (down_) return Fail(EIO);
  Place place;
  if (const int error = Walk(folder, path, place); error != 0) return Fail(error);
  if (place.node == 0) return Fail(ENOENT);
  if (!At(place.node).is_folder) return Fail(ENOTDIR);
  if (place.name.empty()) return Fail(path.ends_with("..") ? ENOTEMPTY : EINVAL);
  if (!Names(place.node).empty()) return Fail(ENOTEMPTY);
  return ChangeNames(Call::kRemoveFolder, false, place.folder, {{place.name, 0}});
}

int Disk::List(int folder, std::string_view path, std::vector<std::string>& names) {
  if (down_) return Fail(EIO);
  Place place;
  if (const int error = Walk(folder, path, place); error != 0) return Fail(error);
  if (place.node == 0) return Fail(ENOENT);
  if (!At(place.node).is_folder) return Fail(ENOTDIR);
  if (const int error = ErrorOf(Call::kList, &DiskFaults::read_errors, EIO); error != 0)
    return Fail(error);
  for (const auto& [name, node] : Names(place.node)) names.push_back(name);
  return 0;
}

}  // namespace systematic
