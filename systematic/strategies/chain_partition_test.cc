#include "systematic/strategies/chain_partition.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "base/random.h"

namespace systematic {
namespace {

bool Follows(const std::vector<EventId>& causes, EventId later, EventId earlier) {
  for (EventId e = later; e != ChainPartition::kNone; e = causes[e]) {
    if (e == earlier) return true;
  }
  return false;
}

/// In a forest no two leaves follow from each other, and nothing larger does not either.
std::size_t Width(const std::vector<EventId>& causes) {
  std::set<EventId> inner(causes.begin(), causes.end());
  inner.erase(ChainPartition::kNone);
  return causes.size() - inner.size();
}

TEST(ChainPartition, MakesFewChainsOfEventsThatFollowFromEachOther) {
  base::Random random(11);
  ChainPartition partition;
  for (int round = 0; round < 200; ++round) {
    partition.Clear();
    std::vector<EventId> causes;
    std::vector<ChainId> chains;
    std::vector<std::vector<EventId>> members;
    const std::uint32_t recent = 1 + random.Below(6);
    const std::uint32_t events = 1 + random.Below(60);
    for (EventId event = 0; event < events; ++event) {
      const EventId back = random.Below(recent) + 1;
      causes.push_back(back > event ? ChainPartition::kNone : event - back);
      chains.push_back(partition.Add(event, causes.back()));
      ASSERT_EQ(partition.ChainOf(event), chains.back());
      if (members.size() <= chains.back()) members.resize(chains.back() + 1);
      auto& chain = members[chains.back()];
      ASSERT_TRUE(chain.empty() || Follows(causes, event, chain.back()));
      chain.push_back(event);
    }
    const std::size_t width = Width(causes);
    std::size_t used = 0;
    for (const auto& chain : members) used += chain.empty() ? 0 : 1;
    ASSERT_LE(used, width * (width + 1) / 2);
  }
}

TEST(ChainPartition, OneChainForALineOfCauses) {
  ChainPartition partition;
  for (EventId event = 0; event < 100; ++event) {
    EXPECT_EQ(partition.Add(event, event == 0 ? ChainPartition::kNone : event - 1), 0u);
  }
}

}  // namespace
}  // namespace systematic
