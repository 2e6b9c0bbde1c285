// The half of Declarations that is about colour sets.
#include <fmt/format.h>

#include <algorithm>

#include "cpntools/declarations.h"
#include "cpntools/ml/parser.h"

namespace cpntools {

using Constructor = Declaration::Constructor;
using ml::MlError;

namespace {

/// Sets of so many integers can be enumerated (docs/model_language.md, "Colour sets").
constexpr std::int64_t kMostColours = 4096;
// As in the model language.
constexpr std::size_t kDeepestColourSet = 50;
constexpr std::size_t kLargestColourSet = 10'000;

/// Whether its names are constants and constructors of the model.
bool DeclaresNames(const Declaration& set) {
  return set.constructor == Constructor::kEnumerated || set.constructor == Constructor::kIndex ||
         set.constructor == Constructor::kUnion;
}

}  // namespace

bool IsPredefinedColourSet(const Declaration& set) {
  if (!set.bounds.empty() || !set.lengths.empty()) return false;
  return (set.constructor == Constructor::kUnit && set.name == "UNIT") ||
         (set.constructor == Constructor::kBool && set.name == "BOOL") ||
         (set.constructor == Constructor::kInt && set.name == "INT") ||
         (set.constructor == Constructor::kString && set.name == "STRING");
}

/// These are there whether the model declares them or not.
void Declarations::DeclarePredefinedColourSets() {
  static const std::vector<Declaration> kPredefined = [] {
    std::vector<Declaration> sets(4);
    const char* const names[] = {"unit", "bool", "int", "string"};
    const Constructor constructors[] = {Constructor::kUnit, Constructor::kBool, Constructor::kInt,
                                        Constructor::kString};
    for (std::size_t i = 0; i < sets.size(); ++i) {
      sets[i].kind = Declaration::Kind::kColourSet;
      sets[i].name = names[i];
      sets[i].constructor = constructors[i];
    }
    return sets;
  }();
  const char* const lua[] = {"UNIT", "BOOL", "INT", "STRING"};
  for (std::size_t i = 0; i < kPredefined.size(); ++i) {
    globals_.colour_sets[kPredefined[i].name] = {lua[i], &kPredefined[i]};
  }
}

// ------------------------------------------------------------------------------------ reading

ml::Type Declarations::TypeNamed(const std::string& name) const {
  const auto type = inference_.FindColourSet(name);
  if (!type) throw MlError({}, fmt::format("unknown colour set {}", name));
  return *type;
}

ml::Type Declarations::ColourSetType(const Declaration& declaration) {
  ml::TypeStore& types = inference_.types();
  std::vector<ml::Type> parts;
  std::vector<std::string> labels;
  const bool plain = declaration.constructor == Constructor::kEnumerated ||
                     declaration.constructor == Constructor::kIndex;
  for (const Declaration::Field& field : declaration.fields) {
    if (plain || field.type.empty()) continue;
    parts.push_back(TypeNamed(field.type));
    labels.push_back(field.name);
  }
  const auto need = [&](std::size_t count) {
    if (parts.size() < count) throw MlError({}, "colour set without its parts");
  };
  switch (declaration.constructor) {
    case Constructor::kUnit:
      return types.Named("unit");
    case Constructor::kBool:
      return types.Named("bool");
    case Constructor::kInt:
      return types.Named("int");
    case Constructor::kString:
      return types.Named("string");
    case Constructor::kReal:
      throw MlError({}, "there are no colours of real numbers; integers can count hundredths");
    case Constructor::kTime:
      throw MlError({}, "there is no time, and no colours of it");
    case Constructor::kEnumerated:
    case Constructor::kIndex:
      if (declaration.fields.empty()) throw MlError({}, "colour set without its names");
      types.DeclarePlain(declaration.name);
      return types.Named(declaration.name);
    case Constructor::kUnion:
      return types.Named(declaration.name);
    case Constructor::kProduct:
      need(2);
      return types.Tuple(std::move(parts));
    case Constructor::kRecord:
      need(1);
      return types.Record(std::move(labels), std::move(parts));
    case Constructor::kList:
      need(1);
      return types.List(parts[0]);
    case Constructor::kSubset:
    case Constructor::kAlias:
      need(1);
      return parts[0];
  }
  return -1;
}

void Declarations::DeclareConstructors(const Declaration& declaration, ml::Type type) {
  using Kind = ml::Constructor::Kind;
  ml::Constructor constructor;
  constructor.colour_set = declaration.name;
  constructor.type = type;
  const auto declare = [&](const std::string& name) {
    inference_.DeclareConstructor(name, constructor);
    declared_by_[name] = items_.size();
  };
  for (std::size_t i = 0; i < declaration.names.size(); ++i) {
    constructor.kind = declaration.constructor == Constructor::kBool ? Kind::kBoolean : Kind::kUnit;
    constructor.tag = i == 0 ? "false" : "true";
    declare(declaration.names[i]);
  }
  if (!DeclaresNames(declaration)) return;
  for (const Declaration::Field& field : declaration.fields) {
    constructor.kind = Kind::kEnumerated;
    constructor.argument.reset();
    if (declaration.constructor == Constructor::kIndex) {
      constructor.kind = Kind::kIndex;
      constructor.argument = inference_.types().Named("int");
    } else if (declaration.constructor == Constructor::kUnion) {
      constructor.kind = Kind::kUnion;
      if (!field.type.empty()) constructor.argument = TypeNamed(field.type);
    }
    declare(field.name);
  }
}

/// Whatever works on colours descends into them.
void Declarations::CheckExtent(const Declaration& declaration) {
  Extent extent;
  for (const Declaration::Field& field : declaration.fields) {
    const auto part = extents_.find(field.type);
    if (part == extents_.end()) continue;  // of a basic set
    extent.depth = std::max(extent.depth, part->second.depth + 1);
    extent.parts += part->second.parts;
  }
  if (extent.depth > kDeepestColourSet) {
    throw MlError({}, fmt::format("colour sets nest at most {} deep", kDeepestColourSet));
  }
  if (extent.parts > kLargestColourSet) {
    throw MlError({}, fmt::format("a colour set has at most {} parts, those of its parts included",
                                  kLargestColourSet));
  }
  extents_[declaration.name] = extent;
}

void Declarations::ReadColourSet(const Declaration& declaration, Item& item) {
  item.names = {declaration.name + "."};
  if (declaration.timed) {
    item.loss = Problem{"",
                        "declaration of " + declaration.name,
                        "timed colour sets are not supported",
                        document_->file,
                        declaration.line,
                        0};
  }
  if (inference_.FindColourSet(declaration.name)) {
    throw MlError({}, "a second colour set of this name");
  }
  const std::size_t names = declaration.constructor == Constructor::kBool ? 2 : 1;
  if (!declaration.names.empty() && declaration.names.size() != names) {
    throw MlError({}, names == 2 ? "booleans get two new names: bool with (no, yes)"
                                 : "the unit gets one new name: unit with e");
  }
  for (const std::string& name : declaration.names) CheckNew(name, {});
  for (const Declaration::Field& field : declaration.fields) {
    if (DeclaresNames(declaration)) CheckNew(field.name, {});
  }
  CheckBounds(declaration);
  CheckExtent(declaration);
  const ml::Type type = ColourSetType(declaration);
  inference_.DeclareColourSet(declaration.name, type);
  const std::string lua = IsPredefinedColourSet(declaration)
                              ? declaration.name
                              : names_.Claim(declaration.name, "colours");
  globals_.colour_sets[declaration.name] = {lua, &declaration};
  DeclareConstructors(declaration, type);
}

void Declarations::CheckBounds(const Declaration& declaration) {
  const bool subset = declaration.constructor == Constructor::kSubset;
  const bool index = declaration.constructor == Constructor::kIndex;
  const std::size_t bounds = declaration.bounds.size();
  if (subset && (bounds == 1) == !declaration.predicate.text.empty()) {
    throw MlError({}, "a subset is given by a function or by a list");
  }
  if (index && bounds != 2) throw MlError({}, "an index set has two bounds");
  if (!subset && bounds != 0 && bounds != 2) {
    throw MlError({}, "bounds are two, the lowest and the highest");
  }
  if (!declaration.lengths.empty() && declaration.lengths.size() != 2) {
    throw MlError({}, "lengths are two, the least and the greatest");
  }
}

bool Declarations::SameColours(const std::string& a, const std::string& b) const {
  const auto resolve = [&](std::string name) {
    for (int i = 0; i < 1000; ++i) {
      const auto found = globals_.colour_sets.find(name);
      if (found == globals_.colour_sets.end()) return name;
      const Declaration& set = *found->second.declaration;
      if (set.constructor != Constructor::kAlias || set.fields.empty()) return name;
      name = set.fields[0].type;
    }
    return name;
  };
  return resolve(a) == resolve(b);
}

bool Declarations::IsSmall(const std::string& name) const {
  const auto found = globals_.colour_sets.find(name);
  if (found == globals_.colour_sets.end()) return false;
  const Declaration& set = *found->second.declaration;
  switch (set.constructor) {
    case Constructor::kUnit:
    case Constructor::kBool:
    case Constructor::kEnumerated:
    case Constructor::kIndex:
      return true;
    case Constructor::kInt:
      return !set.bounds.empty();
    case Constructor::kSubset:
      if (RangeOfList(set)) return true;
      [[fallthrough]];
    case Constructor::kProduct:
    case Constructor::kRecord:
    case Constructor::kUnion:
    case Constructor::kAlias:
      return std::all_of(set.fields.begin(), set.fields.end(), [&](const auto& field) {
        return field.type.empty() || IsSmall(field.type);
      });
    default:
      return false;
  }
}

/// The lowest and the highest integer of a subset of integers without bounds that is a list of
/// constants; nullopt when it is something else.
std::optional<std::pair<std::int64_t, std::int64_t>> Declarations::RangeOfList(
    const Declaration& set) const {
  if (set.bounds.size() != 1 || IsSmall(set.fields[0].type)) return std::nullopt;
  const ml::Expression list = ml::ParseExpression(set.bounds[0].text);
  if (list.kind != ml::Expression::Kind::kList || list.children.empty()) return std::nullopt;
  std::vector<std::int64_t> values;
  for (const ml::Expression& child : list.children) {
    const auto value = Evaluate(child);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const auto size = static_cast<std::uint64_t>(*high) - static_cast<std::uint64_t>(*low);
  if (size >= static_cast<std::uint64_t>(kMostColours)) return std::nullopt;
  return std::pair(*low, *high);
}

// --------------------------------------------------------------------------------------- text

std::string Declarations::Part(const std::string& colour_set, ExpressionWriter& lua) const {
  lua.Use(colour_set + ".");
  return globals_.colour_sets.at(colour_set).lua;
}

/// What all kinds of colour sets but the subsets say of their parts.
std::string Declarations::Parts(const Declaration& set, ExpressionWriter& lua) const {
  std::vector<std::string> parts;
  for (const Declaration::Field& field : set.fields) {
    switch (set.constructor) {
      case Constructor::kEnumerated:
      case Constructor::kIndex:
        parts.push_back(Quoted(field.name));
        break;
      case Constructor::kRecord:
        parts.push_back(FieldKey(field.name) + Part(field.type, lua));
        break;
      case Constructor::kUnion:
        parts.push_back(FieldKey(field.name) +
                        (field.type.empty() ? "UNIT" : Part(field.type, lua)));
        break;
      default:
        parts.push_back(Part(field.type, lua));
    }
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// subset(of, function(x) return ... end), with what LegalColour says of x.
std::string Declarations::SubsetText(const Declaration& set, const std::string& of,
                                     ExpressionWriter& lua) const {
  return fmt::format("subset({}, {})", of, lua.OwnCondition(set));
}

std::string Declarations::ColourSetText(const Declaration& set, ExpressionWriter& lua) const {
  const std::string parts = Parts(set, lua);
  const auto bound = [&](std::size_t i) { return lua.BoundOf(set.bounds[i]); };
  std::string text;
  switch (set.constructor) {
    case Constructor::kUnit:
      text = "alias(UNIT)";
      break;
    case Constructor::kBool:
      text = "alias(BOOL)";
      break;
    case Constructor::kString:
      text = set.bounds.empty() && set.lengths.empty() ? "alias(STRING)"
                                                       : SubsetText(set, "STRING", lua);
      break;
    case Constructor::kInt:
      text = set.bounds.empty() ? "alias(INT)" : fmt::format("range({}, {})", bound(0), bound(1));
      break;
    case Constructor::kEnumerated:
      text = fmt::format("enum {{ {} }}", parts);
      break;
    case Constructor::kIndex:
      text = fmt::format("index({}, {}, {})", parts, bound(0), bound(1));
      break;
    case Constructor::kProduct:
      text = fmt::format("product({})", parts);
      break;
    case Constructor::kRecord:
      text = fmt::format("record {{ {} }}", parts);
      break;
    case Constructor::kUnion:
      text = fmt::format("union {{ {} }}", parts);
      break;
    case Constructor::kList:
      text = fmt::format("list({})", parts);
      if (!set.bounds.empty()) text = SubsetText(set, text, lua);
      break;
    case Constructor::kAlias:
      text = fmt::format("alias({})", parts);
      break;
    case Constructor::kSubset:
      if (const auto range = RangeOfList(set)) {
        text = SubsetText(set, fmt::format("range({}, {})", range->first, range->second), lua);
      } else if (set.bounds.empty()) {
        text = fmt::format("subset({}, {})", parts, lua.BoundOf(set.predicate));
      } else {
        text = SubsetText(set, parts, lua);
      }
      break;
    case Constructor::kReal:
    case Constructor::kTime:
      throw MlError({}, "there are no such colours");
  }
  return fmt::format("{} = {}\n", globals_.colour_sets.at(set.name).lua, text);
}

}  // namespace cpntools
