#include "cpn/lua/language_names.h"

#include "cpn/lua/library.h"
#include "cpn/lua/lua_model.h"
#include "cpn/lua/model_state.h"

namespace cpn::lua {

std::set<std::string, std::less<>> LanguageNames() {
  ModelState model("none", LoadOptions{});
  model.lua.Protect([](lua_State* L) { OpenLanguage(L); });
  std::set<std::string, std::less<>> names = model.library_names;
  names.insert({"and",      "break",  "do",   "else", "elseif", "end",  "false", "for",
                "function", "goto",   "if",   "in",   "local",  "nil",  "not",   "or",
                "repeat",   "return", "then", "true", "until",  "while"});
  return names;
}

}  // namespace cpn::lua
