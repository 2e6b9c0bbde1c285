#include "cpntools/lua/colour_parts.h"

#include <fmt/format.h>

#include "cpntools/lua/names.h"
#include "cpntools/ml/error.h"

namespace cpntools {

using Constructor = Declaration::Constructor;
using ml::LuaPrecedence;

namespace {

constexpr std::size_t kLongestFunction = 100'000;

}  // namespace

const Declaration& SetNamed(const Scope& scope, const std::string& name) {
  return *scope.globals().colour_sets.at(name).declaration;
}

std::string KeyOf(const Declaration& set, std::size_t field) {
  return set.constructor == Constructor::kRecord ? Quoted(set.fields[field].name)
                                                 : std::to_string(field + 1);
}

std::string FieldOf(const Declaration& set, std::size_t field, const std::string& x) {
  return FieldAccess(x, set.constructor == Constructor::kRecord ? set.fields[field].name
                                                                : std::to_string(field + 1));
}

void CheckLength(std::size_t length) {
  if (length > kLongestFunction) {
    throw ml::MlError({}, "a colour set that is too large for its function");
  }
}

Code FunctionOf(Scope& scope, const std::vector<std::string>& parameters,
                const std::function<Code(const std::vector<std::string>&)>& make_body) {
  const std::size_t locals = scope.Mark();
  std::vector<std::string> names;
  for (const std::string& parameter : parameters) names.push_back(scope.Temporary(parameter));
  const Code body = make_body(names);
  scope.Leave(locals);
  return {fmt::format("function({}) return {} end", fmt::join(names, ", "), body.text),
          LuaPrecedence::kPrimary};
}

std::string UnionCases(
    Scope& scope, const Declaration& set,
    const std::function<Code(const Declaration& argument, const std::string& x)>& make) {
  std::size_t length = 0;
  std::vector<std::string> cases;
  for (const Declaration::Field& field : set.fields) {
    if (field.type.empty()) continue;
    const Code function = FunctionOf(scope, {"x"}, [&](const std::vector<std::string>& names) {
      return make(SetNamed(scope, field.type), names[0]);
    });
    cases.push_back(FieldKey(field.name) + function.text);
    CheckLength(length += cases.back().size());
  }
  return cases.empty() ? "{}" : fmt::format("{{ {} }}", fmt::join(cases, ", "));
}

}  // namespace cpntools
