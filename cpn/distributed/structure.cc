#include "cpn/distributed/structure.h"

#include <string>
#include <utility>

#include "cpn/values/hash.h"

namespace cpn::distributed {
namespace {

/// Small numbers of either sign become small numbers.
std::uint64_t Fold(std::int64_t i) {
  return (static_cast<std::uint64_t>(i) << 1) ^ static_cast<std::uint64_t>(i >> 63);
}

std::int64_t Unfold(std::uint64_t n) {
  return static_cast<std::int64_t>(n >> 1) ^ -static_cast<std::int64_t>(n & 1);
}

/// `write_part(part)` writes each part.
template <typename WritePart>
void WriteWith(const ValueStore& values, Value value, ByteWriter& out,
               const WritePart& write_part) {
  const ValueKind kind = values.Kind(value);
  out.Number(static_cast<std::uint64_t>(kind));
  switch (kind) {
    case ValueKind::kUnit:
      return;
    case ValueKind::kBool:
      return out.Number(values.AsBool(value) ? 1 : 0);
    case ValueKind::kInt:
      return out.Number(Fold(values.AsInt(value)));
    case ValueKind::kEnum:
    case ValueKind::kString:
      return out.Text(values.AsText(value));
    case ValueKind::kUnion:
      out.Text(values.Constructor(value));
      return write_part(values.Elements(value)[0]);
    case ValueKind::kTuple:
    case ValueKind::kList:
    case ValueKind::kRecord:
      break;
  }
  const std::span<const Value> parts = values.Elements(value);
  out.Number(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (kind == ValueKind::kRecord) out.Text(values.FieldName(value, i));
    write_part(parts[i]);
  }
}

template <typename ReadPart>
Value ReadRecord(ValueStore& values, ByteReader& in, const ReadPart& read_part) {
  std::vector<std::pair<std::string, Value>> fields;
  for (std::uint64_t left = in.Number(); left > 0; --left) {
    std::string name(in.Text());
    fields.emplace_back(std::move(name), read_part());
  }
  return values.Record(fields);
}

/// What WriteWith() wrote. `read_part()` reads a part; `parts` is left as it was.
template <typename ReadPart>
Value ReadWith(ValueStore& values, ByteReader& in, std::vector<Value>& parts,
               const ReadPart& read_part) {
  const std::size_t before = parts.size();
  const auto read_parts = [&] {
    for (std::uint64_t left = in.Number(); left > 0; --left) parts.push_back(read_part());
    return std::span<const Value>(parts).subspan(before);
  };
  switch (static_cast<ValueKind>(in.Number())) {
    case ValueKind::kUnit:
      return values.Unit();
    case ValueKind::kBool:
      return values.Bool(in.Number() != 0);
    case ValueKind::kInt:
      return values.Int(Unfold(in.Number()));
    case ValueKind::kEnum:
      return values.Enum(in.Text());
    case ValueKind::kString:
      return values.String(in.Text());
    case ValueKind::kTuple: {
      const Value tuple = values.Tuple(read_parts());
      parts.resize(before);
      return tuple;
    }
    case ValueKind::kList: {
      const Value list = values.List(read_parts());
      parts.resize(before);
      return list;
    }
    case ValueKind::kRecord:
      return ReadRecord(values, in, read_part);
    case ValueKind::kUnion: {
      const std::string constructor(in.Text());
      return values.Union(constructor, read_part());
    }
  }
  throw BadBytes();
}

Value ReadValueWith(ValueStore& values, ByteReader& in, std::vector<Value>& parts) {
  return ReadWith(values, in, parts, [&] { return ReadValueWith(values, in, parts); });
}

}  // namespace

void WriteValue(const ValueStore& values, Value value, ByteWriter& out) {
  WriteWith(values, value, out, [&](Value part) { WriteValue(values, part, out); });
}

Value ReadValue(ValueStore& values, ByteReader& in) {
  std::vector<Value> parts;
  return ReadValueWith(values, in, parts);
}

/// A colour is its number, or 0 and what it is; then it gets the next number, after its parts.
void ToldWriter::Write(Value value, ByteWriter& out) {
  if (value.id < numbers_.size() && numbers_[value.id] != 0) {
    return out.Number(numbers_[value.id]);
  }
  out.Number(0);
  WriteWith(*values_, value, out, [&](Value part) { Write(part, out); });
  if (value.id >= numbers_.size()) numbers_.resize(value.id + value.id / 2 + 1, 0);
  numbers_[value.id] = ++told_;
}

Value ToldReader::Read(ByteReader& in) {
  const std::uint64_t number = in.Number();
  if (number != 0) {
    if (number > told_.size()) throw BadBytes();
    return told_[number - 1];
  }
  const Value value = ReadWith(*values_, in, parts_, [&] { return Read(in); });
  told_.push_back(value);
  return value;
}

void WriteMultiSet(const ValueStore& values, const MultiSetStore& multisets, MultiSet set,
                   ByteWriter& out) {
  const std::span<const MultiSetEntry> entries = multisets.Entries(set);
  out.Number(entries.size());
  for (const MultiSetEntry& entry : entries) {
    WriteValue(values, entry.value, out);
    out.Number(entry.count);
  }
}

MultiSet ReadMultiSet(ValueStore& values, MultiSetStore& multisets, ByteReader& in) {
  std::vector<MultiSetEntry> entries;
  for (std::uint64_t left = in.Number(); left > 0; --left) {
    const Value value = ReadValue(values, in);
    entries.push_back({value, in.Small()});
  }
  return multisets.Intern(entries);
}

std::uint64_t ValueHashes::Of(Value value) {
  if (value.id < known_.size() && known_[value.id] != 0) return known_[value.id];
  const std::uint64_t hash = Compute(value) | 1;
  if (value.id >= known_.size()) known_.resize(value.id + value.id / 2 + 1, 0);
  known_[value.id] = hash;
  return hash;
}

std::uint64_t ValueHashes::Compute(Value value) {
  const ValueKind kind = values_->Kind(value);
  std::uint64_t hash = MixHash(static_cast<std::uint64_t>(kind) + 1);
  switch (kind) {
    case ValueKind::kUnit:
      return hash;
    case ValueKind::kBool:
      return CombineHash(hash, values_->AsBool(value) ? 1 : 0);
    case ValueKind::kInt:
      return CombineHash(hash, static_cast<std::uint64_t>(values_->AsInt(value)));
    case ValueKind::kEnum:
    case ValueKind::kString:
      return HashText(hash, values_->AsText(value));
    case ValueKind::kUnion:
      hash = HashText(hash, values_->Constructor(value));
      break;
    case ValueKind::kTuple:
    case ValueKind::kList:
    case ValueKind::kRecord:
      break;
  }
  const std::span<const Value> parts = values_->Elements(value);
  hash = CombineHash(hash, parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (kind == ValueKind::kRecord) hash = HashText(hash, values_->FieldName(value, i));
    hash = CombineHash(hash, Of(parts[i]));
  }
  return hash;
}

}  // namespace cpn::distributed
