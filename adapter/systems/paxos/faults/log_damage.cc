#include "adapter/systems/paxos/faults/log_damage.h"

#include <cassert>
#include <cstdint>

#include "sut/paxos/storage/log_format.h"

namespace adapter {
namespace {

using Part = cases::StorageDamage::Part;

constexpr std::size_t kMarks[] = {512, 1024};
constexpr std::size_t kMarkItem = 16;
constexpr std::size_t kRecords = 1536;
constexpr std::size_t kRecordHead = 21;
constexpr std::size_t kChecksum = 4;

// Bytes of the file, and the item that has its checksum over them.
struct Span {
  std::size_t begin = 0;
  std::size_t size = 0;
};
struct Place {
  Span part;
  Span item;  // without its checksum, which follows
};

std::uint64_t Number(const std::string& log, const Span& span) {
  std::uint64_t number = 0;
  for (std::size_t i = span.size; i-- > 0;) {
    number = (number << 8) | static_cast<std::uint8_t>(log.at(span.begin + i));
  }
  return number;
}

void Put(std::string& log, const Span& span, std::uint64_t number) {
  for (std::size_t i = 0; i < span.size; ++i) {
    log.at(span.begin + i) = static_cast<char>((number >> (8 * i)) & 0xff);
  }
}

std::size_t HigherMark(const std::string& log) {
  return Number(log, {kMarks[0], 8}) > Number(log, {kMarks[1], 8}) ? kMarks[0] : kMarks[1];
}

Span LastRecord(const std::string& log) {
  Span record;
  for (std::size_t begin = kRecords; begin < log.size(); begin += record.size) {
    record = {begin, kRecordHead + Number(log, {begin + 17, 4}) + kChecksum};
  }
  assert(record.size > 0);
  return record;
}

Place InHead(std::size_t begin, std::size_t size) { return {{begin, size}, {0, 36}}; }

Place InMark(const std::string& log, std::size_t begin, std::size_t size) {
  const std::size_t mark = HigherMark(log);
  return {{mark + begin, size}, {mark, kMarkItem}};
}

Place InRecord(const std::string& log, std::size_t begin, std::size_t size) {
  const Span record = LastRecord(log);
  return {{record.begin + begin, size}, {record.begin, record.size - kChecksum}};
}

Place InRecordsTail(const std::string& log, Part part) {
  const std::size_t value = LastRecord(log).size - kRecordHead - kChecksum;
  if (part == Part::kValue) return InRecord(log, kRecordHead, value);
  return InRecord(log, kRecordHead + value, kChecksum);
}

Place Find(const std::string& log, Part part) {
  switch (part) {
    case Part::kMagic:
      return InHead(0, 8);
    case Part::kVersion:
      return InHead(8, 4);
    case Part::kOwner:
      return InHead(12, 4);
    case Part::kFirst:
      return InHead(28, 8);
    case Part::kHeadChecksum:
      return InHead(36, kChecksum);
    case Part::kUnused:
      return InHead(40, kMarks[0] - 40);
    case Part::kMarkSequence:
      return InMark(log, 0, 8);
    case Part::kMarkEnd:
      return InMark(log, 8, 8);
    case Part::kMarkChecksum:
      return InMark(log, kMarkItem, kChecksum);
    case Part::kSequence:
      return InRecord(log, 0, 8);
    case Part::kKind:
      return InRecord(log, 8, 1);
    case Part::kRnd:
      return InRecord(log, 9, 8);
    case Part::kLength:
      return InRecord(log, 17, 4);
    case Part::kValue:
    case Part::kChecksum:
      break;
  }
  return InRecordsTail(log, part);
}

// A value that the part cannot have: no such kind, no such round, not the next number.
std::uint64_t Forged(Part part, std::uint64_t number) {
  if (part == Part::kRnd) return ~std::uint64_t{0};  // -1
  return part == Part::kKind ? 5 : number + 1;
}

}  // namespace

std::string Damaged(std::string log, const cases::StorageDamage& damage) {
  const Place place = Find(log, damage.part);
  const std::size_t middle = place.part.begin + place.part.size / 2;
  switch (damage.means) {
    case cases::StorageDamage::Means::kFlip:
      log.at(middle) = static_cast<char>(~log.at(middle));
      break;
    case cases::StorageDamage::Means::kCut:
      log.resize(middle);
      break;
    case cases::StorageDamage::Means::kForge:
      Put(log, place.part, Forged(damage.part, Number(log, place.part)));
      Put(log, {place.item.begin + place.item.size, kChecksum},
          paxos::Crc32c(std::string_view(log).substr(place.item.begin, place.item.size)));
      break;
  }
  return log;
}

}  // namespace adapter
