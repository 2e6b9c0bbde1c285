#include "cpn/explore/growing_bytes.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <vector>

#include "cpn/explore/growing_array.h"

namespace cpn::explore {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

/// Limits the address space of this process, as ulimit -v does.
class AddressSpaceLimit {
 public:
  explicit AddressSpaceLimit(rlim_t bytes) {
    ::getrlimit(RLIMIT_AS, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_AS, &limit);
  }
  ~AddressSpaceLimit() { ::setrlimit(RLIMIT_AS, &before_); }

 private:
  rlimit before_{};
};

/// Fills it piece by piece, and looks whether what was there stays.
void FillAndLook(GrowingBytes& bytes) {
  EXPECT_EQ(bytes.size(), 0u);
  std::size_t filled = 0;
  for (const std::size_t size : {kMiB, 5 * kMiB, 6 * kMiB, 40 * kMiB}) {
    bytes.Grow(size);
    ASSERT_GE(bytes.size(), size);
    EXPECT_EQ(bytes.data()[size - 1], 0);
    std::memset(bytes.data() + filled, 7, size - filled);
    for (std::size_t i = 0; i < size; i += 4096) ASSERT_EQ(bytes.data()[i], 7) << i;
    filled = size;
  }
}

TEST(GrowingBytesTest, GrowsAndKeepsWhatItHolds) {
  GrowingBytes bytes(64 * kMiB);
  FillAndLook(bytes);
}

TEST(GrowingBytesTest, StaysWhereItIsWhereAddressSpaceIsFree) {
  GrowingBytes bytes(64 * kMiB);
  bytes.Grow(kMiB);
  const char* const before = bytes.data();
  bytes.Grow(60 * kMiB);
  EXPECT_EQ(bytes.data(), before);
}

TEST(GrowingBytesTest, MoreThanTheMostIsRefused) {
  GrowingBytes bytes(8 * kMiB);
  bytes.Grow(8 * kMiB);
  EXPECT_THROW(bytes.Grow(8 * kMiB + 1), std::bad_alloc);
  EXPECT_GE(bytes.size(), 8 * kMiB);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they need address space

TEST(GrowingBytesTest, ReservesNothingWhereAddressSpaceIsLimited) {
  const AddressSpaceLimit limit(std::size_t{2} << 30);
  GrowingBytes bytes(std::size_t{1} << 40);
  FillAndLook(bytes);
  EXPECT_THROW(bytes.Grow(std::size_t{3} << 30), std::bad_alloc);
  EXPECT_EQ(bytes.data()[39 * kMiB], 7);
}

#endif

TEST(GrowingArrayTest, ItemsStayAsItGrows) {
  GrowingArray<std::uint64_t> numbers(std::size_t{1} << 26);
  std::vector<std::uint64_t> expected;
  for (std::uint64_t round = 0; round < 40; ++round) {
    const std::vector<std::uint64_t> more(30'000, round);
    numbers.Reserve(numbers.size() + more.size());
    EXPECT_GE(numbers.capacity(), numbers.size() + more.size());
    numbers.Append(more);
    numbers.Append({});
    expected.insert(expected.end(), more.begin(), more.end());
  }
  EXPECT_TRUE(std::ranges::equal(numbers.items(), expected));
  EXPECT_THROW(numbers.Reserve(std::size_t{1} << 24), std::bad_alloc);
  EXPECT_EQ(numbers.size(), expected.size());
}

}  // namespace
}  // namespace cpn::explore
