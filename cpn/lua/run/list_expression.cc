#include "cpn/lua/run/list_expression.h"

#include <algorithm>

namespace cpn::lua {
namespace {

using Kind = ListExpression::Kind;

/// The language's insert: x before the first element that is greater.
void Insert(std::vector<Value>& list, Value x, const ValueStore& values) {
  const auto greater =
      std::ranges::find_if(list, [&](Value element) { return values.Compare(element, x) > 0; });
  list.insert(greater, x);
}

void RemoveFirst(std::vector<Value>& list, Value x) {
  const auto found = std::ranges::find(list, x);
  if (found != list.end()) list.erase(found);
}

}  // namespace

Value Evaluate(const ListExpression& expression, std::span<const Value> arguments,
               ValueStore& values) {
  const auto operand = [&](std::size_t i) {
    return Evaluate(expression.operands[i], arguments, values);
  };
  const auto copy = [&](Value list) {
    const std::span<const Value> elements = values.Elements(list);
    std::vector<Value> copied;
    copied.reserve(elements.size() + 1);
    copied.assign(elements.begin(), elements.end());
    return copied;
  };
  switch (expression.kind) {
    case Kind::kArgument:
      return arguments[expression.argument];
    case Kind::kConstant:
      return expression.constant;
    case Kind::kTuple:
    case Kind::kList: {
      std::vector<Value> parts;
      parts.reserve(expression.operands.size());
      for (std::size_t i = 0; i < expression.operands.size(); ++i) parts.push_back(operand(i));
      return expression.kind == Kind::kTuple ? values.Tuple(parts) : values.List(parts);
    }
    case Kind::kInsert:
    case Kind::kRemove: {
      std::vector<Value> list = copy(operand(0));
      const Value x = operand(1);
      expression.kind == Kind::kInsert ? Insert(list, x, values) : RemoveFirst(list, x);
      return values.List(list);
    }
    case Kind::kAppend: {
      std::vector<Value> list = copy(operand(0));
      const std::span<const Value> more = values.Elements(operand(1));
      list.insert(list.end(), more.begin(), more.end());
      return values.List(list);
    }
    case Kind::kCons: {
      const Value x = operand(0);
      std::vector<Value> list = copy(operand(1));
      list.insert(list.begin(), x);
      return values.List(list);
    }
  }
  return {};
}

}  // namespace cpn::lua
