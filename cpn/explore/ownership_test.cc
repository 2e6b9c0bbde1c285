// Whose part a record belongs to: by its hash, by its bits, and in another layout.
#include "cpn/explore/ownership.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "base/random.h"
#include "cpn/values/hash.h"

namespace cpn::explore {
namespace {

/// Bits of three columns, with all weights that `parts` allow.
std::vector<OwnerBit> SomeBits(unsigned parts) {
  std::vector<OwnerBit> bits;
  std::uint32_t weight = 1;
  for (std::uint32_t column = 0; column < 3; ++column) {
    for (std::uint32_t bit = 0; bit < 5; ++bit) {
      bits.push_back({column, bit, weight});
      weight = 2 * weight < parts ? 2 * weight : 1;
    }
  }
  return bits;
}

/// What the fields of three columns say, by the definition.
unsigned Expected(const std::vector<OwnerBit>& bits, const std::array<std::uint64_t, 3>& fields,
                  unsigned parts) {
  unsigned sum = 0;
  for (const OwnerBit& bit : bits) sum += (fields[bit.column] >> bit.bit & 1) * bit.weight;
  return sum % parts;
}

TEST(OwnershipTest, ByHashAllPartsGetTheSame) {
  const Ownership ownership(3);
  EXPECT_FALSE(ownership.is_by_bits());
  std::array<int, 3> counts{};
  const std::uint64_t record = 0;
  const Ownership::Finder<1> finder(ownership);
  for (std::uint64_t i = 0; i < 30'000; ++i) {
    const unsigned owner = ownership.Of<1>(&record, MixHash(i + 1));
    EXPECT_EQ(finder(&record, MixHash(i + 1)), owner);
    ++counts[owner];
  }
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 500);
}

TEST(OwnershipTest, ByBitsItIsTheSumOfTheirWeightsInEveryLayout) {
  base::Random random(1);
  const std::vector<std::vector<std::uint32_t>> layouts = {
      {5, 5, 5}, {64, 60, 7}, {7, 64, 64}, {64, 64, 64}};
  for (const unsigned parts : {2u, 3u, 4u, 7u, 8u}) {
    Ownership ownership(parts);
    ownership.UseBits(SomeBits(parts), RecordLayout(layouts[0]));
    EXPECT_TRUE(ownership.is_by_bits());
    for (const std::vector<std::uint32_t>& widths : layouts) {
      const RecordLayout layout(widths);
      ownership.UseLayout(layout);
      for (int i = 0; i < 200; ++i) {
        const std::array<std::uint64_t, 3> fields{random.Below(32), random.Below(32),
                                                  random.Below(32)};
        std::vector<std::uint64_t> record(layout.words());
        for (std::size_t c = 0; c < 3; ++c) record[layout[c].word] |= fields[c] << layout[c].shift;
        const unsigned expected = Expected(ownership.bits(), fields, parts);
        EXPECT_EQ(ownership.Of<0>(record.data(), 0), expected);
        EXPECT_EQ(Ownership::Finder<0>(ownership)(record.data(), 0), expected);
        if (layout.words() == 1) {
          EXPECT_EQ(ownership.Of<1>(record.data(), 0), expected);
          EXPECT_EQ(Ownership::Finder<1>(ownership)(record.data(), 0), expected);
        } else {
          ASSERT_EQ(layout.words(), 3u);
          EXPECT_EQ(ownership.Of<3>(record.data(), 0), expected);
          EXPECT_EQ(Ownership::Finder<3>(ownership)(record.data(), 0), expected);
        }
      }
    }
  }
}

TEST(OwnershipTest, ABitThatALayoutHasNoRoomForIsInNoRecord) {
  Ownership ownership(2);
  const RecordLayout narrow(std::vector<std::uint32_t>{2, 8});
  ownership.UseBits({{0, 5, 1}}, narrow);
  for (std::uint64_t record = 0; record < 1024; ++record) {
    EXPECT_EQ(ownership.Of<1>(&record, 0), 0u);
  }
}

TEST(OwnershipTest, WithoutBitsItIsByHashAgain) {
  Ownership ownership(2);
  const RecordLayout layout(std::vector<std::uint32_t>{8});
  ownership.UseBits({{0, 0, 1}}, layout);
  const std::uint64_t record = 1;
  EXPECT_EQ(ownership.Of<1>(&record, 0), 1u);
  ownership.UseBits({}, layout);
  EXPECT_EQ(ownership.Of<1>(&record, 0), 0u);
  EXPECT_EQ(ownership.Of<1>(&record, ~std::uint64_t{0}), 1u);
}

}  // namespace
}  // namespace cpn::explore
