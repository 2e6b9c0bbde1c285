#include "cpn/lua/interpreter/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "cpn/lua/interpreter/lua_state.h"
#include "cpn/lua/text/compile_cost.h"

namespace cpn::lua {
namespace {

constexpr char kTooSlow[] =
    "up to here Lua's compiler takes too long: its time grows with the square of a chain of and, "
    "or "
    "or elseif (at most about 20000 parts), and with the local variables around each name";

/// Lua's message without its `file:line: `, and that line (0 without one).
struct LuaMessage {
  int line = 0;
  std::string text;
};

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

/// The token that Lua's message names, `... near 'token'`; empty when it names the end, or none.
std::string_view NamedToken(std::string_view message) {
  const std::size_t near = message.rfind(" near '");
  if (near == std::string_view::npos || !message.ends_with('\'')) return {};
  return message.substr(near + 7, message.size() - near - 8);
}

/// The token at which Lua stopped. It reads one character, and at times one token, ahead.
const Token& TokenOf(const LuaState::Refusal& refusal, std::string_view message,
                     const std::vector<Token>& tokens) {
  const auto behind =
      std::partition_point(tokens.begin(), tokens.end() - 1,
                           [&](const Token& token) { return token.offset + 1 < refusal.read; });
  if (behind == tokens.begin()) return *behind;
  const auto last = behind - 1;
  if (refusal.limit) return *last;
  const std::string_view named = NamedToken(message);
  for (auto token = last;; --token) {
    if (token->text == named && !named.empty()) return *token;
    if (token == tokens.begin() || last - token == 2) return tokens.back();
  }
}

}  // namespace

std::optional<CompileError> Compile(lua_State* L, const ChunkText& chunk, const std::string& name) {
  if (const Token* token = TokenBeyondCompiler(chunk.tokens)) {
    return CompileError{kTooSlow, *token, 0};
  }
  const auto refusal = StateOf(L).LoadText(L, chunk.before, chunk.text, chunk.after, '@' + name);
  if (!refusal) return std::nullopt;
  LuaMessage message = SplitMessage(refusal->message);
  const Token& token = TokenOf(*refusal, message.text, chunk.tokens);
  return CompileError{std::move(message.text), token, message.line};
}

}  // namespace cpn::lua
