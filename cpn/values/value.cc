#include "cpn/values/value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <deque>
#include <vector>

#include "cpn/values/arena.h"
#include "cpn/values/error.h"
#include "cpn/values/hash.h"
#include "cpn/values/id_table.h"

namespace cpn {
namespace {

/// One interned colour. `name` is the constructor of a union or the shape (names) of a record.
struct Node {
  ValueKind kind = ValueKind::kUnit;
  std::uint32_t size = 0;
  std::uint32_t name = 0;
  std::uint32_t parts = 1;  ///< see ValueStore::kLargest
  union {
    std::int64_t integer;
    const char* text;
    const Value* elements;
  };
};

std::uint64_t Seed(ValueKind kind, std::uint64_t more = 0) {
  return CombineHash(static_cast<std::uint64_t>(kind) + 1, more);
}

using Names = std::vector<std::string_view>;

}  // namespace

struct ValueStore::Impl {
  std::vector<Node> nodes;
  IdTable index;
  Arena<char> text;
  Arena<Value> elements;
  std::vector<std::string_view> symbols;  // constructors
  IdTable symbol_index;
  std::deque<Names> shapes;  // sorted field names of records
  IdTable shape_index;
  std::size_t name_bytes = 0;
  std::uint32_t largest = kLargest;

  const Node& At(Value v) const { return nodes[v.id]; }
  std::span<const Value> Parts(const Node& node) const { return {node.elements, node.size}; }

  std::uint32_t Checked(std::uint64_t parts) const {
    if (parts <= largest) return static_cast<std::uint32_t>(parts);
    throw ModelError({}, fmt::format("a value of more than {} parts (a list or a text that grows "
                                     "without end?)",
                                     largest));
  }

  Value Append(std::uint64_t hash, const Node& node) {
    const auto id = static_cast<std::uint32_t>(nodes.size());
    nodes.push_back(node);
    index.Insert(hash, id);
    return Value{id};
  }

  Value InternInteger(ValueKind kind, std::int64_t i) {
    const std::uint64_t hash = CombineHash(Seed(kind), static_cast<std::uint64_t>(i));
    const std::uint32_t found = index.Find(
        hash, [&](std::uint32_t id) { return nodes[id].kind == kind && nodes[id].integer == i; });
    if (found != IdTable::kNone) return Value{found};
    Node node;
    node.kind = kind;
    node.integer = i;
    return Append(hash, node);
  }

  std::string_view Keep(std::string_view s) {
    const std::span<const char> kept = text.Append({s.data(), s.size()});
    return {kept.data(), kept.size()};
  }

  Value InternText(ValueKind kind, std::string_view s) {
    const std::uint64_t hash = HashText(Seed(kind), s);
    const std::uint32_t found = index.Find(hash, [&](std::uint32_t id) {
      const Node& node = nodes[id];
      return node.kind == kind && std::string_view(node.text, node.size) == s;
    });
    if (found != IdTable::kNone) return Value{found};
    Node node;
    node.kind = kind;
    node.size = static_cast<std::uint32_t>(s.size());
    node.parts = Checked(1 + s.size() / 8);
    node.text = Keep(s).data();
    return Append(hash, node);
  }

  Value InternParts(ValueKind kind, std::uint32_t name, std::span<const Value> parts) {
    const std::uint64_t hash = HashIds(Seed(kind, name), parts);
    const std::uint32_t found = index.Find(hash, [&](std::uint32_t id) {
      const Node& node = nodes[id];
      return node.kind == kind && node.name == name && std::ranges::equal(Parts(node), parts);
    });
    if (found != IdTable::kNone) return Value{found};
    std::uint64_t all = 1;
    for (const Value part : parts) all += At(part).parts;
    Node node;
    node.kind = kind;
    node.parts = Checked(all);
    node.size = static_cast<std::uint32_t>(parts.size());
    node.name = name;
    node.elements = elements.Append(parts).data();
    return Append(hash, node);
  }

  std::uint32_t InternSymbol(std::string_view s) {
    const std::uint64_t hash = HashText(0, s);
    std::uint32_t id = symbol_index.Find(hash, [&](std::uint32_t i) { return symbols[i] == s; });
    if (id != IdTable::kNone) return id;
    id = static_cast<std::uint32_t>(symbols.size());
    symbols.push_back(Keep(s));
    symbol_index.Insert(hash, id);
    return id;
  }

  std::uint32_t InternShape(const Names& names) {
    std::uint64_t hash = names.size();
    for (std::string_view name : names) hash = HashText(hash, name);
    std::uint32_t id = shape_index.Find(hash, [&](std::uint32_t i) { return shapes[i] == names; });
    if (id != IdTable::kNone) return id;
    id = static_cast<std::uint32_t>(shapes.size());
    Names& kept = shapes.emplace_back();
    for (std::string_view name : names) kept.push_back(Keep(name));
    name_bytes += names.size() * sizeof(std::string_view);
    shape_index.Insert(hash, id);
    return id;
  }

  std::strong_ordering Compare(Value a, Value b) const;
  std::strong_ordering CompareParts(const Node& a, const Node& b) const;
  std::strong_ordering CompareRecords(const Node& a, const Node& b) const;
};

ValueStore::ValueStore(std::uint32_t largest) : impl_(std::make_unique<Impl>()) {
  impl_->largest = largest;
  // Value{} is unit; the booleans follow, false first.
  impl_->InternInteger(ValueKind::kUnit, 0);
  impl_->InternInteger(ValueKind::kBool, 0);
  impl_->InternInteger(ValueKind::kBool, 1);
}

ValueStore::~ValueStore() = default;

Value ValueStore::Unit() { return Value{0}; }
Value ValueStore::Bool(bool b) { return Value{b ? 2u : 1u}; }
Value ValueStore::Int(std::int64_t i) { return impl_->InternInteger(ValueKind::kInt, i); }
Value ValueStore::Enum(std::string_view name) { return impl_->InternText(ValueKind::kEnum, name); }
Value ValueStore::String(std::string_view text) {
  return impl_->InternText(ValueKind::kString, text);
}
Value ValueStore::Tuple(std::span<const Value> elements) {
  return impl_->InternParts(ValueKind::kTuple, 0, elements);
}
Value ValueStore::List(std::span<const Value> elements) {
  return impl_->InternParts(ValueKind::kList, 0, elements);
}

RecordShape ValueStore::Shape(std::span<const std::string> names) {
  Names sorted(names.begin(), names.end());
  std::ranges::sort(sorted);
  assert(std::ranges::adjacent_find(sorted) == sorted.end());
  return RecordShape{impl_->InternShape(sorted)};
}

Value ValueStore::Record(RecordShape shape, std::span<const Value> elements) {
  assert(elements.size() == impl_->shapes[shape.id].size());
  return impl_->InternParts(ValueKind::kRecord, shape.id, elements);
}

Value ValueStore::Record(std::span<const std::pair<std::string, Value>> fields) {
  std::vector<std::pair<std::string_view, Value>> sorted(fields.begin(), fields.end());
  std::ranges::sort(sorted, {}, &std::pair<std::string_view, Value>::first);
  Names names;
  std::vector<Value> elements;
  for (const auto& [name, value] : sorted) {
    names.push_back(name);
    elements.push_back(value);
  }
  assert(std::ranges::adjacent_find(names) == names.end());
  return Record(RecordShape{impl_->InternShape(names)}, elements);
}

Value ValueStore::Union(std::string_view constructor, Value payload) {
  return impl_->InternParts(ValueKind::kUnion, impl_->InternSymbol(constructor), {&payload, 1});
}

ValueKind ValueStore::Kind(Value v) const { return impl_->At(v).kind; }

bool ValueStore::AsBool(Value v) const {
  assert(Kind(v) == ValueKind::kBool);
  return impl_->At(v).integer != 0;
}

std::int64_t ValueStore::AsInt(Value v) const {
  assert(Kind(v) == ValueKind::kInt);
  return impl_->At(v).integer;
}

std::string_view ValueStore::AsText(Value v) const {
  assert(Kind(v) == ValueKind::kEnum || Kind(v) == ValueKind::kString);
  const Node& node = impl_->At(v);
  return {node.text, node.size};
}

std::span<const Value> ValueStore::Elements(Value v) const {
  assert(Kind(v) >= ValueKind::kTuple);
  return impl_->Parts(impl_->At(v));
}

std::string_view ValueStore::FieldName(Value v, std::size_t i) const {
  assert(Kind(v) == ValueKind::kRecord);
  return impl_->shapes[impl_->At(v).name][i];
}

std::string_view ValueStore::Constructor(Value v) const {
  assert(Kind(v) == ValueKind::kUnion);
  return impl_->symbols[impl_->At(v).name];
}

std::strong_ordering ValueStore::Impl::CompareParts(const Node& a, const Node& b) const {
  const std::uint32_t common = std::min(a.size, b.size);
  for (std::uint32_t i = 0; i < common; ++i) {
    const std::strong_ordering order = Compare(a.elements[i], b.elements[i]);
    if (order != 0) return order;
  }
  return a.size <=> b.size;
}

std::strong_ordering ValueStore::Impl::CompareRecords(const Node& a, const Node& b) const {
  if (a.name != b.name) return shapes[a.name] <=> shapes[b.name];
  return CompareParts(a, b);
}

std::strong_ordering ValueStore::Impl::Compare(Value a, Value b) const {
  if (a == b) return std::strong_ordering::equal;
  const Node& x = At(a);
  const Node& y = At(b);
  if (x.kind != y.kind) return x.kind <=> y.kind;
  switch (x.kind) {
    case ValueKind::kUnit:
    case ValueKind::kBool:
    case ValueKind::kInt:
      return x.integer <=> y.integer;
    case ValueKind::kEnum:
    case ValueKind::kString:
      return std::string_view(x.text, x.size) <=> std::string_view(y.text, y.size);
    case ValueKind::kTuple:
    case ValueKind::kList:
      return CompareParts(x, y);
    case ValueKind::kRecord:
      return CompareRecords(x, y);
    case ValueKind::kUnion:
      if (x.name != y.name) return symbols[x.name] <=> symbols[y.name];
      return CompareParts(x, y);
  }
  return std::strong_ordering::equal;
}

std::strong_ordering ValueStore::Compare(Value a, Value b) const { return impl_->Compare(a, b); }

std::size_t ValueStore::size() const { return impl_->nodes.size(); }

std::size_t ValueStore::memory_bytes() const {
  return impl_->nodes.capacity() * sizeof(Node) + impl_->index.memory_bytes() +
         impl_->text.memory_bytes() + impl_->elements.memory_bytes() + impl_->name_bytes +
         impl_->symbols.capacity() * sizeof(std::string_view) + impl_->symbol_index.memory_bytes() +
         impl_->shape_index.memory_bytes();
}

}  // namespace cpn
