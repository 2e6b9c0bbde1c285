// A Lua file that declares data rather than a net: declarations `word "name" { ... }`, run in the
// sandbox of models, with its limits, its `param` and its list functions, but without the words for
// nets. What the words mean is the caller's business.
//
// A LiveScript stays, so that functions in its declarations can be called with data, in the same
// sandbox: each call has the limits of a model's hook, and changes nothing that outlives it.
//
// Invariants of what LoadScript returns:
//  1. declarations are in the order in which they were made; fields of tables by name;
//  2. every value says where it stands, as exactly as the text tells: the line of the declaration
//     at least.
// Plain values; distinct objects may be used from different threads. A LiveScript is for one thread
// at a time.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cpn/lua/language/load_options.h"
#include "cpn/values/error.h"

namespace cpn::lua {

struct ScriptField;

struct ScriptValue {
  enum class Kind { kBoolean, kNumber, kText, kList, kTable, kFunction };

  Kind kind = Kind::kList;  ///< {} is an empty list
  bool boolean = false;
  double number = 0;
  std::string text;                 ///< of a text; of a number, how it is written
  std::vector<ScriptValue> items;   ///< of a list
  std::vector<ScriptField> fields;  ///< of a table
  int function = 0;                 ///< of a LiveScript's function: what Call() takes
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

class LiveScript {
 public:
  /// As LoadScript; values of declarations may be functions, too.
  static std::unique_ptr<LiveScript> Load(const std::filesystem::path& path,
                                          const std::vector<std::string>& words,
                                          const LoadOptions& options = {});
  ~LiveScript();
  LiveScript(const LiveScript&) = delete;
  LiveScript& operator=(const LiveScript&) = delete;

  const Script& script() const;
  /// What the function, a value of the script, yields for the argument; nothing for nil. A whole
  /// number of 64 bits is an integer to it. Throws ModelError, which says what() was asked of which
  /// owner, when the function fails or yields a function.
  std::optional<ScriptValue> Call(const ScriptValue& function, const ScriptValue& argument,
                                  const std::string& owner,
                                  const std::function<std::string()>& what);

 private:
  struct Parts;
  explicit LiveScript(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace cpn::lua
