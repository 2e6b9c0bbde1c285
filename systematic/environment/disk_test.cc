// The modelled disk: what a crash, and what a fault leaves.
#include "systematic/environment/disk.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "systematic/environment/testing/every_choice.h"

namespace systematic {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

constexpr int kNew = O_RDWR | O_CREAT;

// Each result of `run`, with how many sequences of choices give it.
using Results = std::map<std::string, int>;
Results AllOf(const DiskFaults& faults, const std::function<std::string(Disk&)>& run) {
  Results results;
  ForEveryChoice([&](Scheduler& scheduler) {
    Disk disk(scheduler, "disk", faults);
    ++results[run(disk)];
  });
  return results;
}
Results AllOf(const std::function<std::string(Disk&)>& run) { return AllOf({}, run); }

int OpenFolder(Disk& disk) { return disk.Open(AT_FDCWD, "/", O_RDONLY | O_DIRECTORY); }

ssize_t Put(Disk& disk, int fd, const std::string& bytes, std::int64_t offset) {
  return disk.WriteAt(fd, bytes.data(), bytes.size(), offset);
}

void CrashAndRestart(Disk& disk) {
  disk.FailPower();
  disk.Restart();
}

// A run of bytes as a letter and how many, "a512 .3": dots are zeros.
std::string Short(const std::string& bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size();) {
    const std::size_t end = std::min(bytes.find_first_not_of(bytes[i], i), bytes.size());
    text += (text.empty() ? "" : " ") + std::string(1, bytes[i] == '\0' ? '.' : bytes[i]) +
            std::to_string(end - i);
    i = end;
  }
  return text;
}

std::string Names(Disk& disk) {
  std::vector<std::string> names;
  if (disk.List(AT_FDCWD, "/", names) != 0) return "cannot list";
  std::string text;
  for (const std::string& name : names) text += name + " ";
  return text;
}

// The errno of a call that failed, 0 of one that did not.
int ErrorOf(ssize_t result) { return result < 0 ? errno : 0; }

TEST(DiskTest, UnsyncedSectorsAreOldOrNewOnTheirOwn) {
  const Results results = AllOf([](Disk& disk) {
    disk.Put("/f", std::string(1536, 'a'));
    const int fd = disk.Open(AT_FDCWD, "/f", O_RDWR);
    Put(disk, fd, std::string(1024, 'b'), 256);
    CrashAndRestart(disk);
    return Short(disk.Contents("/f"));
  });
  EXPECT_EQ(results, (Results{{"a1536", 1},
                              {"a256 b256 a1024", 1},
                              {"a512 b512 a512", 1},
                              {"a1024 b256 a256", 1},
                              {"a256 b768 a512", 1},
                              {"a256 b256 a512 b256 a256", 1},
                              {"a512 b768 a256", 1},
                              {"a256 b1024 a256", 1}}));
}

TEST(DiskTest, AFileMayHaveGrownWithoutItsBytes) {
  const Results results = AllOf([](Disk& disk) {
    disk.Put("/f", std::string(500, 'a'));
    const int fd = disk.Open(AT_FDCWD, "/f", O_RDWR);
    Put(disk, fd, std::string(20, 'b'), 500);
    CrashAndRestart(disk);
    return Short(disk.Contents("/f"));
  });
  EXPECT_EQ(results, (Results{{"a500", 1},
                              {"a500 .12", 1},
                              {"a500 b12", 1},
                              {"a500 .20", 1},
                              {"a500 b12 .8", 1},
                              {"a500 .12 b8", 1},
                              {"a500 b20", 1}}));
}

TEST(DiskTest, WhatWasBetweenTwoWritesMayBeOnTheDisk) {
  const Results results = AllOf([](Disk& disk) {
    disk.Put("/f", "a");
    const int fd = disk.Open(AT_FDCWD, "/f", O_RDWR);
    Put(disk, fd, "b", 0);
    Put(disk, fd, "c", 0);
    CrashAndRestart(disk);
    return disk.Contents("/f");
  });
  EXPECT_EQ(results, (Results{{"a", 1}, {"b", 1}, {"c", 1}}));
}

TEST(DiskTest, WhatWasSyncedStays) {
  const Results results = AllOf([](Disk& disk) {
    disk.Put("/f", "a");
    const int fd = disk.Open(AT_FDCWD, "/f", O_RDWR);
    Put(disk, fd, "bcd", 0);
    disk.Sync(fd);
    CrashAndRestart(disk);
    CrashAndRestart(disk);
    return disk.Contents("/f");
  });
  EXPECT_EQ(results, (Results{{"bcd", 1}}));
}

TEST(DiskTest, WhatACrashLeftStaysAsItWasRead) {
  const Results results = AllOf([](Disk& disk) {
    disk.Put("/f", "a");
    Put(disk, disk.Open(AT_FDCWD, "/f", O_RDWR), "b", 0);
    CrashAndRestart(disk);
    const std::string once = disk.Contents("/f");
    CrashAndRestart(disk);
    return once + disk.Contents("/f");
  });
  EXPECT_EQ(results, (Results{{"aa", 1}, {"bb", 1}}));
}

TEST(DiskTest, WhatNobodyLooksAtCostsNoChoice) {
  const Results results = AllOf([](Disk& disk) {
    disk.Put("/f", "");
    Put(disk, disk.Open(AT_FDCWD, "/f", O_RDWR), std::string(5000, 'a'), 0);
    CrashAndRestart(disk);
    return std::string("one");
  });
  EXPECT_EQ(results, (Results{{"one", 1}}));
}

TEST(DiskTest, TheEndOfAProcessLosesNothing) {
  const Results results = AllOf([](Disk& disk) {
    Put(disk, disk.Open(AT_FDCWD, "/f", kNew), "abc", 0);
    disk.EndProcess();
    disk.Restart();
    return disk.Contents("/f");
  });
  EXPECT_EQ(results, (Results{{"abc", 1}}));
}

TEST(DiskTest, NamesLastOnceTheirFolderIsSynced) {
  for (const bool synced : {false, true}) {
    const Results results = AllOf([&](Disk& disk) {
      disk.Sync(disk.Open(AT_FDCWD, "/f", kNew));
      if (synced) disk.Sync(OpenFolder(disk));
      CrashAndRestart(disk);
      return Names(disk);
    });
    EXPECT_EQ(results, synced ? (Results{{"f ", 1}}) : (Results{{"", 1}, {"f ", 1}}));
  }
}

std::string Replaced(Disk& disk) {
  disk.Put("/f", "old");
  disk.Put("/g", "new");
  disk.Rename(AT_FDCWD, "/g", AT_FDCWD, "/f");
  CrashAndRestart(disk);
  return Names(disk) + disk.Contents("/f");
}

TEST(DiskTest, ARenameHappensWhollyOrNot) {
  EXPECT_EQ(AllOf(Replaced), (Results{{"f new", 1}, {"f g old", 1}}));
}

std::string ThreeMade(Disk& disk) {
  for (const char* name : {"/a", "/b", "/c"}) disk.Open(AT_FDCWD, name, kNew);
  CrashAndRestart(disk);
  return Names(disk);
}

TEST(DiskTest, NamesLastInAnyOrder) {
  EXPECT_EQ(AllOf(ThreeMade), (Results{{"", 1},
                                       {"a ", 1},
                                       {"b ", 1},
                                       {"c ", 1},
                                       {"a b ", 1},
                                       {"a c ", 1},
                                       {"b c ", 1},
                                       {"a b c ", 1}}));
}

TEST(DiskTest, NamesLastInOrderIfAskedTo) {
  EXPECT_EQ(AllOf({.names = DiskFolder::Order::kInOrder}, ThreeMade),
            (Results{{"", 1}, {"a ", 1}, {"a b ", 1}, {"a b c ", 1}}));
}

TEST(DiskTest, WhatALaterChangeDecidesCostsNoChoice) {
  const Results results = AllOf([](Disk& disk) {
    disk.Put("/f", "old");
    const int fd = disk.Open(AT_FDCWD, "/g", kNew);
    Put(disk, fd, "new", 0);
    disk.Sync(fd);
    disk.Rename(AT_FDCWD, "/g", AT_FDCWD, "/f");
    CrashAndRestart(disk);
    return Names(disk) + disk.Contents("/f");
  });
  EXPECT_EQ(results, (Results{{"f new", 1}, {"f old", 1}, {"f g old", 1}}));
}

TEST(DiskTest, AFailedSyncLosesWhatTheNextOneDoesNotWrite) {
  const Results results = AllOf({.sync_failures = 1}, [](Disk& disk) {
    disk.Put("/f", "a");
    const int fd = disk.Open(AT_FDCWD, "/f", O_RDWR);
    Put(disk, fd, "b", 0);
    const int first = ErrorOf(disk.Sync(fd));
    const int second = ErrorOf(disk.Sync(fd));
    const std::string seen = disk.Contents("/f");
    CrashAndRestart(disk);
    return std::to_string(first) + " " + std::to_string(second) + " " + seen + disk.Contents("/f");
  });
  // EIO is 5. Memory that was kept; memory that shows what is on the disk; the second one failed.
  EXPECT_EQ(results,
            (Results{{"0 0 bb", 1}, {"0 5 bb", 1}, {"5 0 ba", 1}, {"5 0 bb", 2}, {"5 0 aa", 1}}));
}

TEST(DiskTest, ASyncThatFailedForAFolderLeavesItsNamesToTheNext) {
  const Results results = AllOf({.sync_failures = 1}, [](Disk& disk) {
    disk.Open(AT_FDCWD, "/f", kNew);
    const int folder = OpenFolder(disk);
    if (disk.Sync(folder) == 0) return std::string("synced");
    disk.Sync(folder);
    CrashAndRestart(disk);
    return Names(disk);
  });
  EXPECT_EQ(results, (Results{{"synced", 1}, {"f ", 1}}));
}

TEST(DiskTest, AfterTheEndEveryCallFailsUntilTheRestart) {
  AllOf([](Disk& disk) {
    const int fd = disk.Open(AT_FDCWD, "/f", kNew);
    disk.FailPower();
    EXPECT_TRUE(disk.down());
    EXPECT_EQ(disk.open(), 0u);
    std::vector<std::string> names;
    struct stat status {};
    char byte = 0;
    const std::vector<int> errors = {ErrorOf(disk.Open(AT_FDCWD, "/f", O_RDONLY)),
                                     ErrorOf(disk.Close(fd)),
                                     ErrorOf(disk.Read(fd, &byte, 1)),
                                     ErrorOf(disk.Write(fd, "a", 1)),
                                     ErrorOf(disk.Resize(fd, 0)),
                                     ErrorOf(disk.Sync(fd)),
                                     ErrorOf(disk.Look(fd, &status)),
                                     ErrorOf(disk.Lock(fd)),
                                     ErrorOf(disk.Rename(AT_FDCWD, "/f", AT_FDCWD, "/g")),
                                     ErrorOf(disk.Link(AT_FDCWD, "/f", AT_FDCWD, "/g")),
                                     ErrorOf(disk.Unlink(AT_FDCWD, "/f")),
                                     ErrorOf(disk.MakeFolder(AT_FDCWD, "/d")),
                                     ErrorOf(disk.RemoveFolder(AT_FDCWD, "/d")),
                                     ErrorOf(disk.List(AT_FDCWD, "/", names))};
    EXPECT_EQ(std::set<int>(errors.begin(), errors.end()), std::set<int>{EIO});
    disk.Restart();
    EXPECT_EQ(ErrorOf(disk.Close(fd)), EBADF);
    return std::string();
  });
}

TEST(DiskTest, ThePowerFailsAfterAnyCallThatChangesTheDisk) {
  const Results results = AllOf({.power_failures = 1}, [](Disk& disk) {
    disk.Put("/f", "a");
    const int fd = disk.Open(AT_FDCWD, "/f", O_RDWR);
    const std::vector<ssize_t> done = {Put(disk, fd, "b", 0), disk.Sync(fd), disk.Sync(fd),
                                       disk.Rename(AT_FDCWD, "/f", AT_FDCWD, "/g")};
    std::string text;
    for (const ssize_t result : done) text += result < 0 ? "-" : "+";
    disk.Restart();
    text += " " + Names(disk);
    return text + disk.Contents(text.back() == 'g' || text[text.size() - 2] == 'g' ? "/g" : "/f");
  });
  EXPECT_EQ(results, (Results{{"++++ g b", 1},
                              {"+++- g b", 1},
                              {"+++- f b", 1},
                              {"+--- f b", 1},
                              {"---- f a", 1},
                              {"---- f b", 1}}));
}

TEST(DiskTest, AFullDiskTakesAPartAndIsFullUntilThereIsRoom) {
  const Results results = AllOf({.full = 1}, [](Disk& disk) {
    disk.Put("/f", "ab");
    const int fd = disk.Open(AT_FDCWD, "/f", O_RDWR);
    std::string text;
    for (const ssize_t done : {Put(disk, fd, "cdef", 2), Put(disk, fd, "ghij", 6)}) {
      text += done == 4 ? "whole " : done < 0 ? "nothing " : std::to_string(done) + " ";
    }
    disk.EndFaults();
    if (Put(disk, fd, "z", 10) == 1) return text;
    if (Put(disk, fd, "A", 0) != 1) text += "not in place ";
    if (ErrorOf(disk.Open(AT_FDCWD, "/g", kNew)) == ENOSPC) text += "no file ";
    disk.MakeRoom();
    return text + disk.Contents("/f");
  });
  EXPECT_EQ(results, (Results{{"whole whole ", 1},
                              {"nothing nothing no file Ab", 1},
                              {"1 nothing no file Abc", 1},
                              {"3 nothing no file Abcde", 1},
                              {"whole nothing no file Abcdef", 1},
                              {"whole 1 no file Abcdefg", 1},
                              {"whole 3 no file Abcdefghi", 1}}));
}

TEST(DiskTest, TransfersMayBeInterruptedOrShort) {
  const Results results = AllOf({.short_transfers = 1, .interruptions = 1}, [](Disk& disk) {
    disk.Put("/f", "");
    const int fd = disk.Open(AT_FDCWD, "/f", O_RDWR);
    const std::string bytes(600, 'a');
    const ssize_t done = Put(disk, fd, bytes, 0);
    return done < 0 ? "error " + std::to_string(errno) : std::to_string(done);
  });
  EXPECT_EQ(results,
            (Results{{"600", 1}, {"error 4", 1}, {"1", 1}, {"512", 1}, {"599", 1}}));  // EINTR
}

TEST(DiskTest, ReadsMayFail) {
  const Results results = AllOf({.read_errors = 1}, [](Disk& disk) {
    disk.Put("/f", "abc");
    const int fd = disk.Open(AT_FDCWD, "/f", O_RDONLY);
    if (fd < 0) return std::string("open");
    struct stat status {};
    if (disk.Look(fd, &status) != 0) return std::string("look");
    char bytes[10];
    const ssize_t got = disk.Read(fd, bytes, 10);
    if (got < 0) return std::string("read");
    std::vector<std::string> names;
    if (disk.List(AT_FDCWD, "/", names) != 0) return std::string("list");
    return std::string(bytes, static_cast<std::size_t>(got));
  });
  EXPECT_EQ(results, (Results{{"open", 1}, {"look", 1}, {"read", 1}, {"list", 1}, {"abc", 1}}));
}

TEST(DiskTest, FaultsCanEnd) {
  const Results results = AllOf({.power_failures = 9, .write_errors = 9}, [](Disk& disk) {
    disk.EndFaults();
    const int fd = disk.Open(AT_FDCWD, "/f", kNew);
    return std::to_string(Put(disk, fd, "abc", 0));
  });
  EXPECT_EQ(results, (Results{{"3", 1}}));
}

TEST(DiskTest, OddsMakeAFaultOneChoiceInSoMany) {
  const Results results = AllOf({.write_errors = 1, .odds = 10}, [](Disk& disk) {
    disk.Put("/f", "a");
    return std::to_string(Put(disk, disk.Open(AT_FDCWD, "/f", O_RDWR), "b", 0));
  });
  EXPECT_EQ(results, (Results{{"1", 9}, {"-1", 1}}));
}

TEST(DiskTest, ALockIsOneDescriptorsUntilItEnds) {
  AllOf([](Disk& disk) {
    const int first = OpenFolder(disk);
    const int second = OpenFolder(disk);
    EXPECT_EQ(disk.Lock(first), 0);
    EXPECT_EQ(disk.Lock(first), 0);
    EXPECT_EQ(ErrorOf(disk.Lock(second)), EWOULDBLOCK);
    disk.Close(first);
    EXPECT_EQ(disk.Lock(second), 0);
    disk.EndProcess();
    disk.Restart();
    EXPECT_EQ(disk.Lock(OpenFolder(disk)), 0);
    return std::string();
  });
}

TEST(DiskTest, AnUnlinkedFileLivesAsLongAsItIsOpen) {
  AllOf([](Disk& disk) {
    disk.Put("/f", "abc");
    const int fd = disk.Open(AT_FDCWD, "/f", O_RDONLY);
    EXPECT_EQ(disk.Unlink(AT_FDCWD, "/f"), 0);
    char bytes[3];
    EXPECT_EQ(disk.Read(fd, bytes, 3), 3);
    EXPECT_EQ(Names(disk), "");
    return std::string();
  });
}

TEST(DiskTest, KeysSayWhatIsChosenAndWhere) {
  std::vector<std::string> keys;
  ForEveryChoice([&](Scheduler& scheduler) {
    if (!keys.empty()) return;
    Disk disk(scheduler, "d0", {.sync_failures = 1});
    disk.Put("/f", "a");
    const int fd = disk.Open(AT_FDCWD, "/f", O_RDWR);
    Put(disk, fd, "b", 0);
    disk.Sync(fd);
    Put(disk, fd, "cc", 0);
    CrashAndRestart(disk);
    disk.Contents("/f");
    for (const Option& option : scheduler.enabled()) static_cast<void>(option);
    for (const auto& choice : scheduler.log().choices()) {
      const Key& key = choice.key;
      keys.push_back(std::string(scheduler.NameOf(key.kind)) + " " +
                     std::string(scheduler.NameOf(key.from)) + " " +
                     std::string(scheduler.NameOf(key.what)) + " " + std::to_string(key.life));
    }
  });
  EXPECT_THAT(keys, ElementsAre("fault d0 sync 0", "size d0  1", "sector d0  1"));
}

}  // namespace
}  // namespace systematic
