// The kind storagetest: what is read, and the whole error of what is refused.
#include <gtest/gtest.h>

#include "adapter/systems/paxos/cases/test_util.h"
#include "adapter/systems/testing/typed_suite.h"

namespace cases {
namespace {

using testing::ErrorAfter;
using testing::Examples;

const std::string& Storage() { return Examples().at("storagetest"); }

TEST(StorageCaseTest, ReadsEventsInOrderAndWhatIsStored) {
  const Suite suite = ParseSuite(Storage(), "a.xml");
  EXPECT_EQ(suite.kind, "storagetest");
  using RecordKind = StorageRecord::Kind;
  StorageCase expected;
  expected.events = {StorageSave{{RecordKind::kPromise, 8080, ""}, std::nullopt},
                     StorageSave{{RecordKind::kVote, 8081, "M2"}, WriteFailure::kTornHead},
                     StorageReopening{},
                     StorageSave{{RecordKind::kDecision, 8081, "M2"}, std::nullopt}};
  expected.expected = StorageContents{8080, std::nullopt, std::nullopt, {{8081, "M2"}}};
  EXPECT_EQ(suite.cases[0].content.As<StorageCase>(), expected);
}

TEST(StorageCaseTest, ReadsDamageAndRefusal) {
  const Suite suite = ParseSuite(Storage(), "a.xml");
  const auto& test = suite.cases[1].content.As<StorageCase>();
  EXPECT_EQ(test.events.back(),
            StorageEvent(StorageDamage{StorageDamage::Means::kFlip, StorageDamage::Part::kLength}));
  EXPECT_EQ(std::get<StorageRefusal>(test.expected), StorageRefusal::kDamaged);
}

TEST(StorageCaseTest, UnknownWord) {
  EXPECT_EQ(ErrorAfter(Storage(), "<FailsAt>torn_head<", "<FailsAt>head<"),
            "a.xml:12:18: 'head' is not one of the words\n"
            "        <FailsAt>head</FailsAt>\n"
            "                 ^\n"
            "<FailsAt> is one of write, torn_head, torn_checksum, sync, mark");
}

TEST(StorageCaseTest, MissingWord) {
  EXPECT_EQ(ErrorAfter(Storage(), "<Means>flip</Means>", "<Means></Means>"),
            "a.xml:39:9: missing word\n"
            "        <Means></Means>\n"
            "        ^\n"
            "<Means> is one of flip, cut, forge");
}

TEST(StorageCaseTest, ValueOfAPromise) {
  EXPECT_EQ(ErrorAfter(Storage(), "<Record>promise</Record>\n        <Rnd>8080</Rnd>",
                       "<Record>promise</Record>\n        <Rnd>8080</Rnd><Val>M1</Val>"),
            "a.xml:6:24: <Val> of a promise\n"
            "        <Rnd>8080</Rnd><Val>M1</Val>\n"
            "                       ^\n"
            "votes and decisions have a value");
}

TEST(StorageCaseTest, VoteWithoutAValue) {
  EXPECT_EQ(
      ErrorAfter(Storage(), "        <Val>M2</Val>\n        <FailsAt>torn_head</FailsAt>\n", ""),
      "a.xml:8:7: missing <Val> in <Save>\n"
      "      <Save>\n"
      "      ^\n"
      "<Save> holds one <Val>");
}

TEST(StorageCaseTest, OpeningThatFailsAtAMark) {
  EXPECT_EQ(ErrorAfter(Storage(), "<Reopen></Reopen>", "<Reopen><FailsAt>mark</FailsAt></Reopen>"),
            "a.xml:14:24: an opening that fails at the mark\n"
            "      <Reopen><FailsAt>mark</FailsAt></Reopen>\n"
            "                       ^\n"
            "a new log is written with its marks");
}

TEST(StorageCaseTest, EventAfterADamage) {
  EXPECT_EQ(ErrorAfter(Storage(), "</Damage>", "</Damage><Reopen/>"),
            "a.xml:41:16: <Reopen> after <Damage>\n"
            "      </Damage><Reopen/>\n"
            "               ^\n"
            "a damage is the last event");
}

TEST(StorageCaseTest, CaseWithoutAnOpening) {
  EXPECT_EQ(ErrorAfter(Storage(), "</Damage>\n      <Open>same_replica</Open>\n", "</Damage>\n"),
            "a.xml:33:5: missing <Open> in <TestValues>\n"
            "    <TestValues>\n"
            "    ^\n"
            "<TestValues> holds one <Open>");
}

TEST(StorageCaseTest, BothOracles) {
  EXPECT_EQ(ErrorAfter(Storage(), "<ExpectRefused>damaged</ExpectRefused>",
                       "<ExpectRefused>damaged</ExpectRefused><ExpectStored/>"),
            "a.xml:45:7: <ExpectRefused> beside <ExpectStored>\n"
            "      <ExpectRefused>damaged</ExpectRefused><ExpectStored/>\n"
            "      ^\n"
            "the folder is opened, or refused");
}

}  // namespace
}  // namespace cases
