// A disk in memory, for code that reaches its disk through an interface: the calls of POSIX on
// files and folders, whose failures, and what a crash leaves, are choices of the scheduler.
//
// Invariants:
//  1. without faults it does what a file system does: -1 and errno when a call cannot be done;
//  2. what is there after the power failed is what disk_file.h and disk_folder.h say;
//  3. the process can end, and the power fail, after every call that changes the disk: what happens
//     between two of them makes no difference to the disk. The disk is then down: every call fails
//     with EIO, so that the code under test ends by itself, and nothing that it does on its way has
//     an effect; whoever runs it looks at down() and calls Restart();
//  4. each fault has a budget for the execution, and costs no choice when there is none left.
// A descriptor is never used again in an execution, and means nothing to the system. Paths begin at
// the root, which is the working folder, too; there are no symbolic links.
// Thread safety: none.
// Source: Deligiannis et al., FAST 2016, for storage as a modelled machine; disk_file.h and
// disk_folder.h for what disks do.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "systematic/environment/disk_faults.h"
#include "systematic/environment/disk_file.h"
#include "systematic/environment/disk_folder.h"
#include "systematic/scheduler.h"

namespace systematic {

class Disk : private Outcomes {
 public:
  /// Keys of its choices have `name`, so that it must be the only disk of that name.
  Disk(Scheduler& scheduler, std::string_view name, const DiskFaults& faults);
  Disk(const Disk&) = delete;
  Disk& operator=(const Disk&) = delete;

  /// openat: O_RDONLY, O_WRONLY or O_RDWR, and O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_DIRECTORY.
  int Open(int folder, std::string_view path, int flags);
  int Close(int fd);
  ssize_t Read(int fd, char* bytes, std::size_t size);
  ssize_t ReadAt(int fd, char* bytes, std::size_t size, std::int64_t offset);
  ssize_t Write(int fd, const char* bytes, std::size_t size);
  ssize_t WriteAt(int fd, const char* bytes, std::size_t size, std::int64_t offset);
  /// ftruncate.
  int Resize(int fd, std::int64_t size);
  /// fsync and fdatasync, of a file or a folder.
  int Sync(int fd);
  /// fstat: st_mode, st_size and st_ino.
  int Look(int fd, struct stat* status);
  /// flock with LOCK_EX | LOCK_NB. The descriptor's end, or the process's, unlocks.
  int Lock(int fd);
  /// renameat. Between two folders, a power failure may leave the change in one of them alone.
  int Rename(int from_folder, std::string_view from, int to_folder, std::string_view to);
  /// linkat.
  int Link(int from_folder, std::string_view from, int to_folder, std::string_view to);
  /// unlinkat, of a file.
  int Unlink(int folder, std::string_view path);
  int MakeFolder(int folder, std::string_view path);
  int RemoveFolder(int folder, std::string_view path);
  /// The names in a folder, in alphabetical order, without "." and "..".
  int List(int folder, std::string_view path, std::vector<std::string>& names);

  /// Whether the process has ended or the power has failed.
  bool down() const { return down_; }
  void EndProcess();
  void FailPower();
  /// The power is back, and a new process has begun.
  void Restart() { down_ = false; }
  void MakeRoom() { full_ = false; }
  /// No more faults by choice; those that have happened stay.
  void EndFaults() { left_ = DiskFaults{.names = left_.names}; }

  /// How many descriptors are open.
  std::size_t open() const { return open_; }
  /// How many calls have failed by sync_failures, write_errors, read_errors and full.
  std::size_t failures() const { return failures_; }

  /// A file, as readers see it. Throws HarnessError if there is none.
  std::string Contents(std::string_view path);
  /// Makes the file, or replaces what is in it, and syncs all of the way to it. Throws HarnessError
  /// if there is no folder to have it.
  void Put(std::string_view path, std::string_view bytes);

 private:
  using Node = DiskFolder::Node;
  static constexpr Node kRoot = 1;
  enum class Call : std::uint8_t {
    kOpen,
    kRead,
    kWrite,
    kResize,
    kSync,
    kLook,
    kRename,
    kLink,
    kUnlink,
    kMakeFolder,
    kRemoveFolder,
    kList
  };
  static constexpr std::size_t kCalls = static_cast<std::size_t>(Call::kList) + 1;
  struct Entry {
    bool is_folder = false;
    Node parent = 0;  // of a folder: the one that it is in
    int locked_by = -1;
    DiskFile file;
    DiskFolder folder;
  };
  struct Descriptor {
    Node node = 0;
    std::uint64_t offset = 0;
    int flags = 0;
    bool is_open = false;
  };
  // Where a path leads. No name: to a folder, by ".", ".." or "/".
  struct Place {
    Node folder = 0;
    std::string name;
    Node node = 0;  // 0: nothing is there yet
  };
  std::uint64_t Choose(Part part, std::uint32_t index, std::uint64_t n) override;
  /// One of `n` things that could happen to the call, by DiskFaults::odds; 0: nothing.
  std::uint64_t ChooseWhat(Word kind, Call call, std::uint64_t n);
  DiskFault ChooseFault(Call call, const DiskFaultList& faults);
  /// The errno of the fault that the call has, which transfers nothing; 0: none.
  int ErrorOf(Call call, unsigned DiskFaults::*budget, int error);
  DiskFault ChooseTransferFault(Call call, std::uint64_t offset, std::size_t size, bool grows);
  /// The call has changed the disk: the process may end now, or the power fail. -1 if so.
  int Changed(Call call);
  int FailFull();

  int Walk(int folder, std::string_view path, Place& place);
  int Step(Place& place, std::string_view name);
  int ChangeNames(Call call, bool grows, Node folder, DiskFolder::Change change);
  const DiskFolder::Names& Names(Node folder);
  Node NewEntry(bool is_folder, Node parent);
  int NewDescriptor(Node node, int flags);
  Descriptor* Find(int fd);
  void Note(Call call, std::string_view what) const;
  Entry& At(Node node) { return entries_[node - 1]; }

  Scheduler& scheduler_;
  std::string name_;
  DiskFaults left_;
  std::deque<Entry> entries_;
  std::vector<Descriptor> descriptors_;
  std::size_t open_ = 0;
  std::size_t failures_ = 0;
  bool down_ = false;
  bool full_ = false;
  std::uint16_t life_ = 0;
  std::array<std::uint32_t, kCalls> calls_{};  // in this life
  Node settling_ = 0;                          // whose outcome is being chosen
  // Names in keys.
  Word word_ = 0;
  Word fault_ = 0;
  Word end_ = 0;
  std::array<Word, kCalls> call_words_{};
  std::array<Word, 3> part_words_{};
};

}  // namespace systematic
