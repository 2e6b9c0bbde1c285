// The durable log under every crash.
#include "sut/paxos/storage/systematic/storage_harness.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "sut/paxos/storage/log_format.h"
#include "systematic/runner.h"
#include "systematic/strategies/dfs.h"
#include "systematic/strategies/random.h"

namespace paxos {
namespace {

using systematic::DiskFaults;

struct Found {
  std::uint64_t executions = 0;
  std::string violation;  // "" for none
};

// Runs every execution, up to the first that violates something.
Found Exhaust(const StorageHarnessOptions& options) {
  systematic::RunOptions run;
  run.schedules = std::numeric_limits<std::uint64_t>::max();
  run.length = 100;
  const systematic::RunResult result = systematic::RunSchedules(
      StorageHarnessInfo("file_storage", options),
      [](const systematic::StrategyContext&) {
        return std::make_unique<systematic::DfsStrategy>(
            systematic::DfsStrategy::Options{.first = 1'000'000});
      },
      run);
  EXPECT_EQ(result.totals.cut_off + result.totals.stopped, 0u);
  if (!result.failure) {
    EXPECT_TRUE(result.exhausted);
    return {result.totals.executions, ""};
  }
  const systematic::Violation& violation = result.failure->violation;
  return {result.totals.executions, violation.monitor + ": " + violation.message};
}

StorageHarnessOptions With(const DiskFaults& faults) {
  StorageHarnessOptions options;
  options.faults = faults;
  return options;
}

const std::string kLong(500, 'v');    // a record of it spans two sectors
const std::string kZeros(500, '\0');  // cannot be told from what was not written

// Three records of all kinds, and every place and outcome of the faults.
TEST(StorageHarnessTest, APowerFailureAnywhereLosesNothingThatWasTold) {
  const Found found = Exhaust(With({.power_failures = 1}));
  EXPECT_EQ(found.violation, "");
  EXPECT_GT(found.executions, 3'000u);
}

TEST(StorageHarnessTest, NorDoesOneInARecordOfTwoSectors) {
  StorageHarnessOptions options = With({.power_failures = 1});
  options.values = {kLong, kZeros};
  EXPECT_EQ(Exhaust(options).violation, "");
}

TEST(StorageHarnessTest, NorDoesASecondOneWhileItIsOpenedAgain) {
  StorageHarnessOptions options = With({.power_failures = 2});
  options.kinds = {Record::Kind::kVote};
  options.values = {kLong};
  EXPECT_EQ(Exhaust(options).violation, "");
}

TEST(StorageHarnessTest, NorDoesOneAfterAProcessEnded) {
  StorageHarnessOptions options = With({.process_ends = 1, .power_failures = 1});
  options.kinds = {Record::Kind::kPromise, Record::Kind::kDecision};
  EXPECT_EQ(Exhaust(options).violation, "");
}

TEST(StorageHarnessTest, NorDoesOneWhileTheLogIsRewritten) {
  StorageHarnessOptions options = With({.process_ends = 1, .power_failures = 1});
  options.kinds = {Record::Kind::kVote};
  options.max_growth = 10;
  EXPECT_EQ(Exhaust(options).violation, "");
}

TEST(StorageHarnessTest, NorDoesOneAfterAFaultOfAnyKind) {
  for (const auto budget :
       {&DiskFaults::sync_failures, &DiskFaults::write_errors, &DiskFaults::read_errors,
        &DiskFaults::full, &DiskFaults::short_transfers, &DiskFaults::interruptions}) {
    StorageHarnessOptions options = With({.power_failures = 1});
    options.faults.*budget = 1;
    options.kinds = {Record::Kind::kVote};
    options.values = {kLong};
    const Found found = Exhaust(options);
    EXPECT_EQ(found.violation, "");
    EXPECT_GT(found.executions, 500u);
  }
}

// What everything at once does, now and then. CPNGEN_SCHEDULES: how many.
TEST(StorageHarnessTest, NorDoAllFaultsTogetherAtRandom) {
  for (const auto names :
       {systematic::DiskFolder::Order::kAny, systematic::DiskFolder::Order::kInOrder}) {
    StorageHarnessOptions options = With({.process_ends = 2,
                                          .power_failures = 3,
                                          .sync_failures = 2,
                                          .write_errors = 2,
                                          .read_errors = 2,
                                          .full = 2,
                                          .short_transfers = 4,
                                          .interruptions = 4,
                                          .names = names,
                                          .odds = 12});
    options.records = 12;
    options.values = {"M1", kLong, kZeros, std::string(3000, 'w')};
    options.max_growth = 1500;
    systematic::RunOptions run;
    const char* const schedules = std::getenv("CPNGEN_SCHEDULES");
    run.schedules = schedules != nullptr ? std::strtoull(schedules, nullptr, 10) : 1'000;
    const systematic::RunResult result = systematic::RunSchedules(
        StorageHarnessInfo("file_storage", options),
        [](const systematic::StrategyContext& context) {
          return std::make_unique<systematic::RandomStrategy>(context);
        },
        run);
    EXPECT_EQ(result.totals.violations, 0u)
        << result.failure->iteration << ": " << result.failure->violation.message;
    EXPECT_EQ(result.totals.quiescent, run.schedules);
  }
}

// Mistakes that a storage could make, put between it and the disk.

// Remembers what the descriptors are.
struct Descriptors {
  std::set<int> folders;
  std::set<int> parents;
  std::int64_t last_offset = 0;  // of the last write

  static std::shared_ptr<Descriptors> In(DiskCalls& calls) {
    auto known = std::make_shared<Descriptors>();
    calls.open = [known, open = calls.open](int folder, const char* path, int flags, mode_t mode) {
      const int fd = open(folder, path, flags, mode);
      if ((flags & O_DIRECTORY) != 0) known->folders.insert(fd);
      if (std::string(path).ends_with("/..")) known->parents.insert(fd);
      return fd;
    };
    calls.write = [known, write = calls.write](int fd, const char* bytes, std::size_t size,
                                               std::int64_t offset) {
      known->last_offset = offset;
      return write(fd, bytes, size, offset);
    };
    return known;
  }
};

bool IsRecord(std::int64_t offset) {
  return offset >= static_cast<std::int64_t>(kFirstRecordOffset);
}

std::string FirstViolation(const DiskFaults& faults,
                           const std::function<DiskCalls(DiskCalls)>& wrap) {
  StorageHarnessOptions options = With(faults);
  options.wrap = wrap;
  return Exhaust(options).violation;
}

TEST(StorageHarnessTest, FindsAMarkBeforeTheSync) {
  const std::string violation = FirstViolation({.power_failures = 1}, [](DiskCalls calls) {
    const auto known = Descriptors::In(calls);
    const auto owed = std::make_shared<bool>(false);
    calls.sync = [=, sync = calls.sync](int fd) {
      *owed = IsRecord(known->last_offset) && !known->folders.contains(fd);
      return *owed ? 0 : sync(fd);
    };
    calls.write = [=, sync = calls.sync, write = calls.write](
                      int fd, const char* bytes, std::size_t size, std::int64_t offset) {
      const bool late = std::exchange(*owed, false);
      const ssize_t done = write(fd, bytes, size, offset);
      return late && done >= 0 && sync(fd) != 0 ? -1 : done;
    };
    return calls;
  });
  EXPECT_EQ(violation.substr(0, 37), "durable: refused what it wrote itself");
}

TEST(StorageHarnessTest, FindsAFolderThatIsNotSynced) {
  const std::string violation = FirstViolation({.power_failures = 1}, [](DiskCalls calls) {
    const auto known = Descriptors::In(calls);
    calls.sync = [known, sync = calls.sync](int fd) {
      return known->folders.contains(fd) && !known->parents.contains(fd) ? 0 : sync(fd);
    };
    return calls;
  });
  EXPECT_EQ(violation, "durable: opened with nothing; told was promised 3");
}

TEST(StorageHarnessTest, FindsAParentFolderThatIsNotSynced) {
  const std::string violation = FirstViolation({.power_failures = 1}, [](DiskCalls calls) {
    const auto known = Descriptors::In(calls);
    calls.sync = [known, sync = calls.sync](int fd) {
      return known->parents.contains(fd) ? 0 : sync(fd);
    };
    return calls;
  });
  EXPECT_EQ(violation, "durable: opened with nothing; told was promised 3");
}

TEST(StorageHarnessTest, FindsASyncFailureThatIsIgnored) {
  const std::string violation = FirstViolation({.sync_failures = 1}, [](DiskCalls calls) {
    calls.sync = [sync = calls.sync](int fd) {
      sync(fd);
      return 0;
    };
    return calls;
  });
  EXPECT_NE(violation, "");
}

// The next sync succeeds, and writes nothing.
TEST(StorageHarnessTest, FindsASyncThatIsTriedAgain) {
  const std::string violation = FirstViolation({.sync_failures = 1}, [](DiskCalls calls) {
    calls.sync = [sync = calls.sync](int fd) { return sync(fd) == 0 ? 0 : sync(fd); };
    return calls;
  });
  EXPECT_NE(violation, "");
}

TEST(StorageHarnessTest, FindsARecordThatIsNotSynced) {
  const std::string violation = FirstViolation({}, [](DiskCalls calls) {
    const auto known = Descriptors::In(calls);
    calls.sync = [known, sync = calls.sync](int fd) {
      return IsRecord(known->last_offset) ? 0 : sync(fd);
    };
    return calls;
  });
  EXPECT_NE(violation, "");
}

TEST(StorageHarnessTest, FindsALockThatIsNotTaken) {
  const std::string violation = FirstViolation({}, [](DiskCalls calls) {
    calls.lock = [](int) { return 0; };
    return calls;
  });
  EXPECT_EQ(violation, "durable: a stranger was not refused as it must be: none");
}

TEST(StorageHarnessTest, FindsADescriptorThatIsLeftOpen) {
  const std::string violation = FirstViolation({}, [](DiskCalls calls) {
    calls.close = [](int) { return 0; };
    return calls;
  });
  EXPECT_NE(violation, "");
}

TEST(StorageHarnessTest, FindsARenameBeforeTheSync) {
  const std::string violation = FirstViolation({.power_failures = 1}, [](DiskCalls calls) {
    const auto known = Descriptors::In(calls);
    const auto owed = std::make_shared<int>(-1);
    const auto sync = calls.sync;
    calls.sync = [=](int fd) {
      if (known->last_offset != 0 || known->folders.contains(fd)) return sync(fd);
      *owed = fd;
      return 0;
    };
    calls.rename = [=, rename = calls.rename](int folder, const char* from, const char* to) {
      const int result = rename(folder, from, to);
      return result == 0 ? sync(*owed) : result;
    };
    return calls;
  });
  EXPECT_NE(violation, "");
}

}  // namespace
}  // namespace paxos
