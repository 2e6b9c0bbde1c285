// Without faults the modelled disk does what the kernel's file system does.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "base/temporary_folder.h"
#include "systematic/environment/disk.h"
#include "systematic/environment/testing/every_choice.h"

namespace systematic {
namespace {

constexpr const char* kPaths[] = {"a",     "b",      "d",   "d/a", "d/b", "d/e",
                                  "d/e/a", "d/../a", "d/.", "a/b", "x/y"};
constexpr int kFlags[] = {O_RDONLY,
                          O_WRONLY,
                          O_RDWR,
                          O_RDWR | O_CREAT,
                          O_WRONLY | O_CREAT | O_EXCL,
                          O_WRONLY | O_CREAT | O_TRUNC,
                          O_RDWR | O_CREAT | O_APPEND,
                          O_RDONLY | O_DIRECTORY};

// Makes the same calls of the modelled disk and of the kernel, and compares what they say.
class Pair {
 public:
  Pair(Disk& disk, const std::string& folder, std::uint64_t seed)
      : disk_(disk),
        root_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
        random_(seed) {}
  ~Pair() {
    for (const auto& [modelled, real] : open_) ::close(real);
    ::close(root_);
  }
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;

  void CallOne() {
    switch (random_.Below(12)) {
      case 0:
        return Results("mkdir", disk_.MakeFolder(AT_FDCWD, Path()),
                       [&] { return ::mkdirat(root_, path_.c_str(), 0700); });
      case 1:
        return Results("rmdir", disk_.RemoveFolder(AT_FDCWD, Path()),
                       [&] { return ::unlinkat(root_, path_.c_str(), AT_REMOVEDIR); });
      case 2:
        return Results("unlink", disk_.Unlink(AT_FDCWD, Path()),
                       [&] { return ::unlinkat(root_, path_.c_str(), 0); });
      case 3:
        return TwoPaths();
      case 4:
        return List();
      case 5:
      case 6:
        return Open();
      default:
        return OfDescriptor();
    }
  }

 private:
  // The last calls.
  std::string Tail() const { return said_.substr(said_.size() - std::min(said_.size(), 400ul)); }

  const std::string& Path() { return path_ = kPaths[random_.Below(std::size(kPaths))]; }

  void Compare(const std::string& call, std::int64_t modelled, std::int64_t real) {
    said_ += call + " " + path_ + ": " + std::to_string(real) + "\n";
    EXPECT_EQ(modelled, real) << Tail();
  }

  void TwoPaths() {
    const std::string from = Path();
    const std::string to = Path();
    path_ = from + " " + to;
    if (random_.Below(2) == 0) {
      const int modelled = ErrorOf(disk_.Rename(AT_FDCWD, from, AT_FDCWD, to));
      Compare("rename", modelled, ErrorOf(::renameat(root_, from.c_str(), root_, to.c_str())));
    } else {
      const int modelled = ErrorOf(disk_.Link(AT_FDCWD, from, AT_FDCWD, to));
      Compare("link", modelled, ErrorOf(::linkat(root_, from.c_str(), root_, to.c_str(), 0)));
    }
  }

  static int ErrorOf(std::int64_t result) { return result < 0 ? errno : 0; }

  void Open() {
    const int flags = kFlags[random_.Below(std::size(kFlags))];
    const int modelled = disk_.Open(AT_FDCWD, Path(), flags);
    const int modelled_error = ErrorOf(modelled);
    const int real = ::openat(root_, path_.c_str(), flags | O_CLOEXEC, 0600);
    Compare("open " + std::to_string(flags), modelled_error, ErrorOf(real));
    if (modelled >= 0 && real >= 0) open_.emplace_back(modelled, real);
  }

  void List() {
    std::vector<std::string> modelled;
    std::vector<std::string> real;
    const int error = ErrorOf(disk_.List(AT_FDCWD, Path(), modelled));
    const int folder = ::openat(root_, path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    Compare("list", error, ErrorOf(folder));
    if (folder < 0) return;
    const std::string place = "/proc/self/fd/" + std::to_string(folder);
    for (const auto& entry : std::filesystem::directory_iterator(place)) {
      real.push_back(entry.path().filename());
    }
    ::close(folder);
    std::sort(real.begin(), real.end());
    EXPECT_EQ(modelled, real) << Tail();
  }

  void OfDescriptor() {
    if (open_.empty()) return;
    const std::size_t i = random_.Below(static_cast<std::uint32_t>(open_.size()));
    const auto [modelled, real] = open_[i];
    path_ = "of " + std::to_string(real);
    const std::string bytes(random_.Below(700), static_cast<char>('a' + random_.Below(26)));
    const std::int64_t offset = random_.Below(2000);
    switch (random_.Below(9)) {
      case 0: {
        const int error = ErrorOf(disk_.Close(modelled));
        Compare("close", error, ErrorOf(::close(real)));
        open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(i));
        return;
      }
      case 1:
        return Results("write", disk_.Write(modelled, bytes.data(), bytes.size()),
                       [&, fd = real] { return ::write(fd, bytes.data(), bytes.size()); });
      case 2:
        return Results("pwrite", disk_.WriteAt(modelled, bytes.data(), bytes.size(), offset),
                       [&, fd = real] { return ::pwrite(fd, bytes.data(), bytes.size(), offset); });
      case 3:
        return Results("ftruncate", disk_.Resize(modelled, offset),
                       [&, fd = real] { return ::ftruncate(fd, offset); });
      case 4:
        return Results("fsync", disk_.Sync(modelled), [fd = real] { return ::fsync(fd); });
      case 5:
        return Read(modelled, real, -1);
      case 6:
        return Read(modelled, real, offset);
      case 7:
        return Results("flock", disk_.Lock(modelled),
                       [fd = real] { return ::flock(fd, LOCK_EX | LOCK_NB); });
      default:
        return Look(modelled, real);
    }
  }

  template <class Call>
  void Results(const std::string& call, std::int64_t modelled, const Call& real) {
    const int modelled_error = ErrorOf(modelled);
    const std::int64_t result = real();
    Compare(call + " error", modelled_error, ErrorOf(result));
    Compare(call, modelled, result);
  }

  void Read(int modelled, int real, std::int64_t offset) {
    std::string ours(600, '?');
    std::string theirs(600, '?');
    const ssize_t got = offset < 0 ? disk_.Read(modelled, ours.data(), ours.size())
                                   : disk_.ReadAt(modelled, ours.data(), ours.size(), offset);
    Results("read", got, [&] {
      return offset < 0 ? ::read(real, theirs.data(), theirs.size())
                        : ::pread(real, theirs.data(), theirs.size(), offset);
    });
    EXPECT_EQ(ours, theirs) << Tail();
  }

  void Look(int modelled, int real) {
    struct stat ours {};
    struct stat theirs {};
    Results("fstat", disk_.Look(modelled, &ours), [&] { return ::fstat(real, &theirs); });
    EXPECT_EQ(S_ISDIR(ours.st_mode), S_ISDIR(theirs.st_mode)) << Tail();
    if (S_ISREG(theirs.st_mode)) {
      EXPECT_EQ(ours.st_size, theirs.st_size) << Tail();
    }
  }

  Disk& disk_;
  int root_;
  base::Random random_;
  std::string path_;
  std::string said_;
  std::vector<std::pair<int, int>> open_;
};

TEST(DiskCallsTest, DoAsTheKernelDoes) {
  for (std::uint64_t seed = 0; seed < 60 && !::testing::Test::HasFailure(); ++seed) {
    ForEveryChoice([&](Scheduler& scheduler) {
      const base::TemporaryFolder folder;
      Disk disk(scheduler, "disk", {});
      Pair pair(disk, folder / ".", seed);
      for (int i = 0; i < 150 && !::testing::Test::HasFailure(); ++i) pair.CallOne();
    });
  }
}

}  // namespace
}  // namespace systematic
