// A sample comes out of its bytes as it went in, and bytes that are none are refused.
#include "cpn/distributed/sample_bytes.h"

#include <gtest/gtest.h>

#include <vector>

namespace cpn::distributed {
namespace {

using partition::PartitionSample;

/// Two markings of two levels, a token that comes and one that goes.
PartitionSample Small() {
  PartitionSample sample;
  sample.tokens = {7, ~std::uint64_t{0}};
  sample.markings = {{{0, 1}, {1, 300}}, {}};
  sample.levels = {0, 1};
  sample.changes = {{{0, -1}, {1, 1}}};
  sample.steps = {{0, 0}};
  return sample;
}

std::vector<char> BytesOf(const PartitionSample& sample) {
  ByteWriter out;
  WriteSample(sample, out);
  return out.Take();
}

TEST(SampleBytesTest, ComesOutAsItWentIn) {
  const std::vector<char> bytes = BytesOf(Small());
  ByteReader in(bytes);
  const PartitionSample read = ReadSample(in);
  EXPECT_TRUE(in.at_end());
  EXPECT_EQ(read.tokens, Small().tokens);
  ASSERT_EQ(read.markings.size(), 2u);
  EXPECT_EQ(read.markings[0][1].count, 300);
  EXPECT_EQ(read.levels, Small().levels);
  ASSERT_EQ(read.changes.size(), 1u);
  EXPECT_EQ(read.changes[0][0].count, -1);
  EXPECT_EQ(BytesOf(read), bytes);
}

TEST(SampleBytesTest, BytesThatMakeNoSenseAreRefused) {
  std::vector<char> bytes = BytesOf(Small());
  bytes.back() = 120;  // a change that is not there
  ByteReader in(bytes);
  EXPECT_THROW(ReadSample(in), BadBytes);
  bytes.pop_back();
  ByteReader shorter(bytes);
  EXPECT_THROW(ReadSample(shorter), BadBytes);
}

}  // namespace
}  // namespace cpn::distributed
