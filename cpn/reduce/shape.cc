#include "cpn/reduce/shape.h"

#include <algorithm>

namespace cpn::reduce {
namespace {

Shape OfValue(Value value) {
  Shape shape;
  shape.kind = Shape::Kind::kValue;
  shape.determined = true;
  shape.value = value;
  return shape;
}

/// A tuple all of whose parts are values is a value itself: quicker to compare.
Shape Folded(Shape shape, ValueStore& values) {
  std::vector<Value> elements;
  for (const Shape& part : shape.parts) {
    if (part.kind != Shape::Kind::kValue) return shape;
    elements.push_back(part.value);
  }
  return OfValue(values.Tuple(elements));
}

}  // namespace

Shape ShapeOf(const CompiledPattern& pattern, std::span<const Value> known, ValueStore& values) {
  Shape shape;
  switch (pattern.kind) {
    case PatternKind::kVariable:
      return known[pattern.variable] == PartialBinding::kUnbound ? shape
                                                                 : OfValue(known[pattern.variable]);
    case PatternKind::kConstant:
      return OfValue(pattern.constant);
    case PatternKind::kAny:
    case PatternKind::kList:
    case PatternKind::kCons:
      return shape;
    case PatternKind::kTuple:
    case PatternKind::kRecord:
    case PatternKind::kUnion:
      break;
  }
  shape.kind = Shape::Kind::kParts;
  shape.constructor = pattern.constructor;
  for (std::uint32_t i = 0; i < pattern.children.size(); ++i) {
    const std::uint32_t at = pattern.kind == PatternKind::kRecord ? pattern.positions[i] : i;
    shape.parts.push_back(ShapeOf(pattern.children[i], known, values));
    shape.parts.back().index = at;
  }
  shape.determined = !pattern.wildcard && std::ranges::all_of(shape.parts, [](const auto& part) {
    return part.determined;
  });
  return pattern.kind == PatternKind::kTuple ? Folded(std::move(shape), values) : shape;
}

bool MayMatch(const Shape& shape, Value token, const ValueStore& values) {
  if (shape.kind == Shape::Kind::kAny) return true;
  if (shape.kind == Shape::Kind::kValue) return shape.value == token;
  if (!shape.constructor.empty() && values.Constructor(token) != shape.constructor) return false;
  const std::span<const Value> elements = values.Elements(token);
  return std::ranges::all_of(shape.parts, [&](const auto& part) {
    return part.index >= elements.size() || MayMatch(part, elements[part.index], values);
  });
}

bool Overlap(const Shape& a, const Shape& b, const ValueStore& values) {
  using Kind = Shape::Kind;
  if (a.kind == Kind::kAny || b.kind == Kind::kAny) return true;
  if (a.kind == Kind::kValue) return MayMatch(b, a.value, values);
  if (b.kind == Kind::kValue) return MayMatch(a, b.value, values);
  if (a.constructor != b.constructor) return false;
  for (auto p = a.parts.begin(), q = b.parts.begin(); p != a.parts.end() && q != b.parts.end();) {
    if (p->index == q->index) {
      if (!Overlap(*p, *q, values)) return false;
      ++p;
      ++q;
    } else {
      p->index < q->index ? ++p : ++q;
    }
  }
  return true;
}

}  // namespace cpn::reduce
