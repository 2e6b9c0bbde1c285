#include "generator/copy_value.h"

#include <string>
#include <utility>
#include <vector>

namespace generator {
namespace {

using cpn::Value;
using cpn::ValueKind;
using cpn::ValueStore;

std::vector<Value> CopyElements(const ValueStore& from, Value value, ValueStore& to) {
  std::vector<Value> elements;
  for (const Value element : from.Elements(value)) elements.push_back(CopyValue(from, element, to));
  return elements;
}

}  // namespace

Value CopyValue(const ValueStore& from, Value value, ValueStore& to) {
  switch (from.Kind(value)) {
    case ValueKind::kUnit:
      return to.Unit();
    case ValueKind::kBool:
      return to.Bool(from.AsBool(value));
    case ValueKind::kInt:
      return to.Int(from.AsInt(value));
    case ValueKind::kEnum:
      return to.Enum(from.AsText(value));
    case ValueKind::kString:
      return to.String(from.AsText(value));
    case ValueKind::kTuple:
      return to.Tuple(CopyElements(from, value, to));
    case ValueKind::kList:
      return to.List(CopyElements(from, value, to));
    case ValueKind::kRecord: {
      std::vector<std::pair<std::string, Value>> fields;
      for (const Value element : CopyElements(from, value, to)) {
        fields.emplace_back(from.FieldName(value, fields.size()), element);
      }
      return to.Record(fields);
    }
    case ValueKind::kUnion:
      return to.Union(from.Constructor(value), CopyValue(from, from.Elements(value).front(), to));
  }
  return to.Unit();
}

}  // namespace generator
