#include "base/markup.h"

#include "base/characters.h"

namespace base {
namespace {

/// The reference for a character, or nothing where it stands for itself.
std::string_view ReferenceFor(char c, MarkupPlace place) {
  const bool in_attribute = place == MarkupPlace::kAttribute;
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '\r':
      return "&#13;";
    case '"':
      return in_attribute ? "&quot;" : "";
    case '\n':
      return in_attribute ? "&#10;" : "";
    case '\t':
      return in_attribute ? "&#9;" : "";
    default:
      return "";
  }
}

bool XmlCanHold(const Character& character) {
  if (!character.code_point) return false;
  const char32_t c = *character.code_point;
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c != 0xFFFE && c != 0xFFFF;
}

}  // namespace

void AppendMarkup(std::string_view text, MarkupPlace place, std::string& to) {
  std::size_t written = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view reference = ReferenceFor(text[i], place);
    if (reference.empty()) continue;
    to += text.substr(written, i - written);
    to += reference;
    written = i + 1;
  }
  to += text.substr(written);
}

std::string EscapeMarkup(std::string_view text) {
  std::string escaped;
  for (std::size_t i = 0; i < text.size();) {
    const Character character = DecodeAt(text, i);
    const std::string_view bytes = text.substr(i, character.bytes);
    AppendMarkup(XmlCanHold(character) ? bytes : kReplacement, MarkupPlace::kAttribute, escaped);
    i += character.bytes;
  }
  return escaped;
}

}  // namespace base
