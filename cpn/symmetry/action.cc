#include "cpn/symmetry/action.h"

#include <algorithm>
#include <string>
#include <utility>

namespace cpn::symmetry {
namespace {

const ColourSetField* FieldNamed(const ColourSet& set, std::string_view name) {
  const auto at = std::ranges::find(set.fields, name, &ColourSetField::name);
  return at == set.fields.end() ? nullptr : &*at;
}

}  // namespace

Action::Action(const Group* group, const ColourSets* colour_sets, std::size_t colour_set_count,
               ValueStore* values, MultiSetStore* multisets)
    : group_(group), colour_sets_(colour_sets), values_(values), multisets_(multisets) {
  for (ColourSetId type = 0; type < colour_set_count; ++type) {
    const ColourSetId stripped = colour_sets->StripAliases(type);
    std::optional<std::size_t> index;
    for (std::size_t i = 0; i < group->sets().size() && !index; ++i) {
      if (colour_sets->Same(group->sets()[i].set, stripped)) index = i;
    }
    index_.push_back(index);
    moves_.push_back(ComputeMoves(type));  // components have smaller ids
  }
}

ColourSetId Action::Structure(ColourSetId type) const {
  while (true) {
    type = colour_sets_->StripAliases(type);
    if (index_[type] || (*colour_sets_)[type].kind != ColourSetKind::kSubset) return type;
    type = (*colour_sets_)[type].parts[0];
  }
}

bool Action::ComputeMoves(ColourSetId type) const {
  const ColourSetId structure = Structure(type);
  if (index_[structure]) return true;
  const ColourSet& set = (*colour_sets_)[structure];
  return std::ranges::any_of(set.parts, [&](ColourSetId part) { return moves_[part]; }) ||
         std::ranges::any_of(set.fields, [&](const ColourSetField& field) {
           return field.type && moves_[*field.type];
         });
}

bool Action::Agree(ColourSetId a, ColourSetId b) const {
  if (!moves_[a] && !moves_[b]) return true;
  const ColourSetId x = Structure(a);
  const ColourSetId y = Structure(b);
  if (index_[x] || index_[y]) return index_[x] == index_[y];
  const ColourSet& one = (*colour_sets_)[x];
  const ColourSet& other = (*colour_sets_)[y];
  if (one.kind != other.kind || one.parts.size() != other.parts.size()) return false;
  for (std::size_t i = 0; i < one.parts.size(); ++i) {
    if (!Agree(one.parts[i], other.parts[i])) return false;
  }
  return std::ranges::all_of(one.fields, [&](const ColourSetField& field) {
    const ColourSetField* same = FieldNamed(other, field.name);
    if (same == nullptr || !field.type || !same->type) return true;  // no value is of both
    return Agree(*field.type, *same->type);
  });
}

std::optional<Point> Action::PointOf(std::size_t set, Value value) const {
  const SymmetricSet& symmetric = group_->sets()[set];
  const auto at = std::ranges::find(symmetric.elements, value);
  if (at == symmetric.elements.end()) return std::nullopt;
  return static_cast<Point>(symmetric.first + (at - symmetric.elements.begin()));
}

Value Action::Apply(const Permutation& permutation, ColourSetId type, Value value) const {
  return Map(type, value, [&](std::size_t set, Value v) {
    const std::optional<Point> point = PointOf(set, v);
    return point ? group_->ElementOf(permutation[*point]) : v;
  });
}

MultiSet Action::Apply(const Permutation& permutation, ColourSetId type, MultiSet tokens) const {
  if (!moves_[type]) return tokens;
  std::vector<MultiSetEntry> entries;
  for (const MultiSetEntry& entry : multisets_->Entries(tokens)) {
    entries.push_back({Apply(permutation, type, entry.value), entry.count});
  }
  return multisets_->Intern(entries);
}

Value Action::Mask(ColourSetId type, Value value, std::vector<Point>& points) const {
  return Map(type, value, [&](std::size_t set, Value v) {
    const std::optional<Point> point = PointOf(set, v);
    if (!point) return v;
    points.push_back(*point);
    return group_->sets()[set].elements.front();
  });
}

Value Action::Map(ColourSetId type, Value value, const Replace& replace) const {
  if (!moves_[type]) return value;
  const ColourSetId structure = Structure(type);
  if (index_[structure]) return replace(*index_[structure], value);
  return MapParts((*colour_sets_)[structure], value, replace);
}

Value Action::MapParts(const ColourSet& set, Value value, const Replace& replace) const {
  const std::span<const Value> elements = values_->Elements(value);
  std::vector<Value> mapped;
  switch (set.kind) {
    case ColourSetKind::kProduct:
      for (std::size_t i = 0; i < elements.size(); ++i) {
        mapped.push_back(Map(set.parts[i], elements[i], replace));
      }
      return values_->Tuple(mapped);
    case ColourSetKind::kList:
      for (const Value element : elements) mapped.push_back(Map(set.parts[0], element, replace));
      return values_->List(mapped);
    case ColourSetKind::kRecord: {
      std::vector<std::pair<std::string, Value>> fields;
      for (std::size_t i = 0; i < elements.size(); ++i) {
        const std::string name(values_->FieldName(value, i));
        const ColourSetField* field = FieldNamed(set, name);
        fields.emplace_back(name, Map(field->type.value(), elements[i], replace));
      }
      return values_->Record(fields);
    }
    case ColourSetKind::kUnion: {
      const std::string constructor(values_->Constructor(value));
      const ColourSetField* field = FieldNamed(set, constructor);
      if (!field->type) return value;
      return values_->Union(constructor, Map(*field->type, elements[0], replace));
    }
    default:
      return value;
  }
}

}  // namespace cpn::symmetry
