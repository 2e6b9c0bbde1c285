#include "sut/paxos/storage/log_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sut/paxos/roles/wire_check.h"

namespace paxos {
namespace {

constexpr std::string_view kMagic = "PAXOSLOG";
constexpr std::uint32_t kVersion = 1;
constexpr std::uint64_t kSector = 512;
constexpr std::uint64_t kRecordHead = 8 + 1 + 8 + 4;
constexpr std::uint64_t kCrcSize = 4;

// CRC-32C (Castagnoli), reflected: polynomial 0x82f63b78.
constexpr std::array<std::uint32_t, 256> CrcTable() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0x82f63b78u : 0u);
    table[byte] = crc;
  }
  return table;
}

template <class Integer>
void Put(std::string& bytes, Integer value) {
  const auto bits = static_cast<std::uint64_t>(value);
  for (std::size_t i = 0; i < sizeof(Integer); ++i) {
    bytes.push_back(static_cast<char>((bits >> (8 * i)) & 0xff));
  }
}

std::string Sealed(std::string bytes) {
  Put(bytes, Crc32c(bytes));
  return bytes;
}

// Reads integers one after the other. The bytes must be there.
class Cursor {
 public:
  explicit Cursor(std::string_view bytes) : bytes_(bytes) {}
  template <class Integer>
  Integer Take() {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < sizeof(Integer); ++i) {
      bits |= std::uint64_t{static_cast<std::uint8_t>(bytes_[i])} << (8 * i);
    }
    bytes_.remove_prefix(sizeof(Integer));
    return static_cast<Integer>(bits);
  }

 private:
  std::string_view bytes_;
};

// Does the item's last field hold the checksum of the rest?
bool CrcHolds(std::string_view item) {
  const std::string_view content = item.substr(0, item.size() - kCrcSize);
  return Cursor(item.substr(content.size())).Take<std::uint32_t>() == Crc32c(content);
}

class Decoder {
 public:
  Decoder(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  LogContents Decode() {
    std::uint64_t sequence = DecodePreamble();
    const LogMark mark = DecodeMarks();
    std::uint64_t offset = kFirstRecordOffset;
    std::uint64_t marked_end = offset;
    for (; offset < bytes_.size(); ++sequence) {
      const std::uint64_t size = RecordSize(offset);
      const bool cut_off = size > bytes_.size() - offset;
      if (cut_off || (sequence > mark.sequence && !CrcHolds(bytes_.substr(offset, size)))) {
        CheckTorn(offset, sequence, cut_off);
        break;
      }
      TakeRecord(offset, size, sequence);
      offset += size;
      contents_.last_sequence = sequence;
      if (sequence == mark.sequence) marked_end = offset;
    }
    if (sequence <= mark.sequence) {
      Damaged(bytes_.size(),
              fmt::format("record {} of {} is cut off or missing", sequence, mark.sequence));
    }
    if (marked_end != mark.end) {
      Damaged(mark.end, fmt::format("record {} does not end there", mark.sequence));
    }
    contents_.torn_bytes = bytes_.size() - offset;
    return contents_;
  }

 private:
  [[noreturn]] void Damaged(std::uint64_t offset, const std::string& what) const {
    throw StorageError(fmt::format(
        "{}: damaged at byte {}: {}. Its replica must not answer, since it may have promised or "
        "voted what is lost; restore the folder from a copy made while the replica was stopped",
        name_, offset, what));
  }

  // The sequence number of the first record.
  std::uint64_t DecodePreamble() {
    if (bytes_.substr(0, kMagic.size()) != kMagic) {
      throw StorageError(
          fmt::format("{}: not a log of paxos_server: it does not begin with '{}'", name_, kMagic));
    }
    if (bytes_.size() < kFirstRecordOffset) Damaged(bytes_.size(), "the file ends in its head");
    const std::size_t size = EncodePreamble({}, 0).size();
    if (!CrcHolds(bytes_.substr(0, size))) Damaged(0, "the head's checksum is wrong");
    CheckZeros(size, kSector);
    Cursor cursor(bytes_.substr(kMagic.size()));
    const auto version = cursor.Take<std::uint32_t>();
    if (version != kVersion) {
      throw StorageError(fmt::format("{}: version {} of the log; this program knows version {}",
                                     name_, version, kVersion));
    }
    contents_.owner.id = cursor.Take<std::int32_t>();
    contents_.owner.replicas = cursor.Take<std::int32_t>();
    contents_.owner.prepare_quorum = cursor.Take<std::int32_t>();
    contents_.owner.accept_quorum = cursor.Take<std::int32_t>();
    const auto first = cursor.Take<std::uint64_t>();
    contents_.last_sequence = first - 1;
    return first;
  }

  LogMark DecodeMarks() const {
    const LogMark even = DecodeMark(0);
    const LogMark odd = DecodeMark(1);
    const LogMark& higher = even.sequence > odd.sequence ? even : odd;
    const LogMark& lower = even.sequence > odd.sequence ? odd : even;
    if (higher.sequence - lower.sequence > 1) Damaged(kSector, "the marks do not fit together");
    return higher;
  }

  LogMark DecodeMark(std::uint64_t parity) const {
    const std::uint64_t offset = MarkOffset(parity);
    const std::size_t size = EncodeMark({}).size();
    if (!CrcHolds(bytes_.substr(offset, size))) Damaged(offset, "the mark's checksum is wrong");
    CheckZeros(offset + size, offset + kSector);
    Cursor cursor(bytes_.substr(offset));
    LogMark mark;
    mark.sequence = cursor.Take<std::uint64_t>();
    mark.end = cursor.Take<std::uint64_t>();
    return mark;
  }

  void CheckZeros(std::uint64_t begin, std::uint64_t end) const {
    const std::uint64_t found = bytes_.find_first_not_of('\0', begin);
    if (found < end) Damaged(found, "not zero, as all unused bytes of the head are");
  }

  // Of the record at `offset`; more than there is when it is cut off.
  std::uint64_t RecordSize(std::uint64_t offset) const {
    const std::string_view rest = bytes_.substr(offset);
    if (rest.size() < kRecordHead) return kRecordHead + kCrcSize;
    return kRecordHead + Cursor(rest.substr(kRecordHead - 4)).Take<std::uint32_t>() + kCrcSize;
  }

  // What is not a whole record must be a part of the one that comes next: its beginning, as far as
  // the first sector was written, and then something that was not written.
  void CheckTorn(std::uint64_t offset, std::uint64_t sequence, bool cut_off) const {
    const std::string_view rest = bytes_.substr(offset);
    const std::string_view written = WithoutZeros(rest.substr(0, kSector - offset % kSector));
    std::string expected;
    Put(expected, sequence);
    const std::size_t known = std::min(written.size(), expected.size());
    if (written.substr(0, known) != std::string_view(expected).substr(0, known)) {
      Damaged(offset, fmt::format("not the beginning of record {}, which comes next", sequence));
    }
    if (written.size() > expected.size() &&
        !IsKind(static_cast<std::uint8_t>(written[expected.size()]))) {
      Damaged(offset, fmt::format("record {} is of no kind that there is", sequence));
    }
    const std::uint64_t longest = kRecordHead + kMaxValueBytes + kCrcSize;
    if (RecordSize(offset) > longest || rest.size() > longest) {
      Damaged(offset, fmt::format("record {} is longer than any that is written", sequence));
    }
    if (!cut_off && !EndsASectorInZeros(offset)) {
      Damaged(offset, fmt::format("record {}'s checksum is wrong", sequence));
    }
  }

  static std::string_view WithoutZeros(std::string_view bytes) {
    return bytes.substr(0, bytes.find_last_not_of('\0') + 1);  // npos + 1 is 0
  }

  // From there on, is there a sector that may not have been written to its end?
  bool EndsASectorInZeros(std::uint64_t offset) const {
    while (offset < bytes_.size()) {
      offset = std::min<std::uint64_t>(bytes_.size(), (offset / kSector + 1) * kSector);
      if (bytes_[offset - 1] == '\0') return true;
    }
    return false;
  }

  static bool IsKind(std::uint8_t kind) {
    return kind >= static_cast<std::uint8_t>(Record::Kind::kPromise) &&
           kind <= static_cast<std::uint8_t>(Record::Kind::kDecision);
  }

  void TakeRecord(std::uint64_t offset, std::uint64_t size, std::uint64_t sequence) {
    const std::string_view bytes = bytes_.substr(offset, size);
    if (!CrcHolds(bytes)) Damaged(offset, fmt::format("record {}'s checksum is wrong", sequence));
    Cursor cursor(bytes);
    if (cursor.Take<std::uint64_t>() != sequence) {
      Damaged(offset, fmt::format("not record {}, which must be there", sequence));
    }
    Record record;
    record.kind = static_cast<Record::Kind>(cursor.Take<std::uint8_t>());
    record.rnd = cursor.Take<std::int64_t>();
    record.value = bytes.substr(kRecordHead, size - kRecordHead - kCrcSize);
    if (!Allows(contents_.state, record)) {
      Damaged(offset, fmt::format("record {} contradicts those before it", sequence));
    }
    Apply(record, contents_.state);
  }

  const std::string_view bytes_;
  const std::string& name_;
  LogContents contents_;
};

}  // namespace

std::uint32_t Crc32c(std::string_view bytes) {
  static constexpr std::array<std::uint32_t, 256> kTable = CrcTable();
  std::uint32_t crc = ~0u;
  for (const char c : bytes) crc = (crc >> 8) ^ kTable[(crc ^ static_cast<std::uint8_t>(c)) & 0xff];
  return ~crc;
}

std::uint64_t MarkOffset(std::uint64_t sequence) { return kSector * (1 + sequence % 2); }

std::string EncodePreamble(const LogOwner& owner, std::uint64_t first_sequence) {
  std::string bytes(kMagic);
  Put(bytes, kVersion);
  for (const std::int32_t number :
       {owner.id, owner.replicas, owner.prepare_quorum, owner.accept_quorum}) {
    Put(bytes, number);
  }
  Put(bytes, first_sequence);
  return Sealed(bytes);
}

std::string EncodeMark(const LogMark& mark) {
  std::string bytes;
  Put(bytes, mark.sequence);
  Put(bytes, mark.end);
  return Sealed(bytes);
}

std::string EncodeRecord(std::uint64_t sequence, const Record& record) {
  std::string bytes;
  Put(bytes, sequence);
  Put(bytes, static_cast<std::uint8_t>(record.kind));
  Put(bytes, record.rnd);
  Put(bytes, static_cast<std::uint32_t>(record.value.size()));
  return Sealed(bytes + record.value);
}

LogContents DecodeLog(std::string_view bytes, const std::string& name) {
  return Decoder(bytes, name).Decode();
}

}  // namespace paxos
