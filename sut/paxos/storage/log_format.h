// The log file of a data folder as bytes: a preamble that says whose log it is, two marks that say
// up to where it was durable for certain, and records, each with a sequence number and a checksum.
// All integers are little-endian; docs/paxos_service.md has the same as a table.
//
//   preamble  at 0     8 bytes "PAXOSLOG", u32 version (1), i32 id, i32 replicas, i32 prepare
//                      quorum, i32 accept quorum, u64 sequence number of the first record, u32 CRC
//   marks     at 512 and at 1024, one disk sector each
//                      u64 sequence number of the last durable record, u64 offset of its end, u32
//                      CRC
//   records   from 1536 on, without gaps
//                      u64 sequence number, u8 kind (1 promise, 2 vote, 3 round, 4 decision), i64
//                      rnd, u32 bytes of the value, value, u32 CRC
// The rest of the first 1536 bytes is zero. A CRC is a CRC-32C of all bytes of its item before it.
//
// Invariants, for one writer:
//  1. a record is appended and synced, then its mark is written (not synced: the next record's sync
//     does it), then the caller may tell others. Number s goes to mark s mod 2, so that the other
//     mark always holds;
//  2. so everything up to the higher mark must be there and right, or the file is damaged. Whole
//     records after it are taken. The next one may be torn, which never happened: the file's end
//     cuts it off, or the file has grown without the bytes of a sector, which are then zero up to
//     its end. Any other bytes are damage.
// Pure functions, thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sut/paxos/roles/storage.h"
#include "sut/paxos/roles/types.h"

namespace paxos {

/// Whose log it is. A log serves only the same replica of the same configuration, since promises
/// and votes mean nothing under other quorums.
struct LogOwner {
  ReplicaId id = 0;
  int replicas = 0;
  int prepare_quorum = 0;
  int accept_quorum = 0;
  bool operator==(const LogOwner&) const = default;
};

/// Up to where the log is durable.
struct LogMark {
  std::uint64_t sequence = 0;
  std::uint64_t end = 0;  ///< offset of the record's end
};

constexpr std::uint64_t kFirstRecordOffset = 1536;

/// CRC-32C (Castagnoli).
std::uint32_t Crc32c(std::string_view bytes);

std::uint64_t MarkOffset(std::uint64_t sequence);
std::string EncodePreamble(const LogOwner& owner, std::uint64_t first_sequence);
std::string EncodeMark(const LogMark& mark);
std::string EncodeRecord(std::uint64_t sequence, const Record& record);

/// A whole log, read.
struct LogContents {
  LogOwner owner;
  StoredState state;
  std::uint64_t last_sequence = 0;
  std::uint64_t torn_bytes = 0;  ///< of a write that never happened, at the end
};

/// Reads a log. Throws StorageError, its message beginning with `name`, when it is damaged or not a
/// log.
LogContents DecodeLog(std::string_view bytes, const std::string& name);

}  // namespace paxos
