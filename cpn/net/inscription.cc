#include "cpn/net/inscription.h"

#include <fmt/format.h>

namespace cpn {

bool BindsByMatching(const ArcDeclaration& arc, const ArcTerm& term) {
  return (arc.kind == ArcKind::kInput || arc.kind == ArcKind::kTest) &&
         term.kind == ArcTerm::Kind::kPattern && !term.condition && term.count > 0;
}

void AppendVariables(const Pattern& pattern, std::vector<std::uint32_t>& out) {
  if (pattern.kind == PatternKind::kVariable) out.push_back(pattern.variable);
  for (const Pattern& child : pattern.children) AppendVariables(child, out);
}

std::optional<std::uint32_t> FindVariable(const TransitionDeclaration& transition,
                                          std::string_view name) {
  for (std::uint32_t v = 0; v < transition.variables.size(); ++v) {
    if (transition.variables[v].name == name) return v;
  }
  return std::nullopt;
}

std::vector<std::uint32_t> ReadVariables(const Model& model,
                                         const TransitionDeclaration& transition,
                                         FunctionId function) {
  const Function& f = model.functions[function];
  std::vector<std::uint32_t> reads;
  for (const std::string& parameter : f.parameters) {
    const std::optional<std::uint32_t> variable = FindVariable(transition, parameter);
    if (!variable) {
      throw ModelError(f.where, fmt::format("transition {}: an inscription reads {}, which is no "
                                            "variable of the transition",
                                            transition.name, parameter));
    }
    reads.push_back(*variable);
  }
  return reads;
}

}  // namespace cpn
