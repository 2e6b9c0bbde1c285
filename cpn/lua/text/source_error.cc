#include "cpn/lua/text/source_error.h"

#include <algorithm>
#include <charconv>

namespace cpn::lua {

LuaMessage SplitMessage(std::string_view message) {
  for (std::size_t colon = message.find(':'); colon != std::string_view::npos;
       colon = message.find(':', colon + 1)) {
    int line = 0;
    const char* first = message.data() + colon + 1;
    const char* last = message.data() + message.size();
    const auto [end, error] = std::from_chars(first, last, line);
    if (error != std::errc() || last - end < 2 || end[0] != ':' || end[1] != ' ') continue;
    return {line, std::string(end + 2, last)};
  }
  return {0, std::string(message)};
}

const Token& TokenOfError(lua_State* L, std::string_view before, std::string_view source,
                          const std::vector<Token>& tokens, std::string_view message) {
  const std::size_t near = message.rfind(" near '");
  if (near == std::string_view::npos || !message.ends_with('\'')) return tokens.back();
  const std::string_view text = message.substr(near + 7, message.size() - near - 8);
  const int top = lua_gettop(L);
  for (const Token& token : tokens) {
    if (token.text != text) continue;
    // Lua reads from left to right: text that ends here fails the same way if this is the token.
    const std::string part =
        std::string(before) + std::string(source.substr(0, token.offset + token.text.size()));
    const bool fails = luaL_loadbufferx(L, part.data(), part.size(), "=part", "t") != LUA_OK;
    const std::string reason = fails ? lua_tostring(L, -1) : "";
    lua_settop(L, top);
    if (fails && SplitMessage(reason).text == message) return token;
  }
  return tokens.back();
}

ModelError SyntaxErrorIn(lua_State* L, const SourceFile& file) {
  const LuaMessage message = SplitMessage(lua_tostring(L, -1));
  const Token& token = TokenOfError(L, "", file.text(), file.tokens(), message.text);
  if (token.kind != TokenKind::kEnd) {
    return ModelError(file.At(token.line, token.offset), message.text);
  }
  return ModelError({file.name(), message.line, 0}, message.text);
}

}  // namespace cpn::lua
