#include "cpntools/lua/colour_bounds.h"

#include <fmt/format.h>

#include "cpntools/ml/error.h"
#include "cpntools/ml/parser.h"

namespace cpntools {

using ml::Expression;
using ml::MlError;

std::string BoundOf(const Writing& to, const Text& text) {
  Expression bound = ml::ParseExpression(text.text);
  to.scope.inference().Infer(bound);
  return to.values.Value(bound).text;
}

std::string ListOf(const Writing& to, const Declaration& set) {
  Expression list = ml::ParseExpression(set.bounds[0].text);
  ml::TypeStore& types = to.scope.inference().types();
  const ml::Type type = to.scope.inference().Infer(list);
  if (!types.Unify(type, types.List(*to.scope.inference().FindColourSet(set.fields[0].type)))) {
    throw MlError({}, fmt::format("a subset of {} by a list of type {}", set.fields[0].type,
                                  types.Text(type)));
  }
  return to.values.Value(list).text;
}

}  // namespace cpntools
