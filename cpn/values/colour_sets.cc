#include "cpn/values/colour_sets.h"

#include <algorithm>

namespace cpn {
namespace {

/// Indices of `fields` in order of their names: the order of a record's elements.
std::vector<std::size_t> ByName(const std::vector<ColourSetField>& fields) {
  std::vector<std::size_t> order(fields.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) { return fields[i].name; });
  return order;
}

/// Steps `digits` to the next combination, the last digit first; false after the last one.
bool NextCombination(std::vector<std::size_t>& digits,
                     const std::vector<const std::vector<Value>*>& choices) {
  for (std::size_t i = digits.size(); i-- > 0;) {
    if (++digits[i] < choices[i]->size()) return true;
    digits[i] = 0;
  }
  return false;
}

}  // namespace

std::vector<std::string> FieldNames(const ColourSet& set) {
  std::vector<std::string> names;
  for (const ColourSetField& field : set.fields) names.push_back(field.name);
  return names;
}

bool EnumNames::Has(ColourSetId id, const ColourSet& set, std::string_view name) {
  constexpr std::size_t kFew = 16;
  if (set.names.size() <= kFew) return std::ranges::find(set.names, name) != set.names.end();
  const auto [names, fresh] = large_.try_emplace(id);
  if (fresh) names->second.insert(set.names.begin(), set.names.end());
  return names->second.contains(name);
}

ColourSets::ColourSets(const std::vector<ColourSet>* table, ValueStore* values)
    : table_(table), values_(values) {}

ColourSetId ColourSets::StripAliases(ColourSetId set) const {
  while ((*this)[set].kind == ColourSetKind::kAlias) set = (*this)[set].parts[0];
  return set;
}

ColourSetId ColourSets::Resolve(ColourSetId set) const {
  while ((*this)[set].kind == ColourSetKind::kAlias ||
         (*this)[set].kind == ColourSetKind::kSubset) {
    set = (*this)[set].parts[0];
  }
  return set;
}

bool ColourSets::Same(ColourSetId a, ColourSetId b) const {
  a = StripAliases(a);
  b = StripAliases(b);
  if (a == b) return true;
  const ColourSet& x = (*this)[a];
  const ColourSet& y = (*this)[b];
  const auto same_field = [this](const ColourSetField& f, const ColourSetField& g) {
    return f.name == g.name && f.type.has_value() == g.type.has_value() &&
           (!f.type || Same(*f.type, *g.type));
  };
  return x.name == y.name && x.kind == y.kind && x.low == y.low && x.high == y.high &&
         x.names == y.names && x.predicate == y.predicate &&
         std::ranges::equal(x.parts, y.parts,
                            [this](ColourSetId p, ColourSetId q) { return Same(p, q); }) &&
         std::ranges::equal(x.fields, y.fields, same_field);
}

bool ColourSets::Contains(ColourSetId id, Value v, Evaluator& evaluator) {
  const ColourSet& set = (*this)[id];
  const ValueKind kind = values_->Kind(v);
  switch (set.kind) {
    case ColourSetKind::kUnit:
      return kind == ValueKind::kUnit;
    case ColourSetKind::kBool:
      return kind == ValueKind::kBool;
    case ColourSetKind::kInt:
      return kind == ValueKind::kInt;
    case ColourSetKind::kRange:
    case ColourSetKind::kIndex:
      return kind == ValueKind::kInt && set.low <= values_->AsInt(v) &&
             values_->AsInt(v) <= set.high;
    case ColourSetKind::kString:
      return kind == ValueKind::kString;
    case ColourSetKind::kEnum:
      return kind == ValueKind::kEnum && enum_names_.Has(id, set, values_->AsText(v));
    case ColourSetKind::kProduct:
      return kind == ValueKind::kTuple && ContainsParts(set, v, evaluator);
    case ColourSetKind::kRecord:
      return kind == ValueKind::kRecord && ContainsFields(set, v, evaluator);
    case ColourSetKind::kList:
      return kind == ValueKind::kList &&
             std::ranges::all_of(values_->Elements(v), [&](Value element) {
               return Contains(set.parts[0], element, evaluator);
             });
    case ColourSetKind::kUnion:
      return kind == ValueKind::kUnion && ContainsConstructor(set, v, evaluator);
    case ColourSetKind::kSubset:
      return Contains(set.parts[0], v, evaluator) && evaluator.Test(set.predicate.value(), {&v, 1});
    case ColourSetKind::kAlias:
      return Contains(set.parts[0], v, evaluator);
  }
  return false;
}

bool ColourSets::ContainsParts(const ColourSet& set, Value v, Evaluator& evaluator) {
  const std::span<const Value> elements = values_->Elements(v);
  if (elements.size() != set.parts.size()) return false;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (!Contains(set.parts[i], elements[i], evaluator)) return false;
  }
  return true;
}

bool ColourSets::ContainsFields(const ColourSet& set, Value v, Evaluator& evaluator) {
  const std::span<const Value> elements = values_->Elements(v);
  if (elements.size() != set.fields.size()) return false;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto field =
        std::ranges::find(set.fields, values_->FieldName(v, i), &ColourSetField::name);
    if (field == set.fields.end() || !Contains(field->type.value(), elements[i], evaluator)) {
      return false;
    }
  }
  return true;
}

bool ColourSets::ContainsConstructor(const ColourSet& set, Value v, Evaluator& evaluator) {
  const auto field = std::ranges::find(set.fields, values_->Constructor(v), &ColourSetField::name);
  if (field == set.fields.end()) return false;
  const Value payload = values_->Elements(v)[0];
  return field->type ? Contains(*field->type, payload, evaluator) : payload == values_->Unit();
}

const std::vector<Value>* ColourSets::Enumerate(ColourSetId set, Evaluator& evaluator) {
  while (colours_.size() <= set) colours_.emplace_back();
  Colours& colours = colours_[set];
  if (!colours.computed) {
    std::vector<Value> values;
    colours.small = Compute((*this)[set], evaluator, values);
    if (colours.small) colours.values = std::move(values);
    colours.computed = true;
  }
  return colours.small ? &colours.values : nullptr;
}

bool ColourSets::Compute(const ColourSet& set, Evaluator& evaluator, std::vector<Value>& out) {
  switch (set.kind) {
    case ColourSetKind::kUnit:
      out.push_back(values_->Unit());
      return true;
    case ColourSetKind::kBool:
      out = {values_->Bool(false), values_->Bool(true)};
      return true;
    case ColourSetKind::kRange:
    case ColourSetKind::kIndex:
      // The difference of two 64-bit integers fits 64 bits without sign.
      if (set.low <= set.high &&
          static_cast<std::uint64_t>(set.high) - static_cast<std::uint64_t>(set.low) >= kSmall) {
        return false;
      }
      for (std::int64_t i = set.low; i <= set.high; ++i) {
        out.push_back(values_->Int(i));
        if (i == set.high) break;  // high may be the largest integer
      }
      return true;
    case ColourSetKind::kEnum:
      if (set.names.size() > kSmall) return false;
      for (const std::string& name : set.names) out.push_back(values_->Enum(name));
      return true;
    case ColourSetKind::kProduct:
    case ColourSetKind::kRecord:
      return ComputeProduct(set, evaluator, out);
    case ColourSetKind::kUnion:
      return ComputeUnion(set, evaluator, out);
    case ColourSetKind::kSubset:
      return ComputeSubset(set, evaluator, out);
    case ColourSetKind::kAlias: {
      const std::vector<Value>* base = Enumerate(set.parts[0], evaluator);
      if (base != nullptr) out = *base;
      return base != nullptr;
    }
    case ColourSetKind::kInt:
    case ColourSetKind::kString:
    case ColourSetKind::kList:
      return false;
  }
  return false;
}

bool ColourSets::ComputeProduct(const ColourSet& set, Evaluator& evaluator,
                                std::vector<Value>& out) {
  const bool record = set.kind == ColourSetKind::kRecord;
  const std::vector<std::size_t> order = ByName(set.fields);
  const std::size_t parts = record ? set.fields.size() : set.parts.size();
  std::vector<const std::vector<Value>*> choices;
  std::size_t size = 1;
  for (std::size_t i = 0; i < parts; ++i) {
    const ColourSetId part = record ? set.fields[order[i]].type.value() : set.parts[i];
    choices.push_back(Enumerate(part, evaluator));
    if (choices.back() == nullptr) return false;
    size *= choices.back()->size();
    if (size > kSmall) return false;
  }
  if (size == 0) return true;
  std::vector<std::size_t> digits(parts, 0);
  std::vector<Value> tuple(parts);
  std::vector<std::pair<std::string, Value>> fields(record ? parts : 0);
  do {
    for (std::size_t i = 0; i < parts; ++i) {
      tuple[i] = (*choices[i])[digits[i]];
      if (record) fields[i] = {set.fields[order[i]].name, tuple[i]};
    }
    out.push_back(record ? values_->Record(fields) : values_->Tuple(tuple));
  } while (NextCombination(digits, choices));
  return true;
}

bool ColourSets::ComputeUnion(const ColourSet& set, Evaluator& evaluator, std::vector<Value>& out) {
  for (const ColourSetField& field : set.fields) {
    if (!field.type) {
      out.push_back(values_->Union(field.name, values_->Unit()));
    } else {
      const std::vector<Value>* payloads = Enumerate(*field.type, evaluator);
      if (payloads == nullptr) return false;
      for (const Value payload : *payloads) out.push_back(values_->Union(field.name, payload));
    }
    if (out.size() > kSmall) return false;
  }
  return true;
}

bool ColourSets::ComputeSubset(const ColourSet& set, Evaluator& evaluator,
                               std::vector<Value>& out) {
  const std::vector<Value>* base = Enumerate(set.parts[0], evaluator);
  if (base == nullptr) return false;
  for (const Value v : *base) {
    if (evaluator.Test(set.predicate.value(), {&v, 1})) out.push_back(v);
  }
  return true;
}

}  // namespace cpn
