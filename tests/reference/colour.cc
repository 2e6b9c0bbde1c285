#include "tests/reference/colour.h"

#include <algorithm>

namespace reference {

using cpn::ColourSet;
using cpn::ColourSetField;
using cpn::ColourSetId;
using cpn::ColourSetKind;
using cpn::ValueKind;

std::strong_ordering operator<=>(const Colour& a, const Colour& b) = default;
bool operator==(const Colour& a, const Colour& b) = default;

Colour FromValue(const cpn::ValueStore& values, cpn::Value v) {
  Colour colour;
  colour.kind = values.Kind(v);
  switch (colour.kind) {
    case ValueKind::kUnit:
      return colour;
    case ValueKind::kBool:
      colour.integer = values.AsBool(v) ? 1 : 0;
      return colour;
    case ValueKind::kInt:
      colour.integer = values.AsInt(v);
      return colour;
    case ValueKind::kEnum:
    case ValueKind::kString:
      colour.text = values.AsText(v);
      return colour;
    case ValueKind::kRecord:
      for (std::size_t i = 0; i < values.Elements(v).size(); ++i) {
        colour.names.emplace_back(values.FieldName(v, i));
      }
      break;
    case ValueKind::kUnion:
      colour.text = values.Constructor(v);
      break;
    case ValueKind::kTuple:
    case ValueKind::kList:
      break;
  }
  for (const cpn::Value part : values.Elements(v)) colour.parts.push_back(FromValue(values, part));
  return colour;
}

cpn::Value ToValue(cpn::ValueStore& values, const Colour& colour) {
  std::vector<cpn::Value> parts;
  for (const Colour& part : colour.parts) parts.push_back(ToValue(values, part));
  std::vector<std::pair<std::string, cpn::Value>> fields;
  switch (colour.kind) {
    case ValueKind::kUnit:
      return values.Unit();
    case ValueKind::kBool:
      return values.Bool(colour.integer != 0);
    case ValueKind::kInt:
      return values.Int(colour.integer);
    case ValueKind::kEnum:
      return values.Enum(colour.text);
    case ValueKind::kString:
      return values.String(colour.text);
    case ValueKind::kTuple:
      return values.Tuple(parts);
    case ValueKind::kList:
      return values.List(parts);
    case ValueKind::kRecord:
      for (std::size_t i = 0; i < parts.size(); ++i) fields.emplace_back(colour.names[i], parts[i]);
      return values.Record(fields);
    case ValueKind::kUnion:
      return values.Union(colour.text, parts[0]);
  }
  return values.Unit();
}

namespace {

const ColourSet& Set(const Universe& universe, ColourSetId id) {
  return (*universe.colour_sets)[id];
}

bool PartsIn(const Universe& universe, const std::vector<ColourSetId>& sets,
             const std::vector<Colour>& parts) {
  if (sets.size() != parts.size()) return false;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (!Contains(universe, sets[i], parts[i])) return false;
  }
  return true;
}

std::vector<ColourSetField> SortedFields(const ColourSet& set) {
  std::vector<ColourSetField> fields = set.fields;
  std::ranges::sort(fields, {}, &ColourSetField::name);
  return fields;
}

bool IsRecordOf(const Universe& universe, const ColourSet& set, const Colour& colour) {
  std::vector<std::string> names;
  std::vector<ColourSetId> types;
  for (const ColourSetField& field : SortedFields(set)) {
    names.push_back(field.name);
    types.push_back(*field.type);
  }
  return colour.names == names && PartsIn(universe, types, colour.parts);
}

bool IsUnionOf(const Universe& universe, const ColourSet& set, const Colour& colour) {
  for (const ColourSetField& field : set.fields) {
    if (field.name != colour.text) continue;
    if (!field.type) return colour.parts[0].kind == ValueKind::kUnit;
    return Contains(universe, *field.type, colour.parts[0]);
  }
  return false;
}

bool Satisfies(const Universe& universe, const ColourSet& subset, const Colour& colour) {
  const cpn::Value v = ToValue(*universe.values, colour);
  return universe.evaluator->Test(*subset.predicate, {&v, 1});
}

}  // namespace

bool Contains(const Universe& universe, ColourSetId id, const Colour& colour) {
  const ColourSet& set = Set(universe, id);
  switch (set.kind) {
    case ColourSetKind::kUnit:
      return colour.kind == ValueKind::kUnit;
    case ColourSetKind::kBool:
      return colour.kind == ValueKind::kBool;
    case ColourSetKind::kInt:
      return colour.kind == ValueKind::kInt;
    case ColourSetKind::kRange:
    case ColourSetKind::kIndex:
      return colour.kind == ValueKind::kInt && set.low <= colour.integer &&
             colour.integer <= set.high;
    case ColourSetKind::kString:
      return colour.kind == ValueKind::kString;
    case ColourSetKind::kEnum:
      return colour.kind == ValueKind::kEnum && std::ranges::count(set.names, colour.text) > 0;
    case ColourSetKind::kProduct:
      return colour.kind == ValueKind::kTuple && PartsIn(universe, set.parts, colour.parts);
    case ColourSetKind::kRecord:
      return colour.kind == ValueKind::kRecord && IsRecordOf(universe, set, colour);
    case ColourSetKind::kList:
      return colour.kind == ValueKind::kList &&
             std::ranges::all_of(colour.parts, [&](const Colour& part) {
               return Contains(universe, set.parts[0], part);
             });
    case ColourSetKind::kUnion:
      return colour.kind == ValueKind::kUnion && IsUnionOf(universe, set, colour);
    case ColourSetKind::kSubset:
      return Contains(universe, set.parts[0], colour) && Satisfies(universe, set, colour);
    case ColourSetKind::kAlias:
      return Contains(universe, set.parts[0], colour);
  }
  return false;
}

namespace {

using Colours = std::optional<std::vector<Colour>>;

/// All combinations of one colour of each set, the first set slowest.
std::optional<std::vector<std::vector<Colour>>> Combinations(const Universe& universe,
                                                             const std::vector<ColourSetId>& sets) {
  std::vector<std::vector<Colour>> combinations{{}};
  for (const ColourSetId set : sets) {
    const Colours colours = All(universe, set);
    if (!colours) return std::nullopt;
    std::vector<std::vector<Colour>> longer;
    for (const std::vector<Colour>& combination : combinations) {
      for (const Colour& colour : *colours) {
        longer.push_back(combination);
        longer.back().push_back(colour);
      }
    }
    combinations = std::move(longer);
    if (combinations.size() > cpn::ColourSets::kSmall) return std::nullopt;
  }
  return combinations;
}

Colours AllOfProduct(const Universe& universe, const ColourSet& set) {
  std::vector<std::string> names;
  std::vector<ColourSetId> types = set.parts;
  for (const ColourSetField& field : SortedFields(set)) {
    names.push_back(field.name);
    types.push_back(*field.type);
  }
  const auto combinations = Combinations(universe, types);
  if (!combinations) return std::nullopt;
  std::vector<Colour> all;
  for (const std::vector<Colour>& parts : *combinations) {
    const bool record = set.kind == ColourSetKind::kRecord;
    all.push_back({record ? ValueKind::kRecord : ValueKind::kTuple, 0, "", names, parts});
  }
  return all;
}

Colours AllOfUnion(const Universe& universe, const ColourSet& set) {
  std::vector<Colour> all;
  for (const ColourSetField& field : set.fields) {
    Colours payloads = std::vector<Colour>{Colour{}};
    if (field.type) payloads = All(universe, *field.type);
    if (!payloads) return std::nullopt;
    for (const Colour& payload : *payloads) {
      all.push_back({ValueKind::kUnion, 0, field.name, {}, {payload}});
    }
  }
  return all;
}

Colours AllOfSubset(const Universe& universe, const ColourSet& set) {
  Colours all = All(universe, set.parts[0]);
  if (all) {
    std::erase_if(*all, [&](const Colour& c) { return !Satisfies(universe, set, c); });
  }
  return all;
}

}  // namespace

std::optional<std::vector<Colour>> All(const Universe& universe, ColourSetId id) {
  const ColourSet& set = Set(universe, id);
  std::vector<Colour> all;
  switch (set.kind) {
    case ColourSetKind::kUnit:
      return std::vector<Colour>{Colour{}};
    case ColourSetKind::kBool:
      return std::vector<Colour>{{ValueKind::kBool, 0, "", {}, {}},
                                 {ValueKind::kBool, 1, "", {}, {}}};
    case ColourSetKind::kRange:
    case ColourSetKind::kIndex:
      for (std::int64_t i = set.low; i <= set.high; ++i) {
        if (all.size() == cpn::ColourSets::kSmall) return std::nullopt;
        all.push_back({ValueKind::kInt, i, "", {}, {}});
      }
      return all;
    case ColourSetKind::kEnum:
      for (const std::string& name : set.names) all.push_back({ValueKind::kEnum, 0, name, {}, {}});
      return all;
    case ColourSetKind::kProduct:
    case ColourSetKind::kRecord:
      return AllOfProduct(universe, set);
    case ColourSetKind::kUnion:
      return AllOfUnion(universe, set);
    case ColourSetKind::kSubset:
      return AllOfSubset(universe, set);
    case ColourSetKind::kAlias:
      return All(universe, set.parts[0]);
    case ColourSetKind::kInt:
    case ColourSetKind::kString:
    case ColourSetKind::kList:
      return std::nullopt;
  }
  return std::nullopt;
}

void AddParts(const Colour& colour, std::set<Colour>& out) {
  out.insert(colour);
  for (const Colour& part : colour.parts) AddParts(part, out);
  if (colour.kind == ValueKind::kList && !colour.parts.empty()) {
    Colour rest = colour;
    rest.parts.erase(rest.parts.begin());
    AddParts(rest, out);
  }
}

bool Includes(const Bag& larger, const Bag& smaller) {
  return std::ranges::all_of(smaller, [&](const auto& entry) {
    const auto at = larger.find(entry.first);
    return at != larger.end() && at->second >= entry.second;
  });
}

void Add(Bag& to, const Bag& tokens) {
  for (const auto& [colour, count] : tokens) to[colour] += count;
}

}  // namespace reference
