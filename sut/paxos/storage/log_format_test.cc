// The log's bytes: what is written is read, a torn last write never happened, and every other
// difference is refused.
#include "sut/paxos/storage/log_format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace paxos {
namespace {

const LogOwner kOwner = {1, 3, 2, 2};
const std::vector<Record> kRecords = {{Record::Kind::kPromise, 0, ""},
                                      {Record::Kind::kVote, 3, "M1"},
                                      {Record::Kind::kRound, 4, ""},
                                      {Record::Kind::kDecision, 3, "M1"}};
const StoredState kState = {3, RoundValue{3, "M1"}, 4, RoundValue{3, "M1"}};

// A log with `records`, whose first `marked` ones are known to be durable.
std::string LogOf(const std::vector<Record>& records, std::uint64_t marked) {
  std::string bytes = EncodePreamble(kOwner, 1);
  bytes.resize(kFirstRecordOffset);
  std::vector<LogMark> marks = {{0, bytes.size()}};
  for (const Record& record : records) {
    bytes += EncodeRecord(marks.size(), record);
    marks.push_back({marks.size(), bytes.size()});
  }
  for (std::uint64_t sequence = marked == 0 ? 0 : marked - 1; sequence <= marked; ++sequence) {
    const std::string mark = EncodeMark(marks[sequence]);
    bytes.replace(MarkOffset(sequence), mark.size(), mark);
    if (marked == 0) bytes.replace(MarkOffset(1), mark.size(), mark);
  }
  return bytes;
}

std::string ErrorOf(const std::string& bytes) {
  try {
    DecodeLog(bytes, "d/log");
    return "none";
  } catch (const StorageError& error) {
    return error.what();
  }
}

std::string Damaged(std::size_t byte, const std::string& what) {
  return "d/log: damaged at byte " + std::to_string(byte) + ": " + what +
         ". Its replica must not answer, since it may have promised or voted what is lost; restore "
         "the folder from a copy made while the replica was stopped";
}

TEST(LogFormatTest, WhatIsWrittenIsRead) {
  const LogContents contents = DecodeLog(LogOf(kRecords, 4), "d/log");
  EXPECT_EQ(contents.owner, kOwner);
  EXPECT_EQ(contents.state, kState);
  EXPECT_EQ(contents.last_sequence, 4u);
  EXPECT_EQ(contents.torn_bytes, 0u);
}

TEST(LogFormatTest, EmptyLogIsTheInitialState) {
  const LogContents contents = DecodeLog(LogOf({}, 0), "d/log");
  EXPECT_EQ(contents.state, StoredState());
  EXPECT_EQ(contents.last_sequence, 0u);
}

TEST(LogFormatTest, BytesAreThoseOfTheDocument) {
  EXPECT_EQ(EncodeRecord(2, {Record::Kind::kVote, 3, "M1"}),
            std::string("\2\0\0\0\0\0\0\0\2\3\0\0\0\0\0\0\0\2\0\0\0M1", 23) +
                EncodeRecord(2, {Record::Kind::kVote, 3, "M1"}).substr(23));
  EXPECT_EQ(EncodeMark({0, 0}).size(), 20u);
  EXPECT_EQ(EncodePreamble(kOwner, 1).substr(0, 16), std::string("PAXOSLOG\1\0\0\0\1\0\0\0", 16));
}

TEST(LogFormatTest, ChecksumIsCrc32c) { EXPECT_EQ(Crc32c("123456789"), 0xe3069283u); }

TEST(LogFormatTest, EveryFlippedBitOfADurableLogIsRefused) {
  const std::string log = LogOf(kRecords, 4);
  for (std::size_t bit = 0; bit < 8 * log.size(); ++bit) {
    std::string damaged = log;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    ASSERT_NE(ErrorOf(damaged), "none") << "bit " << bit % 8 << " of byte " << bit / 8;
  }
}

TEST(LogFormatTest, DurableLogCutOffAnywhereIsRefused) {
  const std::string log = LogOf(kRecords, 4);
  for (std::size_t size = 0; size < log.size(); ++size) {
    ASSERT_NE(ErrorOf(log.substr(0, size)), "none") << size;
  }
}

TEST(LogFormatTest, WriteCutOffBeforeItsMarkNeverHappened) {
  const std::string before = LogOf({kRecords[0], kRecords[1], kRecords[2]}, 3);
  const std::string whole = LogOf(kRecords, 3);
  for (std::size_t size = before.size(); size < whole.size(); ++size) {
    const LogContents contents = DecodeLog(whole.substr(0, size), "d/log");
    ASSERT_EQ(contents.state.decision, std::nullopt) << size;
    ASSERT_EQ(contents.state.vote, kState.vote) << size;
    ASSERT_EQ(contents.last_sequence, 3u);
    ASSERT_EQ(contents.torn_bytes, size - before.size());
  }
}

// The file has grown, and the power failed before all of its sectors were written.
TEST(LogFormatTest, ARecordWithASectorThatWasNotWrittenNeverHappened) {
  const std::vector<Record> records = {kRecords[0],
                                       {Record::Kind::kVote, 3, std::string(700, 'v')}};
  const std::string before = LogOf({records[0]}, 1);
  const std::string whole = LogOf(records, 1);
  ASSERT_EQ(DecodeLog(whole, "d/log").last_sequence, 2u);
  const std::size_t sectors = (whole.size() - before.size() / 512 * 512 + 511) / 512;
  ASSERT_EQ(sectors, 2u);
  for (const std::vector<std::size_t>& lost : {std::vector<std::size_t>{0}, {1}, {0, 1}}) {
    std::string torn = whole;
    for (const std::size_t sector : lost) {
      const std::size_t begin = std::max(before.size(), before.size() / 512 * 512 + sector * 512);
      const std::size_t end =
          std::min(whole.size(), before.size() / 512 * 512 + sector * 512 + 512);
      torn.replace(begin, end - begin, end - begin, '\0');
    }
    const LogContents contents = DecodeLog(torn, "d/log");
    EXPECT_EQ(contents.last_sequence, 1u);
    EXPECT_EQ(contents.torn_bytes, whole.size() - before.size());
  }
}

// As above, after a write of a part of the record.
TEST(LogFormatTest, ARecordThatWasWrittenInPartNeverHappened) {
  const std::string before = LogOf({kRecords[0], kRecords[1], kRecords[2]}, 3);
  const std::string whole = LogOf(kRecords, 3);
  ASSERT_NE(whole.back(), '\0');
  for (std::size_t size = before.size(); size < whole.size(); ++size) {
    std::string torn = whole.substr(0, size);
    torn.resize(whole.size());
    ASSERT_EQ(DecodeLog(torn, "d/log").torn_bytes, whole.size() - before.size()) << size;
  }
}

TEST(LogFormatTest, AWrongByteInAWholeRecordWithoutItsMarkIsRefused) {
  std::string log = LogOf(kRecords, 3);
  const std::size_t last = LogOf({kRecords[0], kRecords[1], kRecords[2]}, 3).size();
  ASSERT_NE(log.back(), '\0');
  log[last + 21] = '!';
  EXPECT_EQ(ErrorOf(log), Damaged(last, "record 4's checksum is wrong"));
}

TEST(LogFormatTest, ZerosBeforeTheMarkAreRefused) {
  std::string log = LogOf(kRecords, 4);
  const std::size_t last = LogOf({kRecords[0], kRecords[1], kRecords[2]}, 3).size();
  log.replace(last, std::string::npos, log.size() - last, '\0');
  EXPECT_EQ(ErrorOf(log), Damaged(last, "record 4's checksum is wrong"));
}

TEST(LogFormatTest, MoreZerosThanARecordHasAreRefused) {
  const std::string log = LogOf({kRecords[0], kRecords[1], kRecords[2]}, 3);
  EXPECT_EQ(ErrorOf(log + std::string((1 << 20) + 25, '\0')), "none");
  EXPECT_EQ(ErrorOf(log + std::string((1 << 20) + 26, '\0')),
            Damaged(log.size(), "record 4 is longer than any that is written"));
}

TEST(LogFormatTest, ATailThatIsNotTheBeginningOfTheNextRecordIsRefused) {
  const std::string log = LogOf({kRecords[0], kRecords[1], kRecords[2]}, 3);
  EXPECT_EQ(ErrorOf(log + "garbage"),
            Damaged(log.size(), "not the beginning of record 4, which comes next"));
  const std::string next = EncodeRecord(4, kRecords[3]);
  std::string kind = next.substr(0, 20);
  kind[8] = 9;
  EXPECT_EQ(ErrorOf(log + kind), Damaged(log.size(), "record 4 is of no kind that there is"));
  std::string huge = next.substr(0, 22);
  huge[20] = '\x40';  // the value's length: a gigabyte
  EXPECT_EQ(ErrorOf(log + huge),
            Damaged(log.size(), "record 4 is longer than any that is written"));
}

TEST(LogFormatTest, WholeRecordWithoutItsMarkIsTaken) {
  EXPECT_EQ(DecodeLog(LogOf(kRecords, 3), "d/log").state, kState);
}

TEST(LogFormatTest, ErrorsSayWhatAndWhere) {
  std::string log = LogOf(kRecords, 4);
  EXPECT_EQ(ErrorOf("nonsense"),
            "d/log: not a log of paxos_server: it does not begin with 'PAXOSLOG'");
  EXPECT_EQ(ErrorOf(log.substr(0, 100)), Damaged(100, "the file ends in its head"));
  EXPECT_EQ(ErrorOf(log.substr(0, log.size() - 1)),
            Damaged(log.size() - 1, "record 4 of 4 is cut off or missing"));
  const auto flipped = [&](std::size_t byte) {
    std::string damaged = log;
    damaged[byte] = static_cast<char>(damaged[byte] ^ 1);
    return ErrorOf(damaged);
  };
  EXPECT_EQ(flipped(12), Damaged(0, "the head's checksum is wrong"));
  EXPECT_EQ(flipped(200), Damaged(200, "not zero, as all unused bytes of the head are"));
  EXPECT_EQ(flipped(512), Damaged(512, "the mark's checksum is wrong"));
  EXPECT_EQ(flipped(1024 + 8), Damaged(1024, "the mark's checksum is wrong"));
  EXPECT_EQ(flipped(kFirstRecordOffset + 9),
            Damaged(kFirstRecordOffset, "record 1's checksum is wrong"));
}

TEST(LogFormatTest, RefusesRecordsThatContradictEachOther) {
  const std::vector<std::vector<Record>> sequences = {
      {{Record::Kind::kPromise, 3, ""}, {Record::Kind::kPromise, 3, ""}},
      {{Record::Kind::kPromise, 3, ""}, {Record::Kind::kVote, 2, "M1"}},
      {{Record::Kind::kRound, 3, ""}, {Record::Kind::kRound, 3, ""}},
      {{Record::Kind::kDecision, 3, "M1"}, {Record::Kind::kDecision, 4, "M2"}},
      {{Record::Kind::kPromise, 3, ""}, {Record::Kind::kPromise, -4, ""}},
      {{Record::Kind::kPromise, 3, ""}, {static_cast<Record::Kind>(5), 4, ""}}};
  for (const auto& records : sequences) {
    const std::size_t second = kFirstRecordOffset + EncodeRecord(1, records[0]).size();
    EXPECT_EQ(ErrorOf(LogOf(records, 2)), Damaged(second, "record 2 contradicts those before it"));
  }
}

TEST(LogFormatTest, RefusesRecordsOutOfOrder) {
  std::string log = LogOf({kRecords[0]}, 1);
  const std::string third = EncodeRecord(3, kRecords[1]);
  EXPECT_EQ(ErrorOf(log + third), Damaged(log.size(), "not record 2, which must be there"));
}

TEST(LogFormatTest, RefusesAnotherVersion) {
  std::string log = LogOf({}, 0);
  const std::size_t size = EncodePreamble(kOwner, 1).size();
  log[8] = 2;
  const std::uint32_t crc = Crc32c(log.substr(0, size - 4));
  for (std::size_t i = 0; i < 4; ++i) log[size - 4 + i] = static_cast<char>(crc >> 8 * i);
  EXPECT_EQ(ErrorOf(log), "d/log: version 2 of the log; this program knows version 1");
}

}  // namespace
}  // namespace paxos
