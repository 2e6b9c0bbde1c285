// Colours as interned values (hash-consing): equal colours have equal 32-bit ids, so that equality
// is `==` on integers and a marking is a vector of integers.
//
// Invariants:
//  1. A Value is an index into the store that made it; values of different stores do not mix.
//  2. Two values of one store are structurally equal if and only if their ids are equal.
//  3. Compare() orders by structure, never by id, so that no order depends on when a value was
//     interned. Values are never removed.
// Thread safety: reading is safe from any thread while no thread interns; interning is for one
// thread at a time. Source: Filliatre & Conchon, "Type-safe modular hash-consing" (2006).
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace cpn {

/// An interned colour.
struct Value {
  std::uint32_t id = 0;
  friend bool operator==(Value, Value) = default;
};

/// The field names of a record, interned.
struct RecordShape {
  std::uint32_t id = 0;
};

enum class ValueKind : std::uint8_t {
  kUnit,
  kBool,
  kInt,
  kEnum,
  kString,
  kTuple,
  kList,
  kRecord,
  kUnion
};

class ValueStore {
 public:
  /// The parts of the largest value, those of its parts included, and repeated ones as often as
  /// they occur; a text counts one for every 8 bytes. Parts are shared, so that a value of a few
  /// hundred bytes could otherwise print as more than there is memory.
  static constexpr std::uint32_t kLargest = 1'000'000;

  /// The members that make tuples, lists, records, unions and texts throw ModelError for values
  /// with more than `largest` parts.
  explicit ValueStore(std::uint32_t largest = kLargest);
  ~ValueStore();
  ValueStore(const ValueStore&) = delete;
  ValueStore& operator=(const ValueStore&) = delete;

  Value Unit();
  Value Bool(bool b);
  Value Int(std::int64_t i);
  Value Enum(std::string_view name);
  Value String(std::string_view text);
  Value Tuple(std::span<const Value> elements);
  Value List(std::span<const Value> elements);
  /// Fields in any order; names must be distinct. Elements() yields them sorted by name.
  Value Record(std::span<const std::pair<std::string, Value>> fields);
  /// For records built often: the shape once, then `elements` in order of the field names.
  RecordShape Shape(std::span<const std::string> names);
  Value Record(RecordShape shape, std::span<const Value> elements);
  /// `payload` is Unit() for a constructor without argument.
  Value Union(std::string_view constructor, Value payload);

  ValueKind Kind(Value v) const;
  bool AsBool(Value v) const;              ///< Requires kBool.
  std::int64_t AsInt(Value v) const;       ///< Requires kInt.
  std::string_view AsText(Value v) const;  ///< The name or text; requires kEnum or kString.
  /// The parts of a tuple, list or record, or the one payload of a union. The span stays valid as
  /// long as the store lives.
  std::span<const Value> Elements(Value v) const;
  /// Name of the i-th field, sorted by name; requires kRecord.
  std::string_view FieldName(Value v, std::size_t i) const;
  std::string_view Constructor(Value v) const;  ///< Requires kUnion.

  /// Structural order: by kind, then by content; tuples and lists lexicographically.
  std::strong_ordering Compare(Value a, Value b) const;
  /// As people write it: (), true, 7, yes, "M1", (1, yes), [1, 2], {rnd = 1}, Prepare(1, 2).
  std::string Format(Value v) const;

  std::size_t size() const;
  std::size_t memory_bytes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cpn
