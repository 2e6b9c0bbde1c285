#include "cpn/explore/record_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <numeric>

#include "base/random.h"

namespace cpn::explore {
namespace {

using ::testing::ElementsAre;

/// Fields of a record as numbers, by place.
std::vector<Field> Fields(const RecordLayout& layout, const std::uint64_t* record,
                          std::size_t places) {
  std::vector<Field> fields;
  for (std::size_t p = 0; p < places; ++p) fields.push_back(layout[p].Get(record));
  return fields;
}

std::vector<std::uint64_t> Pack(const RecordLayout& layout, const std::vector<Field>& fields) {
  std::vector<std::uint64_t> record(layout.words(), 0);
  for (std::size_t p = 0; p < fields.size(); ++p) {
    record[layout[p].word] |= fields[p] << layout[p].shift;
  }
  return record;
}

TEST(RecordLayoutTest, FieldsLieInOneWordAndDoNotOverlap) {
  base::Random random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::uint32_t> widths(1 + random.Below(20));
    for (std::uint32_t& width : widths) width = random.Below(65);
    const RecordLayout layout(widths);
    std::vector<std::uint64_t> used(layout.words(), 0);
    for (std::size_t p = 0; p < widths.size(); ++p) {
      const FieldPosition& field = layout[p];
      EXPECT_EQ(std::popcount(field.mask), static_cast<int>(widths[p]));
      EXPECT_LE(field.shift + widths[p], 64u);
      EXPECT_EQ(used[field.word] & (field.mask << field.shift), 0u);
      used[field.word] |= field.mask << field.shift;
    }
  }
}

TEST(RecordLayoutTest, RecordTakesTheBytesThatItsFieldsNeed) {
  const auto bytes = [](std::vector<std::uint32_t> widths) { return RecordLayout(widths).bytes(); };
  EXPECT_EQ(bytes({}), 4u);
  EXPECT_EQ(bytes({32}), 4u);
  EXPECT_EQ(bytes({33}), 8u);
  EXPECT_EQ(bytes({64, 1}), 9u);
  EXPECT_EQ(bytes({40, 40, 20}), 13u);
}

TEST(RecordLayoutTest, StoredRecordIsReadBackFromItsOwnBytesOnly) {
  base::Random random(2);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::uint32_t> widths(1 + random.Below(12));
    std::vector<Field> fields;
    for (std::uint32_t& width : widths) {
      width = random.Below(41);
      fields.push_back(width == 0 ? 0 : random.Below(1u << std::min(width, 31u)));
    }
    const RecordLayout layout(widths);
    const std::vector<std::uint64_t> record = Pack(layout, fields);
    // Exactly its size: a byte too far is what ASan finds.
    const auto stored = std::make_unique<char[]>(layout.bytes());
    layout.Store<0>(record.data(), stored.get());
    std::vector<std::uint64_t> loaded(layout.words());
    layout.Load<0>(stored.get(), loaded.data());
    EXPECT_EQ(loaded, record);
    EXPECT_TRUE(layout.Equal<0>(stored.get(), record.data()));
    for (std::size_t p = 0; p < fields.size(); ++p) {
      EXPECT_EQ(layout.Read(stored.get(), p), fields[p]);
      if (widths[p] == 0) continue;
      std::vector<std::uint64_t> other = record;
      other[layout[p].word] ^= std::uint64_t{1} << layout[p].shift;
      EXPECT_FALSE(layout.Equal<0>(stored.get(), other.data()));
    }
  }
}

TEST(LayoutChangeTest, KeepsFieldsAndClearsTheOthers) {
  const RecordLayout from(std::vector<std::uint32_t>{10, 20, 30, 40, 5});
  const RecordLayout to(std::vector<std::uint32_t>{11, 20, 33, 40, 60});
  const LayoutChange change(from, to, {true, true, false, true, true});
  const std::vector<std::uint64_t> record = Pack(from, {1000, 77777, 123456, 0xabcdef0123, 21});
  std::vector<std::uint64_t> translated(to.words(), ~std::uint64_t{0});
  change.Translate(record.data(), translated.data());
  EXPECT_THAT(Fields(to, translated.data(), 5), ElementsAre(1000, 77777, 0, 0xabcdef0123, 21));
}

}  // namespace
}  // namespace cpn::explore
