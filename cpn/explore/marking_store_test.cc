#include "cpn/explore/marking_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bitset>
#include <set>
#include <thread>

#include "base/random.h"

namespace cpn::explore {
namespace {

constexpr std::size_t kBytes = std::size_t{1} << 26;
using Record = std::vector<std::uint64_t>;

/// Two words, 13 bytes.
RecordLayout Layout() { return RecordLayout(std::vector<std::uint32_t>{64, 40}); }

Record Stored(const MarkingStore& store, NodeId node) {
  Record record(store.layout().words());
  store.layout().Load<0>(store.At(node), record.data());
  return record;
}

std::set<Record> All(const MarkingStore& store) {
  std::set<Record> all;
  for (NodeId node = 0; node < store.size(); ++node) all.insert(Stored(store, node));
  return all;
}

NodeId Insert(MarkingStore& store, const Record& record) {
  if (!store.HasRoomFor(1)) store.Grow(1);
  return store.Insert<2>(record.data(), store.Hash<2>(record.data()));
}

class MarkingStoreTest : public ::testing::Test {
 protected:
  MarkingStoreTest() {
    store_.ChangeLayout(Layout(), [](const auto*, auto*) {});
  }
  MarkingStore store_{kBytes};
};

TEST_F(MarkingStoreTest, NumbersRecordsInOrderAndFindsThemAgain) {
  base::Random random(1);
  std::vector<Record> records;
  for (int i = 0; i < 30'000; ++i) records.push_back({random.Below(1u << 31), random.Below(3)});
  std::set<Record> expected;
  for (const Record& record : records) {
    const bool is_new = expected.insert(record).second;
    const NodeId number = Insert(store_, record);
    EXPECT_EQ(number == expected.size() - 1 && is_new, is_new);
    EXPECT_EQ(Stored(store_, number), record);
  }
  EXPECT_EQ(store_.size(), expected.size());
  EXPECT_EQ(All(store_), expected);
}

TEST_F(MarkingStoreTest, LayoutChangeKeepsNumbersAndMarkings) {
  for (std::uint64_t i = 0; i < 10'000; ++i) Insert(store_, {i, i % 7});
  const RecordLayout wider(std::vector<std::uint32_t>{64, 60, 20});
  store_.ChangeLayout(wider, [&](const std::uint64_t* from, std::uint64_t* to) {
    std::fill(to, to + wider.words(), 0);
    for (std::size_t p = 0; p < 2; ++p)
      to[wider[p].word] |= Layout()[p].Get(from) << wider[p].shift;
    to[wider[2].word] |= std::uint64_t{9} << wider[2].shift;
  });
  EXPECT_EQ(store_.size(), 10'000u);
  for (NodeId node = 0; node < store_.size(); ++node) {
    EXPECT_EQ(wider[0].Get(Stored(store_, node).data()), node);
    EXPECT_EQ(wider[1].Get(Stored(store_, node).data()), node % 7);
    EXPECT_EQ(wider[2].Get(Stored(store_, node).data()), 9u);
  }
  const Record known = Stored(store_, 1234);
  EXPECT_EQ(store_.Insert<0>(known.data(), store_.Hash<0>(known.data())), 1234u);
}

TEST_F(MarkingStoreTest, SomeAreKeptAndTheRestIsFoundAsNew) {
  for (std::uint64_t i = 0; i < 1000; ++i) Insert(store_, {i, 7});
  std::vector<NodeId> kept;
  for (NodeId node = 1; node < 1000; node += 3) kept.push_back(node);
  store_.Keep(kept);
  ASSERT_EQ(store_.size(), 333u);
  for (NodeId i = 0; i < 333; ++i) EXPECT_EQ(Insert(store_, {1 + 3 * std::uint64_t{i}, 7}), i);
  EXPECT_EQ(Insert(store_, {0, 7}), 333u);
}

TEST_F(MarkingStoreTest, MarkingsGetOtherNumbers) {
  for (std::uint64_t i = 0; i < 1000; ++i) Insert(store_, {i, 7});
  std::vector<NodeId> order;
  for (NodeId i = 0; i < 1000; ++i) order.push_back(i * 7 % 1000);
  store_.Reorder(order);
  for (NodeId i = 0; i < 1000; ++i) EXPECT_EQ(Insert(store_, {order[i], 7}), i);
  EXPECT_EQ(store_.size(), 1000u);
}

TEST_F(MarkingStoreTest, RunsOutOfRoomWithoutWritingBeyond) {
  MarkingStore small(13 * 10);
  small.ChangeLayout(Layout(), [](const auto*, auto*) {});
  for (std::uint64_t i = 0; i < 10; ++i) Insert(small, {i, 1});
  EXPECT_THROW(Insert(small, {10, 1}), OutOfRoom);
}

/// Of 2^16 hashes: how many values there are of 16 of their bits, from `shift` on.
std::size_t Distinct(const std::vector<std::uint64_t>& hashes, unsigned shift) {
  std::bitset<1u << 16> found;
  for (const std::uint64_t hash : hashes) found.set((hash >> shift) & 0xffff);
  return found.count();
}

// As random numbers would, of which 63 % are distinct: few bits say where a record is looked for,
// whose it is, and what its tag is.
TEST(MarkingHashTest, RecordsThatDifferInFewBitsSpread) {
  for (std::size_t words = 1; words <= 5; ++words) {
    MarkingStore store(kBytes);
    store.ChangeLayout(RecordLayout(std::vector<std::uint32_t>(words, 64)),
                       [](const auto*, auto*) {});
    for (std::size_t low = 0; low < words; ++low) {
      for (std::size_t high = 0; high < words; ++high) {
        for (const unsigned shift : {0u, 5u, 28u, 40u, 48u}) {
          std::vector<std::uint64_t> hashes;
          Record record(words);
          for (std::uint64_t i = 0; i < 1u << 16; ++i) {
            std::ranges::fill(record, 0x0123456789abcdefu);
            record[low] ^= (i & 0xff) << shift;
            record[high] ^= (i >> 8) << (shift + 8);
            hashes.push_back(store.Hash<0>(record.data()));
          }
          for (const unsigned bits : {0u, 32u, 48u}) {
            EXPECT_GT(Distinct(hashes, bits), 40'000u)
                << words << " words, " << low << " and " << high << ", shift " << shift << ", "
                << bits;
          }
        }
      }
    }
  }
}

TEST(MarkingHashTest, IsTheSameWhetherTheNumberOfWordsIsKnownOrNot) {
  const Record record{1, 22, 333, 4444};
  MarkingStore store(kBytes);
  const auto use = [&](std::size_t words) {
    store.ChangeLayout(RecordLayout(std::vector<std::uint32_t>(words, 64)),
                       [](const auto*, auto*) {});
  };
  use(1);
  EXPECT_EQ(store.Hash<1>(record.data()), store.Hash<0>(record.data()));
  use(2);
  EXPECT_EQ(store.Hash<2>(record.data()), store.Hash<0>(record.data()));
  use(3);
  EXPECT_EQ(store.Hash<3>(record.data()), store.Hash<0>(record.data()));
  use(4);
  EXPECT_EQ(store.Hash<4>(record.data()), store.Hash<0>(record.data()));
}

TEST(DividedMarkingStoreTest, EveryRecordIsFoundInThePartOfItsHash) {
  MarkingStore store(kBytes, nullptr, 3);
  store.ChangeLayout(Layout(), [](const auto*, auto*) {});
  for (std::uint64_t i = 0; i < 30'000; ++i) EXPECT_EQ(Insert(store, {i, 1}), i);
  NodeId sum = 0;
  for (unsigned part = 0; part < 3; ++part) {
    EXPECT_GT(store.part(part).count(), 9'000u);
    sum += store.part(part).count();
  }
  EXPECT_EQ(sum, 30'000u);
  for (std::uint64_t i = 0; i < 30'000; ++i) EXPECT_EQ(Insert(store, {i, 1}), i);
}

TEST(DividedMarkingStoreTest, LayoutChangeGivesRecordsToTheirNewOwners) {
  MarkingStore store(kBytes, nullptr, 2);
  store.ChangeLayout(Layout(), [](const auto*, auto*) {});
  for (std::uint64_t i = 0; i < 20'000; ++i) Insert(store, {i, 1});
  const RecordLayout wider(std::vector<std::uint32_t>{64, 60});
  store.ChangeLayout(wider, [](const std::uint64_t* from, std::uint64_t* to) {
    to[0] = from[0];
    to[1] = from[1] << 8;
  });
  for (std::uint64_t i = 0; i < 20'000; ++i) EXPECT_EQ(Insert(store, {i, 1 << 8}), i);
}

/// Each of four threads owns a part, and inserts the records that are its own, in batches with
/// repetitions.
TEST(DividedMarkingStoreTest, OwnersNumberTheirRecordsSideBySide) {
  constexpr std::uint64_t kRecords = 20'000;
  constexpr unsigned kThreads = 4;
  constexpr std::size_t kBatch = 16;
  MarkingStore store(kBytes, nullptr, kThreads);
  store.ChangeLayout(Layout(), [](const auto*, auto*) {});
  store.Grow(1);  // the parts grow while others work; the arena has room for a huge page
  std::vector<NodeId> numbers(kRecords);
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      MarkingStore::ClaimedSlots claimed;
      for (std::uint64_t first = 0; first < kRecords; first += kBatch) {
        std::vector<Record> batch;
        std::vector<NodeId> again(kBatch);
        for (std::uint64_t n = first; n < first + kBatch; ++n) batch.push_back({n, 3});
        ASSERT_TRUE(store.ReserveOwned(t, 2 * kBatch));
        for (std::size_t i = 0; i < kBatch; ++i) {
          const std::uint64_t hash = store.Hash<2>(batch[i].data());
          if (store.OwnerOf<2>(batch[i].data(), hash) != t) continue;
          store.InsertOwned<2>(t, batch[i].data(), hash, &numbers[first + i], claimed);
          store.InsertOwned<2>(t, batch[i].data(), hash, &again[i], claimed);
        }
        store.Publish<2>(t, claimed, 2 * kBatch);
        for (std::size_t i = 0; i < kBatch; ++i) {
          const std::uint64_t hash = store.Hash<2>(batch[i].data());
          if (store.OwnerOf<2>(batch[i].data(), hash) != t) continue;
          EXPECT_EQ(again[i], numbers[first + i]);
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(store.size(), kRecords);
  EXPECT_EQ(All(store).size(), kRecords);
  for (std::uint64_t n = 0; n < kRecords; ++n) {
    EXPECT_EQ(Stored(store, numbers[n]), (Record{n, 3}));
  }
}

/// Adds {n, 5} for each of [first, last) as the owner of its part does.
void InsertOwned(MarkingStore& store, std::uint64_t first, std::uint64_t last) {
  constexpr std::uint64_t kBatch = 100;
  for (; first < last; first += kBatch) {
    std::vector<Record> batch;
    for (std::uint64_t n = first; n < first + kBatch; ++n) batch.push_back({n, 5});
    std::vector<NodeId> numbers(kBatch);
    for (unsigned part = 0; part < store.parts(); ++part) {
      MarkingStore::ClaimedSlots claimed;
      ASSERT_TRUE(store.ReserveOwned(part, kBatch));
      for (std::size_t i = 0; i < kBatch; ++i) {
        const std::uint64_t hash = store.Hash<2>(batch[i].data());
        if (store.OwnerOf<2>(batch[i].data(), hash) != part) continue;
        store.InsertOwned<2>(part, batch[i].data(), hash, &numbers[i], claimed);
      }
      store.Publish<2>(part, claimed, kBatch);
    }
  }
}

// By bits: half of them have one of the two lowest, and not both. Parts grow after it, with what
// was there before, what their owners have added, and what was added alone.
TEST(DividedMarkingStoreTest, DividedAnewItFindsAllAgain) {
  MarkingStore store(kBytes, nullptr, 2);
  store.ChangeLayout(Layout(), [](const auto*, auto*) {});
  store.Grow(60'000);
  InsertOwned(store, 0, 10'000);
  const std::set<Record> before = All(store);
  store.Divide({{0, 0, 1}, {0, 1, 1}});
  EXPECT_FALSE(store.IsPrepared(0, 0, 0));
  for (unsigned part = 0; part < 2; ++part) store.PreparePart(part, 100, 200);
  EXPECT_TRUE(store.IsPrepared(0, 100, 200));
  EXPECT_EQ(All(store), before);
  for (std::uint64_t n = 10'000; n < 10'010; ++n) Insert(store, {n, 5});
  InsertOwned(store, 10'000, 50'000);
  InsertOwned(store, 0, 50'000);
  EXPECT_EQ(store.size(), 50'000u);
  EXPECT_EQ(All(store).size(), 50'000u);
  EXPECT_EQ(store.part(0).count(), 25'000u);
  EXPECT_EQ(store.part(1).count(), 25'000u);
  store.Divide({{0, 15, 1}});  // of 50,000, 17,232 have it
  for (unsigned part = 0; part < 2; ++part) store.PreparePart(part, 0, 0);
  EXPECT_EQ(store.part(1).count(), 17'232u);
  store.Divide({});
  for (unsigned part = 0; part < 2; ++part) store.PreparePart(part, 0, 0);
  InsertOwned(store, 0, 50'000);
  EXPECT_EQ(store.size(), 50'000u);
}

// What a part of the wrong size has is found out as it is filled.
TEST(DividedMarkingStoreTest, APartMayGetAll) {
  MarkingStore store(kBytes, nullptr, 4);
  store.ChangeLayout(Layout(), [](const auto*, auto*) {});
  for (std::uint64_t n = 0; n < 30'000; ++n) Insert(store, {n, 5});
  store.Divide({{1, 0, 2}});
  for (unsigned part = 0; part < 4; ++part) store.PreparePart(part, 0, 0);
  EXPECT_EQ(store.part(2).count(), 30'000u);
  for (std::uint64_t n = 0; n < 30'000; ++n) EXPECT_EQ(Insert(store, {n, 5}), n);
}

TEST(DividedMarkingStoreTest, AReservationHoldsUntilItIsPublished) {
  MarkingStore store(13 * 10, nullptr, 2);
  store.ChangeLayout(Layout(), [](const auto*, auto*) {});
  store.Grow(10);
  MarkingStore::ClaimedSlots none;
  EXPECT_TRUE(store.ReserveOwned(0, 6));
  EXPECT_FALSE(store.ReserveOwned(1, 5));
  EXPECT_TRUE(store.ReserveOwned(1, 4));
  store.Publish<2>(0, none, 6);
  EXPECT_TRUE(store.ReserveOwned(1, 6));
}

/// An owner may rest between reserving and publishing, and others use more numbers meanwhile than
/// its slots have room for. Its part is filled anew before anything is looked up there.
TEST(DividedMarkingStoreTest, ANumberLargerThanWasReservedForIsFoundAgain) {
  MarkingStore store(kBytes, nullptr, 2);
  store.ChangeLayout(Layout(), [](const auto*, auto*) {});
  store.Grow(30'000);
  store.Divide({{1, 0, 1}});  // {n, 0} is in part 0, {n, 1} in part 1
  for (unsigned part = 0; part < 2; ++part) store.PreparePart(part, 0, 0);
  const Record late{7, 0};
  const std::uint64_t hash = store.Hash<2>(late.data());
  NodeId number = 0;
  MarkingStore::ClaimedSlots claimed;
  ASSERT_TRUE(store.ReserveOwned(0, 1));
  store.InsertOwned<2>(0, late.data(), hash, &number, claimed);
  for (std::uint64_t n = 0; n < 20'000; ++n) {
    const Record other{n, 1};
    MarkingStore::ClaimedSlots others;
    NodeId ignored = 0;
    ASSERT_TRUE(store.ReserveOwned(1, 1));
    store.InsertOwned<2>(1, other.data(), store.Hash<2>(other.data()), &ignored, others);
    store.Publish<2>(1, others, 1);
  }
  store.Publish<2>(0, claimed, 1);
  EXPECT_EQ(number, 20'000u);
  NodeId again = 0;
  ASSERT_TRUE(store.ReserveOwned(0, 1));
  store.InsertOwned<2>(0, late.data(), hash, &again, claimed);
  store.Publish<2>(0, claimed, 1);
  EXPECT_EQ(again, number);
  EXPECT_EQ(store.size(), 20'001u);
}

}  // namespace
}  // namespace cpn::explore
