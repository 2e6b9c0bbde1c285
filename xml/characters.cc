#include "xml/characters.h"

#include <algorithm>

#include "base/characters.h"

namespace xml {
namespace {

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
/// ASCII, and no control character.
bool IsPlain(char c) { return c >= 0x20 && c < 0x7F; }
bool StartsName(char c) { return IsLetter(c) || c == '_' || c == ':'; }

}  // namespace

bool IsXmlCharacter(char32_t code_point) {
  if (code_point < 0x20) return code_point == '\t' || code_point == '\n' || code_point == '\r';
  if (code_point <= 0xD7FF) return true;
  if (code_point < 0xE000) return false;
  return code_point <= 0x10FFFF && code_point != 0xFFFE && code_point != 0xFFFF;
}

std::optional<std::size_t> FindBadCharacter(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    if (IsPlain(text[i])) {
      ++i;
      continue;
    }
    const base::Character character = base::DecodeAt(text, i);
    if (!character.code_point || !IsXmlCharacter(*character.code_point)) return i;
    i += character.bytes;
  }
  return std::nullopt;
}

bool IsXmlName(std::string_view name) {
  return !name.empty() && StartsName(name[0]) && std::all_of(name.begin(), name.end(), [](char c) {
    return StartsName(c) || IsDigit(c) || c == '-' || c == '.';
  });
}

std::string Tag(std::string_view name) {
  std::string tag = "<";
  tag += name;
  tag += '>';
  return tag;
}

}  // namespace xml
