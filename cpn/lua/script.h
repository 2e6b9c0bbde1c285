// A Lua file that declares data rather than a net: declarations `word "name" { ... }`, run in the
// sandbox of models, with its limits, its `param` and its list functions, but without the words for
// nets. What the words mean is the caller's business.
//
// Invariants of what LoadScript returns:
//  1. declarations are in the order in which they were made; fields of tables by name;
//  2. every value says where it stands, as exactly as the text tells: the line of the declaration
//     at least.
// Plain values; distinct objects may be used from different threads.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cpn/lua/language/load_options.h"
#include "cpn/values/error.h"

namespace cpn::lua {

struct ScriptField;

struct ScriptValue {
  enum class Kind { kBoolean, kNumber, kText, kList, kTable };

  Kind kind = Kind::kList;  ///< {} is an empty list
  bool boolean = false;
  double number = 0;
  std::string text;                 ///< of a text; of a number, how Lua writes it
  std::vector<ScriptValue> items;   ///< of a list
  std::vector<ScriptField> fields;  ///< of a table
  SourceLocation where;
};

struct ScriptField {
  std::string name;
  ScriptValue value;
};

/// `word "name" { fields }`.
struct ScriptDeclaration {
  std::string word;
  std::string name;
  ScriptValue value;  ///< a list or a table
  SourceLocation where;
};

struct Script {
  std::vector<ScriptDeclaration> declarations;
  std::vector<Parameter> parameters;  ///< in the order of their declaration
};

/// Runs the file, in which `words` can be called. Throws ModelError for everything that is wrong
/// with it, also when there is no such file.
Script LoadScript(const std::filesystem::path& path, const std::vector<std::string>& words,
                  const LoadOptions& options = {});

}  // namespace cpn::lua
