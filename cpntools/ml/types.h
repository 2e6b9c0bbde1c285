// Types of ML expressions, as the inference works on them: terms with variables, solved by
// unification.
//
// Invariants:
//  1. a type is an index into one TypeStore, and means nothing to another;
//  2. Unify changes nothing when it fails;
//  3. no type contains itself (occurs check), so that recursion over a type ends;
//  4. types can be exponential in the text that has them: between two StartWork() the store takes
//     kMostWork steps at most, kMostWorkInAll in its life, and throws MlError then.
// Thread safety: one thread at a time.
// Source: L. Damas, R. Milner, "Principal type-schemes for functional programs" (1982).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cpntools::ml {

using Type = int;

inline constexpr int kMostWork = 200'000;
inline constexpr int kMostWorkInAll = 20'000'000;

class TypeStore {
 public:
  Type Fresh();
  /// A constructed type: int, string, bool, unit, real, char, exn, or the name of an enumerated,
  /// index or union colour set; list with one argument.
  Type Named(const std::string& name, std::vector<Type> arguments = {});
  Type Tuple(std::vector<Type> parts);
  Type Record(std::vector<std::string> labels, std::vector<Type> parts);
  Type Function(Type from, Type to);
  Type List(Type element) { return Named("list", {element}); }

  /// Begins to count anew.
  void StartWork() {
    work_before_ += work_;
    work_ = 0;
  }

  /// Makes the two equal; false, and nothing changed, when that cannot be.
  bool Unify(Type a, Type b);
  /// Whether Unify would succeed.
  bool CanUnify(Type a, Type b);

  /// The type with variables resolved as far as they are known at its root.
  Type Resolve(Type type) const;
  bool IsVariable(Type type) const { return node(type).kind == Kind::kVariable; }
  bool IsNamed(Type type, const std::string& name) const;
  bool IsTuple(Type type) const { return node(type).kind == Kind::kTuple; }
  const std::vector<Type>& Parts(Type type) const { return node(type).parts; }
  /// The type of a record's field or a tuple's component (#1); nullopt when it has none.
  std::optional<Type> Field(Type type, const std::string& label) const;
  /// Whether `=` on it is equality of Lua's plain values: numbers, strings, booleans, unit.
  bool IsPlain(Type type) const;

  /// The free variables of a type, for generalisation.
  void FreeVariables(Type type, std::vector<Type>& out) const;
  /// The type with these variables replaced by fresh ones; `fresh` remembers them.
  Type Instantiate(Type type, std::map<Type, Type>& fresh, const std::vector<Type>& variables);

  /// `int * string list`, for messages.
  std::string Text(Type type) const;

  /// Types of constructors of enumerated and index colour sets are plain in Lua.
  void DeclarePlain(const std::string& name) { plain_[name] = true; }

 private:
  enum class Kind { kVariable, kNamed, kTuple, kRecord, kFunction };
  struct Node {
    Kind kind = Kind::kVariable;
    std::string name;
    std::vector<std::string> labels;
    std::vector<Type> parts;
    Type bound = -1;  ///< of a variable
  };

  const Node& node(Type type) const { return nodes_[static_cast<std::size_t>(Resolve(type))]; }
  Type Add(Node node);
  bool Bind(Type a, Type b);
  void Work() const;
  bool Occurs(Type variable, Type type) const;
  void Undo(std::size_t mark);

  std::vector<Node> nodes_;
  std::vector<Type> trail_;  ///< variables bound, in order
  std::map<std::string, bool> plain_;
  mutable int work_ = 0;
  int work_before_ = 0;  ///< the last StartWork()
};

}  // namespace cpntools::ml
