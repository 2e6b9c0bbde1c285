#include "cpntools/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "cpntools/lua_helpers.h"

namespace cpntools {
namespace {

const std::set<std::string, std::less<>>& Reserved() {
  static const std::set<std::string, std::less<>> kReserved = [] {
    std::set<std::string, std::less<>> words = {
        // Lua
        "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if",
        "in", "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
        // its library
        "_ENV", "_G", "_VERSION", "assert", "collectgarbage", "coroutine", "debug", "dofile",
        "error", "getmetatable", "io", "ipairs", "load", "loadfile", "math", "next", "os",
        "package", "pairs", "pcall", "print", "rawequal", "rawget", "rawlen", "rawset", "require",
        "select", "setmetatable", "string", "table", "tonumber", "tostring", "type", "utf8",
        "xpcall", "warn",
        // the model language
        "_", "UNIT", "BOOL", "INT", "STRING", "P_HIGH", "P_NORMAL", "P_LOW", "range", "enum",
        "index", "product", "record", "list", "union", "subset", "alias", "var", "param", "unit",
        "place", "fusion", "In", "Out", "InOut", "module", "substitution", "transition", "all",
        "copies", "sum", "when", "each", "expr", "cons", "insert", "append", "remove", "contains",
        "map", "filter", "fold", "range_list", "chart", "test", "stimulus", "response", "xml",
        "property", "NF", "AF", "NOT", "AND", "OR", "TT", "FF", "POS", "INV", "EV", "ALONG",
        "EXIST_UNTIL", "FORALL_UNTIL", "EXIST_NEXT", "FORALL_NEXT", "EXIST_MODAL", "FORALL_MODAL",
        "MODAL", "IMPLIES", "instance"};
    for (std::string& helper : HelperNames()) words.insert(std::move(helper));
    return words;
  }();
  return kReserved;
}

bool IsWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

}  // namespace

std::string Identifier(std::string_view name) {
  std::size_t primes = 0;
  while (!name.empty() && name.back() == '\'') {
    name.remove_suffix(1);
    ++primes;
  }
  std::string identifier;
  bool gap = false;
  for (const char c : name) {
    if (IsWordCharacter(c)) {
      if (gap && !identifier.empty()) identifier += '_';
      identifier += c;
    }
    gap = !IsWordCharacter(c);
  }
  if (identifier.empty()) identifier = "unnamed";
  if (std::isdigit(static_cast<unsigned char>(identifier[0]))) identifier = "n" + identifier;
  for (std::size_t i = 0; i < primes; ++i) identifier += "_prime";
  return identifier;
}

bool IsReserved(std::string_view identifier) { return Reserved().contains(identifier); }

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

bool Names::IsTaken(const std::string& identifier) const {
  return IsReserved(identifier) || taken_.contains(identifier) ||
         (parent_ && parent_->IsTaken(identifier));
}

std::string Names::Claim(std::string_view name, std::string_view kind) {
  const std::string plain = Identifier(name);
  std::string claimed = plain;
  if (IsTaken(claimed)) claimed = fmt::format("{}_{}", plain, kind);
  for (int i = 2; IsTaken(claimed); ++i) claimed = fmt::format("{}_{}{}", plain, kind, i);
  taken_.insert(claimed);
  return claimed;
}

}  // namespace cpntools
