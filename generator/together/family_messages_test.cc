#include "generator/together/family_messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

namespace generator {
namespace {

using Items = std::vector<CaseFamilies::Item>;

std::set<Items> CasesIn(const CaseFamilies& families, CaseFamily family) {
  std::set<Items> cases;
  families.ForEach(family, [&](auto items) { cases.emplace(items.begin(), items.end()); });
  return cases;
}

CaseFamily RandomFamily(std::mt19937& random, CaseFamilies& families) {
  CaseFamily family;
  for (unsigned cases = random() % 6; cases-- > 0;) {
    CaseFamily one = families.EmptyCase();
    for (unsigned items = random() % 5; items-- > 0;) one = families.Extend(one, random() % 6);
    family = families.Union(family, one);
  }
  return family;
}

TEST(FamilyMessagesTest, TheReceiverReadsTheSameCases) {
  for (const CaseOrder order : {CaseOrder::kSet, CaseOrder::kSequence}) {
    std::mt19937 random(1);
    CaseFamilies here(order), there(order);
    there.Extend(there.EmptyCase(), 5);  // ids are not those of the sender
    FamilyWriter writer(&here);
    FamilyReader reader(&there);
    for (int message = 0; message < 100; ++message) {
      std::vector<CaseFamily> sent;
      for (unsigned i = random() % 4; i-- > 0;) {
        sent.push_back(RandomFamily(random, here));
        writer.Number(message);
        writer.Family(sent.back());
      }
      EXPECT_EQ(writer.empty(), sent.empty());
      const std::vector<char> bytes = writer.Take();
      reader.Begin(bytes);
      for (const CaseFamily family : sent) {
        EXPECT_EQ(reader.Number(), static_cast<std::uint64_t>(message));
        EXPECT_EQ(CasesIn(there, reader.Family()), CasesIn(here, family));
      }
      EXPECT_TRUE(reader.AtEnd());
    }
  }
}

TEST(FamilyMessagesTest, ANodeIsToldOnce) {
  CaseFamilies families(CaseOrder::kSet);
  CaseFamily family = families.EmptyCase();
  for (CaseFamilies::Item item = 50; item-- > 0;) family = families.Extend(family, item);
  FamilyWriter writer(&families);
  writer.Family(family);
  EXPECT_GT(writer.Take().size(), 100u);
  writer.Family(family);
  EXPECT_LT(writer.Take().size(), 5u);
}

TEST(FamilyMessagesTest, AFamilyThatNobodyToldIsRefused) {
  CaseFamilies families(CaseOrder::kSet);
  FamilyReader reader(&families);
  cpn::distributed::ByteWriter out;
  out.Number(0);
  out.Number(7);
  const std::vector<char> bytes = out.Take();
  reader.Begin(bytes);
  EXPECT_THROW(reader.Family(), cpn::distributed::BadBytes);
}

}  // namespace
}  // namespace generator
