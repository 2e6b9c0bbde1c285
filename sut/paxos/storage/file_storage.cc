#include "sut/paxos/storage/file_storage.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace paxos {
namespace {

constexpr const char* kLog = "log";
constexpr const char* kNewLog = "log.new";
constexpr off_t kMostLogBytes = off_t{256} << 20;  // 16 MiB of growth and a few values of 1 MiB

// A file descriptor that closes itself.
class File {
 public:
  File() = default;
  File(int fd, const DiskCalls& disk) : fd_(fd), disk_(&disk) {}
  File(File&& other) noexcept : fd_(std::exchange(other.fd_, -1)), disk_(other.disk_) {}
  File& operator=(File&& other) noexcept {
    std::swap(fd_, other.fd_);
    std::swap(disk_, other.disk_);
    return *this;
  }
  ~File() {
    if (fd_ >= 0) disk_->close(fd_);
  }
  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }

 private:
  int fd_ = -1;
  const DiskCalls* disk_ = nullptr;
};

[[noreturn]] void Fail(const std::string& path, const char* what) {
  throw StorageError(fmt::format("{}: cannot {}: {}", path, what, std::strerror(errno)));
}

std::string Describe(const LogOwner& owner) {
  return fmt::format("replica {} of {} with prepare quorum {} and accept quorum {}", owner.id,
                     owner.replicas, owner.prepare_quorum, owner.accept_quorum);
}

// What it takes to get from nothing to the state.
std::vector<Record> RecordsOf(const StoredState& state) {
  std::vector<Record> records;
  if (state.vote) records.push_back({Record::Kind::kVote, state.vote->rnd, state.vote->value});
  if (state.promised && (!state.vote || *state.promised > state.vote->rnd)) {
    records.push_back({Record::Kind::kPromise, *state.promised, ""});
  }
  if (state.round) records.push_back({Record::Kind::kRound, *state.round, ""});
  if (state.decision) {
    records.push_back({Record::Kind::kDecision, state.decision->rnd, state.decision->value});
  }
  return records;
}

// Everything in the folder but the log that is being written, in no order.
std::vector<std::string> Entries(const std::string& folder, const DiskCalls& disk) {
  std::vector<std::string> names;
  if (disk.list(folder.c_str(), names) != 0) Fail(folder, "read the folder");
  std::erase(names, kNewLog);
  return names;
}

File OpenFolder(const std::string& path, const DiskCalls& disk) {
  return {disk.open(AT_FDCWD, path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0), disk};
}

File MakeAndLockFolder(const std::string& folder, const DiskCalls& disk) {
  if (disk.make_folder(folder.c_str(), 0700) != 0 && errno != EEXIST) {
    Fail(folder, "make the folder");
  }
  File opened = OpenFolder(folder, disk);
  if (!opened.open()) Fail(folder, "open the folder");
  if (disk.lock(opened.get()) != 0) {
    if (errno != EWOULDBLOCK) Fail(folder, "lock the folder");
    throw StorageError(folder +
                       ": another process uses this data folder; each replica needs its own");
  }
  return opened;
}

// Makes the folder's own name durable.
void SyncParent(const std::string& folder, const DiskCalls& disk) {
  const File parent = OpenFolder(folder + "/..", disk);
  if (!parent.open() || disk.sync(parent.get()) != 0) Fail(folder, "sync the parent folder");
}

// The log is made by a FileStorage alone. What else has its name is left alone: a link could lead
// anywhere, a device or a pipe never ends.
void RequireLog(const File& log, const std::string& path, const DiskCalls& disk) {
  struct stat status {};
  if (disk.look(log.get(), &status) != 0) Fail(path, "look at the log");
  if (!S_ISREG(status.st_mode)) {
    throw StorageError(path + ": cannot open the log: it is no regular file");
  }
  if (status.st_size > kMostLogBytes) {
    throw StorageError(
        fmt::format("{}: cannot open the log: it has more than {} MiB", path, kMostLogBytes >> 20));
  }
}

// The log's bytes; nothing when there is no log yet.
std::optional<std::string> ReadLog(const File& folder, const std::string& path,
                                   const DiskCalls& disk) {
  const File log(disk.open(folder.get(), kLog, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0),
                 disk);
  if (!log.open()) {
    if (errno == ELOOP) {
      throw StorageError(path + ": cannot open the log: it is a symbolic link");
    }
    if (errno != ENOENT) Fail(path, "open the log");
    return std::nullopt;
  }
  RequireLog(log, path, disk);
  std::string bytes;
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t got = disk.read(log.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) Fail(path, "read the log");
    if (got == 0) return bytes;
    bytes.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

// A file of our own in place of what an earlier try left there.
File MakeNewLog(const File& folder, const std::string& path, const DiskCalls& disk) {
  if (disk.unlink(folder.get(), kNewLog) != 0 && errno != ENOENT) Fail(path, "make the file");
  File log(disk.open(folder.get(), kNewLog, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600), disk);
  if (!log.open()) Fail(path, "make the file");
  return log;
}

}  // namespace

struct FileStorage::State {
  State(const std::string& folder_path, const LogOwner& log_owner, Options storage_options)
      : path(folder_path),
        log_path(folder_path + "/" + kLog),
        owner(log_owner),
        options(std::move(storage_options)),
        folder(MakeAndLockFolder(folder_path, options.disk)) {}

  void Open() {
    if (const auto bytes = ReadLog(folder, log_path, options.disk)) {
      LogContents contents = DecodeLog(*bytes, log_path);
      if (contents.owner != owner) {
        throw StorageError(fmt::format("{}: it belongs to {}; this is {}", path,
                                       Describe(contents.owner), Describe(owner)));
      }
      stored = std::move(contents.state);
      sequence = contents.last_sequence;
      torn_bytes = contents.torn_bytes;
    } else if (const auto names = Entries(path, options.disk); !names.empty()) {
      throw StorageError(fmt::format(
          "{}: not a data folder of paxos_server: it has '{}' in it and no '{}'; name an empty or "
          "new folder",
          path, *std::min_element(names.begin(), names.end()), kLog));
    } else {
      // Also if the folder is not new: who made it may have ended before this.
      SyncParent(path, options.disk);
    }
    Rewrite();
  }

  // Replaces the log by one with the state alone.
  void Rewrite() {
    std::string bytes = EncodePreamble(owner, sequence + 1);
    bytes.resize(kFirstRecordOffset);
    for (const Record& record : RecordsOf(stored)) bytes += EncodeRecord(++sequence, record);
    const std::string mark = EncodeMark({sequence, bytes.size()});
    for (const std::uint64_t parity : {0, 1}) bytes.replace(MarkOffset(parity), mark.size(), mark);

    log = MakeNewLog(folder, path + "/" + kNewLog, options.disk);
    Write(bytes, 0);
    Sync(log);
    if (options.disk.rename(folder.get(), kNewLog, kLog) != 0) Fail(log_path, "rename the log");
    Sync(folder);
    end = bytes.size();
    rewrite_at = end + options.max_growth;
  }

  void Append(const Record& record) {
    const std::string bytes = EncodeRecord(sequence + 1, record);
    Write(bytes, end);
    Sync(log);
    ++sequence;
    end += bytes.size();
    Write(EncodeMark({sequence, end}), MarkOffset(sequence));
    Apply(record, stored);
  }

  void Write(const std::string& bytes, std::uint64_t offset) {
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t wrote = options.disk.write(log.get(), bytes.data() + done, bytes.size() - done,
                                               static_cast<std::int64_t>(offset + done));
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote <= 0) Fail(log_path, "write the log");
      done += static_cast<std::size_t>(wrote);
    }
  }

  void Sync(const File& file) {
    if (options.disk.sync(file.get()) != 0) Fail(log_path, "sync the log");
  }

  const std::string path;
  const std::string log_path;
  const LogOwner owner;
  const Options options;
  const File folder;  // locked
  File log;
  StoredState stored;
  std::uint64_t sequence = 0;  // of the last durable record
  std::uint64_t end = 0;       // its end
  std::uint64_t rewrite_at = 0;
  std::uint64_t torn_bytes = 0;
  bool broken = false;
};

FileStorage::FileStorage(const std::string& folder, const LogOwner& owner)
    : FileStorage(folder, owner, Options()) {}

FileStorage::FileStorage(const std::string& folder, const LogOwner& owner, Options options)
    : state_(std::make_unique<State>(folder, owner, std::move(options))) {
  state_->Open();
}

FileStorage::~FileStorage() = default;

StoredState FileStorage::Load() const { return state_->stored; }

std::uint64_t FileStorage::torn_bytes() const { return state_->torn_bytes; }

void FileStorage::Save(const Record& record) {
  if (state_->broken) {
    throw StorageError(state_->log_path +
                       ": a write failed before; the folder must be opened anew");
  }
  state_->broken = true;  // unless all of this succeeds
  if (state_->end >= state_->rewrite_at) state_->Rewrite();
  state_->Append(record);
  state_->broken = false;
}

}  // namespace paxos
