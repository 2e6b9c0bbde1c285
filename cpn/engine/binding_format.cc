#include "cpn/engine/binding_format.h"

namespace cpn {

std::string FormatBinding(const Net& net, const BindingElement& element, const ValueStore& values) {
  const TransitionDeclaration& declaration = *net.transitions()[element.transition].declaration;
  std::string out = "(";
  const auto append = [&](const std::string& name, Value v) {
    if (out.size() > 1) out += ", ";
    out += name + " = " + values.Format(v);
  };
  for (std::size_t i = 0; i < element.binding.size(); ++i) {
    append(declaration.variables[i].name, element.binding[i]);
  }
  for (const Value v : element.wildcards) append("_", v);
  return out + ')';
}

}  // namespace cpn
