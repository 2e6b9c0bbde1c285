#include "cpn/lua/language_names.h"

#include <fmt/format.h>

#include "cpn/lua/language/model_interpreter.h"

namespace cpn::lua {

std::set<std::string, std::less<>> LanguageNames() {
  ModelInterpreter interpreter("none", LoadOptions{});
  interpreter.model.lua.Protect([](lua_State* L) { OpenLanguage(L); });
  std::set<std::string, std::less<>> names = interpreter.loading.library_names;
  names.insert("_ENV");  // no keyword; a local of every text
  names.insert({"and",      "break",  "do",   "else", "elseif", "end",  "false", "for",
                "function", "goto",   "if",   "in",   "local",  "nil",  "not",   "or",
                "repeat",   "return", "then", "true", "until",  "while"});
  return names;
}

std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (c == '\n') {
      quoted += "\\n";
    } else if (byte < 0x20 || byte == 0x7F) {
      quoted += fmt::format("\\{:03}", byte);
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

}  // namespace cpn::lua
