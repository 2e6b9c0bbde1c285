// Reading the tables that a model passes to the functions of the language: in a fixed order, with
// every unknown or misplaced key refused.
//
// All functions throw ModelError, blaming the line of the model that runs.
#pragma once

#include <cstdint>
#include <functional>
#include <lua.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace cpn::lua {

/// Calls `use(stack index, i)` for each element of the list at `index`; `what` names the list.
void ForEachElement(lua_State* L, int index, std::string_view what,
                    const std::function<void(int, lua_Integer)>& use);
/// Calls `use(name, stack index)` for each field of the table at `index`, sorted by name.
void ForEachField(lua_State* L, int index, std::string_view what,
                  const std::function<void(const std::string&, int)>& use);

/// The integer at `index`; `what` names it in the message when something else is there.
std::int64_t IntegerAt(lua_State* L, int index, std::string_view what);
/// The string at `index`; `what` names it in the message when something else is there.
std::string StringAt(lua_State* L, int index, std::string_view what);

/// A table with optional fields of known names.
class TableReader {
 public:
  /// `what` names the construct, for messages: "transition".
  TableReader(lua_State* L, int index, std::string what);
  /// Pushes the field; false, and nothing pushed, when it is absent.
  bool Push(const char* field);
  /// Throws ModelError, pointing at it, for the first field (by name) that was never asked for.
  void RefuseOthers() const;

 private:
  lua_State* L_;
  int index_;
  std::string what_;
  std::vector<std::string> known_;
};

}  // namespace cpn::lua
