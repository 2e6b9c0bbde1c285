#include "cpntools/ml/types.h"

#include <algorithm>

#include "cpntools/ml/error.h"

namespace cpntools::ml {

Type TypeStore::Add(Node added) {
  nodes_.push_back(std::move(added));
  return static_cast<Type>(nodes_.size() - 1);
}

Type TypeStore::Fresh() { return Add({}); }

Type TypeStore::Named(const std::string& name, std::vector<Type> arguments) {
  return Add({Kind::kNamed, name, {}, std::move(arguments), -1});
}

Type TypeStore::Tuple(std::vector<Type> parts) {
  if (parts.empty()) return Named("unit");
  return Add({Kind::kTuple, "", {}, std::move(parts), -1});
}

Type TypeStore::Record(std::vector<std::string> labels, std::vector<Type> parts) {
  std::map<std::string, Type> sorted;
  for (std::size_t i = 0; i < labels.size(); ++i) sorted[labels[i]] = parts[i];
  Node record{Kind::kRecord, "", {}, {}, -1};
  for (const auto& [label, part] : sorted) {
    record.labels.push_back(label);
    record.parts.push_back(part);
  }
  return Add(std::move(record));
}

Type TypeStore::Function(Type from, Type to) {
  return Add({Kind::kFunction, "", {}, {from, to}, -1});
}

Type TypeStore::Resolve(Type type) const {
  while (nodes_[static_cast<std::size_t>(type)].bound >= 0) {
    type = nodes_[static_cast<std::size_t>(type)].bound;
  }
  return type;
}

void TypeStore::Work() const {
  const bool too_much = ++work_ > kMostWork || work_before_ + work_ > kMostWorkInAll;
  if (too_much) throw MlError({}, "a type that is too large");
}

bool TypeStore::Unify(Type a, Type b) {
  const std::size_t mark = trail_.size();
  try {
    if (Bind(a, b)) return true;
  } catch (const MlError&) {
    Undo(mark);
    throw;
  }
  Undo(mark);
  return false;
}

bool TypeStore::CanUnify(Type a, Type b) {
  const std::size_t mark = trail_.size();
  const bool can = Unify(a, b);
  Undo(mark);
  return can;
}

void TypeStore::Undo(std::size_t mark) {
  while (trail_.size() > mark) {
    nodes_[static_cast<std::size_t>(trail_.back())].bound = -1;
    trail_.pop_back();
  }
}

bool TypeStore::Bind(Type a, Type b) {
  Work();
  a = Resolve(a);
  b = Resolve(b);
  if (a == b) return true;
  if (!IsVariable(a)) std::swap(a, b);
  if (IsVariable(a)) {
    if (Occurs(a, b)) return false;
    nodes_[static_cast<std::size_t>(a)].bound = b;
    trail_.push_back(a);
    return true;
  }
  const Node& left = nodes_[static_cast<std::size_t>(a)];
  const Node& right = nodes_[static_cast<std::size_t>(b)];
  if (left.kind != right.kind || left.name != right.name || left.labels != right.labels ||
      left.parts.size() != right.parts.size()) {
    return false;
  }
  for (std::size_t i = 0; i < left.parts.size(); ++i) {
    if (!Bind(left.parts[i], right.parts[i])) return false;
  }
  return true;
}

bool TypeStore::Occurs(Type variable, Type type) const {
  Work();
  type = Resolve(type);
  if (type == variable) return true;
  const std::vector<Type>& parts = nodes_[static_cast<std::size_t>(type)].parts;
  return std::any_of(parts.begin(), parts.end(), [&](Type part) { return Occurs(variable, part); });
}

bool TypeStore::IsNamed(Type type, const std::string& name) const {
  return node(type).kind == Kind::kNamed && node(type).name == name;
}

std::optional<Type> TypeStore::Field(Type type, const std::string& label) const {
  const Node& n = node(type);
  for (std::size_t i = 0; i < n.parts.size(); ++i) {
    const bool there = n.kind == Kind::kRecord  ? n.labels[i] == label
                       : n.kind == Kind::kTuple ? std::to_string(i + 1) == label
                                                : false;
    if (there) return n.parts[i];
  }
  return std::nullopt;
}

bool TypeStore::IsPlain(Type type) const {
  const Node& n = node(type);
  if (n.kind != Kind::kNamed) return false;
  for (const char* name : {"int", "string", "bool", "unit", "real", "char"}) {
    if (n.name == name) return true;
  }
  return plain_.contains(n.name);
}

void TypeStore::FreeVariables(Type type, std::vector<Type>& out) const {
  Work();
  type = Resolve(type);
  if (IsVariable(type)) {
    if (std::find(out.begin(), out.end(), type) == out.end()) out.push_back(type);
    return;
  }
  for (Type part : node(type).parts) FreeVariables(part, out);
}

Type TypeStore::Instantiate(Type type, std::map<Type, Type>& fresh,
                            const std::vector<Type>& variables) {
  Work();
  type = Resolve(type);
  if (IsVariable(type)) {
    if (std::find(variables.begin(), variables.end(), type) == variables.end()) return type;
    const auto found = fresh.find(type);
    if (found != fresh.end()) return found->second;
    return fresh[type] = Fresh();
  }
  Node copy = node(type);
  if (copy.parts.empty()) return type;
  for (Type& part : copy.parts) part = Instantiate(part, fresh, variables);
  return Add(std::move(copy));
}

std::string TypeStore::Text(Type type) const {
  Work();
  const Node& n = node(type);
  const auto part = [&](std::size_t i) {
    const Kind kind = node(n.parts[i]).kind;
    const bool bare = kind != Kind::kTuple && kind != Kind::kFunction;
    return bare ? Text(n.parts[i]) : "(" + Text(n.parts[i]) + ")";
  };
  std::string text;
  switch (n.kind) {
    case Kind::kVariable:
      return "'a";
    case Kind::kNamed:
      for (std::size_t i = 0; i < n.parts.size(); ++i) text += part(i) + " ";
      return text + n.name;
    case Kind::kTuple:
      for (std::size_t i = 0; i < n.parts.size(); ++i) text += (i ? " * " : "") + part(i);
      return text;
    case Kind::kRecord:
      for (std::size_t i = 0; i < n.parts.size(); ++i) {
        text += (i ? ", " : "") + n.labels[i] + ": " + Text(n.parts[i]);
      }
      return "{" + text + "}";
    case Kind::kFunction:
      return part(0) + " -> " + Text(n.parts[1]);
  }
  return text;
}

}  // namespace cpntools::ml
