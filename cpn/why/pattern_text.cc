#include "cpn/why/pattern_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace cpn::why {

std::string PatternText(const Engine& engine, TransitionId transition,
                        const CompiledPattern& pattern, std::span<const Value> values) {
  std::vector<std::string> parts;
  for (const CompiledPattern& child : pattern.children) {
    parts.push_back(PatternText(engine, transition, child, values));
  }
  switch (pattern.kind) {
    case PatternKind::kVariable: {
      const Value value = values[pattern.variable];
      if (value != PartialBinding::kUnbound) return engine.values().Format(value);
      const TransitionDeclaration& declaration =
          *engine.net().transitions()[transition].declaration;
      return declaration.variables[pattern.variable].name;
    }
    case PatternKind::kConstant:
      return engine.values().Format(pattern.constant);
    case PatternKind::kAny:
      return "_";
    case PatternKind::kTuple:
      return fmt::format("({})", fmt::join(parts, ", "));
    case PatternKind::kList:
      return fmt::format("[{}]", fmt::join(parts, ", "));
    case PatternKind::kCons:
      return fmt::format("{}::{}", parts[0], parts[1]);
    case PatternKind::kRecord:
      return fmt::format("{{{}}}", fmt::join(parts, ", "));
    case PatternKind::kUnion:
      return parts.empty() ? pattern.constructor
                           : fmt::format("{}({})", pattern.constructor, fmt::join(parts, ", "));
  }
  return "";
}

}  // namespace cpn::why
