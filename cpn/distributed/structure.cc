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

std::vector<Value> ReadValues(ValueStore& values, ByteReader& in) {
  std::vector<Value> parts;
  for (std::uint64_t left = in.Number(); left > 0; --left) parts.push_back(ReadValue(values, in));
  return parts;
}

Value ReadRecord(ValueStore& values, ByteReader& in) {
  std::vector<std::pair<std::string, Value>> fields;
  for (std::uint64_t left = in.Number(); left > 0; --left) {
    std::string name(in.Text());
    fields.emplace_back(std::move(name), ReadValue(values, in));
  }
  return values.Record(fields);
}

}  // namespace

void WriteValue(const ValueStore& values, Value value, ByteWriter& out) {
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
      return WriteValue(values, values.Elements(value)[0], out);
    case ValueKind::kTuple:
    case ValueKind::kList:
    case ValueKind::kRecord:
      break;
  }
  const std::span<const Value> parts = values.Elements(value);
  out.Number(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (kind == ValueKind::kRecord) out.Text(values.FieldName(value, i));
    WriteValue(values, parts[i], out);
  }
}

Value ReadValue(ValueStore& values, ByteReader& in) {
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
    case ValueKind::kTuple:
      return values.Tuple(ReadValues(values, in));
    case ValueKind::kList:
      return values.List(ReadValues(values, in));
    case ValueKind::kRecord:
      return ReadRecord(values, in);
    case ValueKind::kUnion: {
      const std::string constructor(in.Text());
      return values.Union(constructor, ReadValue(values, in));
    }
  }
  throw BadBytes();
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
