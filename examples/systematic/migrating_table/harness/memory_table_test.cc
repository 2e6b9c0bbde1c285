#include "examples/systematic/migrating_table/harness/memory_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace migrating_table {
namespace {

using testing::ElementsAre;

Row RowOf(const std::string& key, const std::string& value, ETag etag = kAnyETag) {
  return {key, etag, {{"value", value}}};
}

MemoryTable TableWith(const std::vector<std::string>& keys) {
  MemoryTable table(1);
  for (const std::string& key : keys) {
    table.Execute({{OperationKind::kInsert, RowOf(key, "first")}});
  }
  return table;
}

std::vector<std::string> Texts(const StreamWindow& stream) {
  std::vector<std::string> texts;
  for (const auto& row : stream.Candidates()) {
    texts.push_back(row ? row->key + row->properties.at("value") : "end");
  }
  return texts;
}

TEST(MemoryTableTest, ABatchThatFailsChangesNothing) {
  MemoryTable table = TableWith({"1"});
  const BatchResult result = table.Execute({{OperationKind::kInsertOrReplace, RowOf("2", "new")},
                                            {OperationKind::kInsert, RowOf("1", "new")}});
  EXPECT_EQ(result.failure, (BatchFailure{1, FailureKind::kConflict}));
  EXPECT_EQ(table.Find("2"), nullptr);
}

TEST(MemoryTableTest, AWriteWithAnOldETagFails) {
  MemoryTable table = TableWith({"1"});
  const ETag old_etag = table.Find("1")->etag;
  table.Execute({{OperationKind::kReplace, RowOf("1", "second")}});
  const BatchResult result =
      table.Execute({{OperationKind::kReplace, RowOf("1", "third", old_etag)}});
  EXPECT_EQ(result.failure, (BatchFailure{0, FailureKind::kPreconditionFailed}));
}

TEST(MemoryTableTest, MergingKeepsWhatIsNotGiven) {
  MemoryTable table = TableWith({"1"});
  table.Execute({{OperationKind::kMerge, {"1", kAnyETag, {{"other", "x"}}}}});
  EXPECT_EQ(table.Find("1")->properties, (Properties{{"other", "x"}, {"value", "first"}}));
}

TEST(MemoryTableTest, AWriteWithoutETagIsInvalid) {
  MemoryTable table = TableWith({"1"});
  EXPECT_THROW(table.Execute({{OperationKind::kDelete, RowOf("1", "", kNoETag)}}),
               InvalidOperation);
}

TEST(StreamWindowTest, WithoutWritesItReturnsTheRowsInOrder) {
  MemoryTable table = TableWith({"1", "2"});
  const auto stream = table.OpenStream({}, "");
  EXPECT_THAT(Texts(*stream), ElementsAre("1first"));
  stream->Take(stream->Candidates().front());
  EXPECT_THAT(Texts(*stream), ElementsAre("2first"));
  stream->Take(stream->Candidates().front());
  EXPECT_THAT(Texts(*stream), ElementsAre("end"));
}

TEST(StreamWindowTest, AnyVersionSinceItBeganMayBeReturned) {
  MemoryTable table = TableWith({"1"});
  const auto stream = table.OpenStream({}, "");
  table.Execute({{OperationKind::kReplace, RowOf("1", "second")}});
  EXPECT_THAT(Texts(*stream), ElementsAre("1first", "1second"));
}

TEST(StreamWindowTest, ARowThatWasDeletedMayBeLeftOut) {
  MemoryTable table = TableWith({"1", "2"});
  const auto stream = table.OpenStream({}, "");
  table.Execute({{OperationKind::kDelete, RowOf("1", "")}});
  EXPECT_THAT(Texts(*stream), ElementsAre("1first", "2first"));
}

TEST(StreamWindowTest, ARowThatWasInsertedMayBeReturned) {
  MemoryTable table = TableWith({"2"});
  const auto stream = table.OpenStream({}, "");
  table.Execute({{OperationKind::kInsert, RowOf("1", "new")}});
  EXPECT_THAT(Texts(*stream), ElementsAre("1new", "2first"));
}

TEST(StreamWindowTest, WhatIsBehindItNeverComes) {
  MemoryTable table = TableWith({"2"});
  const auto stream = table.OpenStream({}, "");
  stream->Take(stream->Candidates().front());
  table.Execute({{OperationKind::kInsert, RowOf("1", "new")}});
  EXPECT_THAT(Texts(*stream), ElementsAre("end"));
}

}  // namespace
}  // namespace migrating_table
