#include <gtest/gtest.h>

#include "command_line/shard_option.h"

namespace command_line {
namespace {

TEST(Shard, IsReadAndWritten) {
  EXPECT_EQ(ReadShard("2/4"), (Shard{1, 4}));
  EXPECT_EQ(ReadShard("1/1"), (Shard{0, 1}));
  EXPECT_EQ(ToText({1, 4}), "2/4");
  for (const char* text : {"", "1", "1/", "/2", "0/2", "3/2", "1/2x", "-1/2", " 1/2", "1/0",
                           "1/1000001", "1/99999999999999999999"}) {
    EXPECT_EQ(ReadShard(text), std::nullopt) << text;
  }
}

TEST(Shard, BlocksFollowEachOtherAndAreOfEqualSize) {
  for (const std::uint64_t all : {0u, 1u, 5u, 6u, 7u, 100u}) {
    for (const std::uint64_t count : {1u, 2u, 3u, 7u, 9u}) {
      std::uint64_t next = 0;
      for (std::uint64_t index = 0; index < count; ++index) {
        const Block block = BlockOf(all, {index, count});
        EXPECT_EQ(block.begin, next);
        EXPECT_GE(block.size(), all / count);
        EXPECT_LE(block.size(), all / count + 1);
        next = block.end;
      }
      EXPECT_EQ(next, all) << count;
    }
  }
}

TEST(Shard, OfSoManyRunsThatTheyFillTheNumbersIsOneToo) {
  constexpr std::uint64_t kAll = UINT64_MAX;
  EXPECT_EQ(BlockOf(kAll, {0, 2}).end, BlockOf(kAll, {1, 2}).begin);
  EXPECT_EQ(BlockOf(kAll, {1, 2}).end, kAll);
}

TEST(Shard, IsAnOption) {
  CLI::App app;
  std::optional<Shard> shard;
  AddShard(app, shard, "runs");
  app.parse("--shard 3/7");
  EXPECT_EQ(shard, (Shard{2, 7}));
  try {
    app.parse("--shard 3/2");
    FAIL();
  } catch (const CLI::ValidationError& error) {
    EXPECT_STREQ(error.what(),
                 "--shard: '3/2' is no share: write I/N, with I from 1 to N, as in 2/4");
  }
}

}  // namespace
}  // namespace command_line
