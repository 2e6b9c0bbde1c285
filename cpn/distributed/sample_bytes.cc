#include "cpn/distributed/sample_bytes.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace cpn::distributed {
namespace {

using partition::PartitionSample;
using Items = std::vector<PartitionSample::Item>;

void WriteLists(const std::vector<Items>& lists, ByteWriter& out) {
  out.Number(lists.size());
  for (const Items& items : lists) {
    out.Number(items.size());
    for (const auto& [token, count] : items) {
      out.Number(token);
      out.Number((static_cast<std::uint64_t>(count) << 1) ^ (count < 0 ? ~std::uint64_t{0} : 0));
    }
  }
}

std::vector<Items> ReadLists(std::size_t tokens, ByteReader& in) {
  std::vector<Items> lists;
  for (std::uint64_t left = in.Number(); left > 0; --left) {
    Items& items = lists.emplace_back();
    for (std::uint64_t more = in.Number(); more > 0; --more) {
      const std::uint32_t token = in.Small();
      if (token >= tokens) throw BadBytes();
      const std::uint64_t count = in.Number();
      items.push_back(
          {token, static_cast<std::int64_t>((count >> 1) ^ (count & 1 ? ~std::uint64_t{0} : 0))});
    }
  }
  return lists;
}

}  // namespace

void WriteSample(const PartitionSample& sample, ByteWriter& out) {
  out.Number(sample.tokens.size());
  for (const std::uint64_t hash : sample.tokens) out.Number(hash);
  WriteLists(sample.markings, out);
  for (const std::uint32_t level : sample.levels) out.Number(level);
  WriteLists(sample.changes, out);
  out.Number(sample.steps.size());
  for (const auto& [marking, change] : sample.steps) {
    out.Number(marking);
    out.Number(change);
  }
}

PartitionSample ReadSample(ByteReader& in) {
  PartitionSample sample;
  for (std::uint64_t left = in.Number(); left > 0; --left) sample.tokens.push_back(in.Number());
  sample.markings = ReadLists(sample.tokens.size(), in);
  while (sample.levels.size() < sample.markings.size()) sample.levels.push_back(in.Small());
  sample.changes = ReadLists(sample.tokens.size(), in);
  for (std::uint64_t left = in.Number(); left > 0; --left) {
    const std::uint32_t marking = in.Small();
    const std::uint32_t change = in.Small();
    if (marking >= sample.markings.size() || change >= sample.changes.size()) throw BadBytes();
    sample.steps.push_back({marking, change});
  }
  return sample;
}

}  // namespace cpn::distributed
