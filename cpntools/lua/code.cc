#include "cpntools/lua/code.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cpntools/lua/names.h"

namespace cpntools {

using ml::LuaPrecedence;

LuaPrecedence Above(LuaPrecedence precedence) {
  return static_cast<LuaPrecedence>(static_cast<int>(precedence) + 1);
}

std::string Operand(const Code& code, LuaPrecedence least) {
  if (code.precedence >= least) return code.text;
  return "(" + code.text + ")";
}

Code Call(std::string text) { return {std::move(text), LuaPrecedence::kSuffix}; }

std::string FieldAccess(const std::string& access, const std::string& label) {
  if (std::all_of(label.begin(), label.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    return fmt::format("{}[{}]", access, label);
  }
  const std::string field = Identifier(label);
  if (field == label && !IsReserved(field)) return access + "." + field;
  return fmt::format("{}[{}]", access, Quoted(label));
}

std::string FieldKey(const std::string& label) {
  const std::string field = Identifier(label);
  if (field == label && !IsReserved(field)) return field + " = ";
  return fmt::format("[{}] = ", Quoted(label));
}

std::string Indent(int indent) { return std::string(static_cast<std::size_t>(indent) * 2, ' '); }

std::string Indented(const std::string& text, int indent) {
  std::string indented;
  for (const char c : text) {
    indented += c;
    if (c == '\n') indented += Indent(indent);
  }
  return indented;
}

bool IsName(const std::string& text) { return Identifier(text) == text; }

}  // namespace cpntools
