// Pieces of Lua text, and what is needed to put them together.
//
// Thread safety: free functions without state.
#pragma once

#include <string>

#include "cpntools/ml/library_function.h"

namespace cpntools {

/// A Lua expression, and how strongly its operator binds.
struct Code {
  std::string text;
  ml::LuaPrecedence precedence = ml::LuaPrecedence::kSuffix;
};

/// The precedence that is just stronger.
ml::LuaPrecedence Above(ml::LuaPrecedence precedence);
/// The operand in parentheses unless it binds at least as strongly.
std::string Operand(const Code& code, ml::LuaPrecedence least);
/// A call, or what else binds as strongly.
Code Call(std::string text);
/// A label of a record: a field of Lua's.
std::string FieldAccess(const std::string& access, const std::string& label);
/// `label = ` or `["label"] = `.
std::string FieldKey(const std::string& label);
/// The blanks before a line at this level.
std::string Indent(int indent);
/// The text with every line but the first indented by `indent` more levels.
std::string Indented(const std::string& text, int indent);
/// Whether the expression is a name alone, which may stand several times at no cost.
bool IsName(const std::string& text);

}  // namespace cpntools
