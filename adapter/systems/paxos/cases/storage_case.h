// A case of kind storagetest: what happens to the durable log of one replica, and what an opening
// of its folder gives in the end.
//
// Invariants of a case that the reader returned:
//  1. `val` is set of votes and decisions only; a failing opening does not fail at the mark, which
//     is written with the rest of the new log;
//  2. a damage is the last of the events.
// Plain values; distinct objects may be used from different threads.
// Source: docs/paxos_suites.md, "Kind storagetest"; the log is that of docs/paxos_service.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cases {

struct StorageRecord {
  enum class Kind { kPromise, kVote, kRound, kDecision };
  Kind kind = Kind::kPromise;
  std::int64_t rnd = 0;
  std::string val;
  bool operator==(const StorageRecord&) const = default;
};

/// Where the writing of a record, or of a new log, ends for good.
enum class WriteFailure {
  kWrite,         ///< nothing is written
  kTornHead,      ///< the first half is written, of a record less than its head
  kTornChecksum,  ///< all but the last byte is written
  kSync,          ///< all is written, syncing it fails
  kMark,          ///< the record is synced, writing its mark fails
};

/// A record is saved, or the replica crashes in it.
struct StorageSave {
  StorageRecord record;
  std::optional<WriteFailure> fails_at;
  bool operator==(const StorageSave&) const = default;
};
/// The replica ends and the folder is opened again; or crashes in that, and it is opened once more.
struct StorageReopening {
  std::optional<WriteFailure> fails_at;
  bool operator==(const StorageReopening&) const = default;
};
/// Something changes the log while nobody has the folder open.
struct StorageDamage {
  enum class Means {
    kFlip,   ///< a byte of the part is inverted
    kCut,    ///< the file ends in the middle of the part
    kForge,  ///< the part has another value, and its item's checksum is right
  };
  /// The head and the higher mark of the log, and its last record.
  enum class Part {
    kMagic,
    kVersion,
    kOwner,
    kFirst,
    kHeadChecksum,
    kUnused,
    kMarkSequence,
    kMarkEnd,
    kMarkChecksum,
    kSequence,
    kKind,
    kRnd,
    kLength,
    kValue,
    kChecksum,
  };
  Means means = Means::kFlip;
  Part part = Part::kMagic;
  bool operator==(const StorageDamage&) const = default;
};
using StorageEvent = std::variant<StorageSave, StorageReopening, StorageDamage>;

/// How the folder is opened in the end.
enum class StorageOpener {
  kSameReplica,
  kOtherReplica,  ///< as another one of the system
  kOtherSize,     ///< as the one of that id in a larger system
  kOtherPrepareQuorum,
  kOtherAcceptQuorum,
  kSecondProcess,    ///< by the same replica while the first one has it
  kOtherFiles,       ///< without a log, with another file
  kNoParent,         ///< in a folder that is not there
  kFileForFolder,    ///< with a file in its place
  kFolderForLog,     ///< with a folder in the log's place
  kLoopForLog,       ///< with a link to itself in the log's place
  kFolderForNewLog,  ///< with a folder where the new log is written
};

/// Why an opening is refused.
enum class StorageRefusal {
  kDamaged,
  kNotALog,
  kOtherVersion,
  kOtherReplica,
  kSecondProcess,
  kOtherFiles,
  kUnusable,  ///< the system says no
};

/// What an opening gives.
struct StorageContents {
  struct RoundValue {
    std::int64_t rnd = 0;
    std::string val;
    bool operator==(const RoundValue&) const = default;
  };
  std::optional<std::int64_t> promised;
  std::optional<RoundValue> vote;
  std::optional<std::int64_t> begun;  ///< the proposer's last round
  std::optional<RoundValue> decided;
  bool operator==(const StorageContents&) const = default;
};

struct StorageCase {
  std::vector<StorageEvent> events;
  StorageOpener opener = StorageOpener::kSameReplica;
  std::variant<StorageContents, StorageRefusal> expected;
  bool operator==(const StorageCase&) const = default;
};

/// The words of the format, in the order of their enumerations.
inline constexpr const char* kRecordWords[] = {"promise", "vote", "round", "decision"};
inline constexpr const char* kWriteFailureWords[] = {"write", "torn_head", "torn_checksum", "sync",
                                                     "mark"};
inline constexpr const char* kDamageWords[] = {"flip", "cut", "forge"};
inline constexpr const char* kDamagedPartWords[] = {
    "magic",  "version",       "owner",    "first",         "head_checksum",
    "unused", "mark_sequence", "mark_end", "mark_checksum", "sequence",
    "kind",   "rnd",           "length",   "value",         "checksum"};
inline constexpr const char* kOpenerWords[] = {
    "same_replica",        "other_replica",  "other_size",   "other_prepare_quorum",
    "other_accept_quorum", "second_process", "other_files",  "no_parent",
    "file_for_folder",     "folder_for_log", "loop_for_log", "folder_for_new_log"};
inline constexpr const char* kRefusalWords[] = {"damaged",       "not_a_log",      "other_version",
                                                "other_replica", "second_process", "other_files",
                                                "unusable"};

}  // namespace cases
