#include "cpntools/lua/colour_list.h"

#include <fmt/format.h>

#include <vector>

#include "cpntools/lua/colour_bounds.h"
#include "cpntools/lua/colour_parts.h"
#include "cpntools/lua/constructors.h"
#include "cpntools/lua/names.h"

namespace cpntools {

using Constructor = Declaration::Constructor;
using ml::LuaPrecedence;
using ml::MlError;

namespace {

constexpr std::size_t kLongestList = 10'000;

/// The lists of all colours of the fields' colour sets.
std::string ColoursOf(const Writing& to, const std::vector<Declaration::Field>& fields,
                      ml::Position where) {
  std::vector<std::string> factors;
  std::size_t size = 0;
  for (const Declaration::Field& field : fields) {
    factors.push_back(AllOf(to, field.type, where).text);
    size += factors.back().size();
    if (size > kLongestList) throw MlError(where, "too large a list of all colours");
  }
  return fmt::format("{}", fmt::join(factors, ", "));
}

Code AllOfUnion(const Writing& to, const Declaration& set, ml::Position where) {
  to.scope.UseHelper("flatten");
  std::vector<std::string> cases;
  for (const Declaration::Field& field : set.fields) {
    const ml::Constructor& constructor = *to.scope.inference().FindConstructor(field.name);
    if (field.type.empty()) {
      cases.push_back("{ " + Constructed(to.scope, constructor, field.name).text + " }");
      continue;
    }
    const Code make = FunctionOf(to.scope, {"x"}, [&](const std::vector<std::string>& names) {
      return Constructed(to.scope, constructor, field.name, Call(names[0]));
    });
    cases.push_back(fmt::format("map({}, {})", ColoursOf(to, {field}, where), make.text));
  }
  return Call(fmt::format("flatten({{ {} }})", fmt::join(cases, ", ")));
}

}  // namespace

Code AllOf(const Writing& to, const std::string& colour_set, ml::Position where) {
  const auto found = to.scope.globals().colour_sets.find(colour_set);
  const auto fail = [&]() -> Code {
    throw MlError(where, fmt::format("{}.all() is not supported: the colours of {} cannot be "
                                     "listed",
                                     colour_set, colour_set));
  };
  if (found == to.scope.globals().colour_sets.end()) return fail();
  const Declaration& set = *found->second.declaration;
  const auto bounds = [&](const std::vector<Text>& texts) {
    return fmt::format("{}, {}", BoundOf(to, texts[0]), BoundOf(to, texts[1]));
  };
  switch (set.constructor) {
    case Constructor::kUnit:
      return {"{ unit }", LuaPrecedence::kPrimary};
    case Constructor::kBool:
      return {"{ false, true }", LuaPrecedence::kPrimary};
    case Constructor::kEnumerated: {
      std::vector<std::string> names;
      for (const Declaration::Field& field : set.fields) names.push_back(Quoted(field.name));
      return {fmt::format("{{ {} }}", fmt::join(names, ", ")), LuaPrecedence::kPrimary};
    }
    case Constructor::kInt:
    case Constructor::kIndex:
      if (set.bounds.empty()) return fail();
      return Call(fmt::format("range_list({})", bounds(set.bounds)));
    case Constructor::kString:
      if (set.bounds.empty() || set.lengths.empty()) return fail();
      to.scope.UseHelper("texts_of");
      return Call(fmt::format("texts_of({}, {})", bounds(set.bounds), bounds(set.lengths)));
    case Constructor::kList:
      if (set.bounds.empty()) return fail();
      to.scope.UseHelper("lists_of");
      return Call(fmt::format("lists_of({}, {})", AllOf(to, set.fields[0].type, where).text,
                              bounds(set.bounds)));
    case Constructor::kAlias:
      return AllOf(to, set.fields[0].type, where);
    case Constructor::kSubset:
      if (!set.bounds.empty()) return Call(ListOf(to, set));
      return Call(fmt::format("filter({}, {})", AllOf(to, set.fields[0].type, where).text,
                              BoundOf(to, set.predicate)));
    case Constructor::kProduct:
      to.scope.UseHelper("tuples");
      return Call(fmt::format("tuples({{ {} }})", ColoursOf(to, set.fields, where)));
    case Constructor::kRecord: {
      to.scope.UseHelper("records");
      std::vector<std::string> labels;
      for (const Declaration::Field& field : set.fields) labels.push_back(Quoted(field.name));
      return Call(fmt::format("records({{ {} }}, {{ {} }})", fmt::join(labels, ", "),
                              ColoursOf(to, set.fields, where)));
    }
    case Constructor::kUnion:
      return AllOfUnion(to, set, where);
    default:
      return fail();
  }
}

}  // namespace cpntools
