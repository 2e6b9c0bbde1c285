#include "base/process_memory.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "base/temporary_folder.h"

namespace base {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

TEST(ProcessMemoryTest, ResidentMemoryCountsWhatIsTouched) {
  const std::uint64_t before = ResidentMemory();
  EXPECT_GT(before, 0u);
  constexpr std::size_t kMore = 32 * kMiB;
  const auto block = std::make_unique<char[]>(kMore);
  std::memset(block.get(), 1, kMore);
  EXPECT_GE(ResidentMemory(), before + kMore / 2);
}

TEST(ProcessMemoryTest, ThisMachineHasMemory) { EXPECT_GT(ObtainableMemory(), ResidentMemory()); }

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they have their own heap
TEST(ProcessMemoryTest, FreePiecesBelowWhatIsInUseAreGivenBack) {
  constexpr std::size_t kPieces = 32 * 1024;
  std::vector<std::unique_ptr<char[]>> pieces;
  for (std::size_t i = 0; i < kPieces; ++i) {
    pieces.push_back(std::make_unique<char[]>(1024));  // zeros: it is touched
  }
  const std::unique_ptr<char[]> last = std::move(pieces.back());
  pieces.clear();
  const std::uint64_t before = ResidentMemory();
  GiveBackFreeMemory();
  EXPECT_LE(ResidentMemory() + 16 * kMiB, before);
}
#endif

/// A folder that looks like / to ObtainableMemory(), with 1000 MiB free.
class MachineTest : public ::testing::Test {
 protected:
  MachineTest() { root_.Write("proc/meminfo", "MemTotal: 4096000 kB\nMemAvailable: 1024000 kB\n"); }

  /// What is obtainable beside what this process holds.
  std::uint64_t Obtainable() const {
    const std::uint64_t before = ResidentMemory();
    const std::uint64_t obtainable = ObtainableMemory(root_.path());
    return (obtainable - before + kMiB) / (16 * kMiB);  // the process may have grown since
  }

  TemporaryFolder root_;
};

TEST_F(MachineTest, WhatIsAvailableCounts) { EXPECT_EQ(Obtainable(), 1000u / 16); }

TEST_F(MachineTest, AGroupOfVersionTwoMayHaveLess) {
  root_.Write("proc/self/cgroup", "0::/a/b\n");
  root_.Write("sys/fs/cgroup/a/memory.max", "536870912\n");      // 512 MiB
  root_.Write("sys/fs/cgroup/a/memory.current", "268435456\n");  // 256 MiB
  root_.Write("sys/fs/cgroup/a/memory.stat", "anon 1\ninactive_file 67108864\n");
  root_.Write("sys/fs/cgroup/a/b/memory.max", "max\n");
  root_.Write("sys/fs/cgroup/a/b/memory.current", "268435456\n");
  EXPECT_EQ(Obtainable(), 320u / 16);
}

TEST_F(MachineTest, AGroupOfVersionOneMayHaveLess) {
  root_.Write("proc/self/cgroup", "5:cpu:/x\n4:memory:/docker/1234\n0::/\n");
  root_.Write("sys/fs/cgroup/memory/memory.limit_in_bytes", "536870912\n");
  root_.Write("sys/fs/cgroup/memory/memory.usage_in_bytes", "402653184\n");
  EXPECT_EQ(Obtainable(), 128u / 16);
}

TEST_F(MachineTest, AGroupThatIsOverItsLimitHasNothingLeft) {
  root_.Write("proc/self/cgroup", "0::/\n");
  root_.Write("sys/fs/cgroup/memory.max", "1000\n");
  root_.Write("sys/fs/cgroup/memory.current", "2000\n");
  EXPECT_EQ(Obtainable(), 0u);
}

}  // namespace
}  // namespace base
