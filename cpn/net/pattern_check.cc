#include "cpn/net/pattern_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

namespace cpn {
namespace {

bool IsInteger(ColourSetKind kind) {
  return kind == ColourSetKind::kInt || kind == ColourSetKind::kRange ||
         kind == ColourSetKind::kIndex;
}

std::int64_t Low(const ColourSet& set) {
  return set.kind == ColourSetKind::kInt ? std::numeric_limits<std::int64_t>::min() : set.low;
}

std::int64_t High(const ColourSet& set) {
  return set.kind == ColourSetKind::kInt ? std::numeric_limits<std::int64_t>::max() : set.high;
}

const ColourSetField* FindField(const ColourSet& set, const std::string& name) {
  const auto at = std::ranges::find(set.fields, name, &ColourSetField::name);
  return at == set.fields.end() ? nullptr : &*at;
}

class Checker {
 public:
  Checker(PatternUse use, const TransitionDeclaration& transition, ColourSets& colour_sets,
          Evaluator& evaluator)
      : use_(use), transition_(transition), sets_(colour_sets), evaluator_(evaluator) {}

  using Problem = std::optional<std::string>;

  Problem Check(const Pattern& pattern, ColourSetId set) {
    switch (pattern.kind) {
      case PatternKind::kVariable:
        return Variable(transition_.variables[pattern.variable], set);
      case PatternKind::kConstant:
        if (sets_.Contains(set, pattern.constant, evaluator_)) return {};
        return fmt::format("{} is no colour of {}", sets_.values().Format(pattern.constant),
                           sets_[set].name);
      case PatternKind::kAny:
        if (use_ == PatternUse::kMatch) return {};
        return "the wildcard _ has no value; give one";
      case PatternKind::kTuple:
        return Tuple(pattern, set);
      case PatternKind::kList:
      case PatternKind::kCons:
        return List(pattern, set);
      case PatternKind::kRecord:
        return Record(pattern, set);
      case PatternKind::kUnion:
        return Union(pattern, set);
    }
    return {};
  }

 private:
  Problem Variable(const cpn::Variable& variable, ColourSetId set) {
    if (MayOverlap(sets_, variable.type, set)) return {};
    return fmt::format("variable {} has colour set {}, but {} is expected", variable.name,
                       sets_[variable.type].name, sets_[set].name);
  }

  Problem Tuple(const Pattern& pattern, ColourSetId set) {
    const ColourSet& base = sets_[sets_.Resolve(set)];
    if (base.kind != ColourSetKind::kProduct) {
      return fmt::format("a tuple is no colour of {}", sets_[set].name);
    }
    if (base.parts.size() != pattern.children.size()) {
      return fmt::format("a tuple of {} components is no colour of {}, which has {}",
                         pattern.children.size(), sets_[set].name, base.parts.size());
    }
    for (std::size_t i = 0; i < base.parts.size(); ++i) {
      if (Problem problem = Check(pattern.children[i], base.parts[i])) return problem;
    }
    return {};
  }

  Problem List(const Pattern& pattern, ColourSetId set) {
    const ColourSetId base = sets_.Resolve(set);
    if (sets_[base].kind != ColourSetKind::kList) {
      return fmt::format("a list is no colour of {}", sets_[set].name);
    }
    const bool cons = pattern.kind == PatternKind::kCons;
    for (std::size_t i = 0; i < pattern.children.size(); ++i) {
      // The rest of a list in a subset need not be in the subset.
      const ColourSetId expected = cons && i == 1 ? base : sets_[base].parts[0];
      if (Problem problem = Check(pattern.children[i], expected)) return problem;
    }
    return {};
  }

  Problem Record(const Pattern& pattern, ColourSetId set) {
    const ColourSet& base = sets_[sets_.Resolve(set)];
    if (base.kind != ColourSetKind::kRecord) {
      return fmt::format("a record is no colour of {}", sets_[set].name);
    }
    for (std::size_t i = 0; i < pattern.children.size(); ++i) {
      const ColourSetField* field = FindField(base, pattern.names[i]);
      if (field == nullptr) {
        return fmt::format("{} has no field {}; its fields are {}", sets_[set].name,
                           pattern.names[i], fmt::join(FieldNames(base), ", "));
      }
      if (use_ == PatternUse::kBuild && pattern.children[i].kind == PatternKind::kAny) {
        return NoValue(field->name, base);  // left out, or _
      }
      if (Problem problem = Check(pattern.children[i], field->type.value())) return problem;
    }
    return use_ == PatternUse::kBuild ? MissingField(pattern, base) : Problem{};
  }

  Problem MissingField(const Pattern& pattern, const ColourSet& base) {
    for (const ColourSetField& field : base.fields) {
      if (std::ranges::find(pattern.names, field.name) == pattern.names.end()) {
        return NoValue(field.name, base);
      }
    }
    return {};
  }

  static Problem NoValue(const std::string& field, const ColourSet& record) {
    return fmt::format("field {} of {} has no value; give one", field, record.name);
  }

  Problem Union(const Pattern& pattern, ColourSetId set) {
    const ColourSet& base = sets_[sets_.Resolve(set)];
    if (base.kind != ColourSetKind::kUnion) {
      return fmt::format("{} is a constructor, which is no colour of {}", pattern.names[0],
                         sets_[set].name);
    }
    const ColourSetField* field = FindField(base, pattern.names[0]);
    if (field == nullptr) {
      return fmt::format("{} has no constructor {}; its constructors are {}", sets_[set].name,
                         pattern.names[0], fmt::join(FieldNames(base), ", "));
    }
    if (!pattern.children.empty()) {
      if (field->type) return Check(pattern.children[0], *field->type);
      return fmt::format("constructor {} takes no argument", field->name);
    }
    if (field->type && sets_[sets_.Resolve(*field->type)].kind != ColourSetKind::kUnit) {
      return fmt::format("constructor {} needs an argument of {}", field->name,
                         sets_[*field->type].name);
    }
    return {};
  }

  PatternUse use_;
  const TransitionDeclaration& transition_;
  ColourSets& sets_;
  Evaluator& evaluator_;
};

bool FieldsIncluded(const ColourSets& sets, const ColourSet& larger, const ColourSet& smaller) {
  return std::ranges::all_of(smaller.fields, [&](const ColourSetField& field) {
    const ColourSetField* other = FindField(larger, field.name);
    if (other == nullptr || other->type.has_value() != field.type.has_value()) return false;
    return !field.type || Includes(sets, *other->type, *field.type);
  });
}

bool FieldsOverlap(const ColourSets& sets, const ColourSet& a, const ColourSet& b) {
  return a.fields.size() == b.fields.size() &&
         std::ranges::all_of(a.fields, [&](const ColourSetField& field) {
           const ColourSetField* other = FindField(b, field.name);
           return other != nullptr && MayOverlap(sets, field.type.value(), other->type.value());
         });
}

bool ConstructorsOverlap(const ColourSets& sets, const ColourSet& a, const ColourSet& b) {
  return std::ranges::any_of(a.fields, [&](const ColourSetField& field) {
    const ColourSetField* other = FindField(b, field.name);
    if (other == nullptr) return false;
    return !field.type || !other->type || MayOverlap(sets, *field.type, *other->type);
  });
}

}  // namespace

std::optional<std::string> PatternProblem(const Pattern& pattern, ColourSetId set, PatternUse use,
                                          const TransitionDeclaration& transition,
                                          ColourSets& colour_sets, Evaluator& evaluator) {
  return Checker(use, transition, colour_sets, evaluator).Check(pattern, set);
}

bool Includes(const ColourSets& colour_sets, ColourSetId b, ColourSetId a) {
  if (colour_sets.Same(a, b)) return true;
  const ColourSet& smaller = colour_sets[colour_sets.StripAliases(a)];
  const ColourSet& larger = colour_sets[colour_sets.StripAliases(b)];
  if (larger.kind == ColourSetKind::kSubset) return false;
  if (smaller.kind == ColourSetKind::kSubset) return Includes(colour_sets, b, smaller.parts[0]);
  if (IsInteger(smaller.kind) && IsInteger(larger.kind)) {
    return Low(larger) <= Low(smaller) && High(smaller) <= High(larger);
  }
  if (smaller.kind != larger.kind) return false;
  switch (smaller.kind) {
    case ColourSetKind::kEnum:
      return std::ranges::all_of(smaller.names, [&](const std::string& name) {
        return std::ranges::find(larger.names, name) != larger.names.end();
      });
    case ColourSetKind::kProduct:
    case ColourSetKind::kList:
      return std::ranges::equal(larger.parts, smaller.parts, [&](ColourSetId x, ColourSetId y) {
        return Includes(colour_sets, x, y);
      });
    case ColourSetKind::kRecord:
      return smaller.fields.size() == larger.fields.size() &&
             FieldsIncluded(colour_sets, larger, smaller);
    case ColourSetKind::kUnion:
      return FieldsIncluded(colour_sets, larger, smaller);
    default:
      return true;  // unit, bool, string
  }
}

bool MayOverlap(const ColourSets& colour_sets, ColourSetId a, ColourSetId b) {
  const ColourSet& x = colour_sets[colour_sets.Resolve(a)];
  const ColourSet& y = colour_sets[colour_sets.Resolve(b)];
  if (IsInteger(x.kind) && IsInteger(y.kind)) {
    return std::max(Low(x), Low(y)) <= std::min(High(x), High(y));
  }
  if (x.kind != y.kind) return false;
  switch (x.kind) {
    case ColourSetKind::kEnum:
      return std::ranges::any_of(x.names, [&](const std::string& name) {
        return std::ranges::find(y.names, name) != y.names.end();
      });
    case ColourSetKind::kProduct:
    case ColourSetKind::kList:
      return std::ranges::equal(x.parts, y.parts, [&](ColourSetId p, ColourSetId q) {
        return MayOverlap(colour_sets, p, q);
      });
    case ColourSetKind::kRecord:
      return FieldsOverlap(colour_sets, x, y);
    case ColourSetKind::kUnion:
      return ConstructorsOverlap(colour_sets, x, y);
    default:
      return true;  // unit, bool, string
  }
}

}  // namespace cpn
