#include "base/message_text.h"

#include <algorithm>

#include "base/characters.h"

namespace base {
namespace {

void AppendEscaped(std::string_view bytes, std::string& to) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    to += "\\x";
    to += kDigits[byte >> 4];
    to += kDigits[byte & 15];
  }
}

/// Of Unicode's bidirectional algorithm: what follows is shown in another order than written.
bool TurnsDirection(char32_t c) {
  return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F;
}

bool CanBeShown(const Character& character) {
  if (!character.code_point) return false;
  const char32_t c = *character.code_point;
  const bool is_control = (c < 0x20 && c != '\t') || (c >= 0x7F && c < 0xA0);
  return !is_control && !TurnsDirection(c);
}

void AppendMissing(std::size_t bytes, std::string& to) {
  if (bytes > 0) to += " ... (" + std::to_string(bytes) + " more bytes)";
}

/// Appends as much of a line, which has no line feed, as `most` bytes of it.
void AppendLine(std::string_view line, std::size_t most, std::string& to) {
  std::size_t i = 0;
  while (i < std::min(line.size(), most)) {
    const Character character = DecodeAt(line, i);
    const std::string_view bytes = line.substr(i, character.bytes);
    if (CanBeShown(character)) {
      to += bytes;
    } else {
      AppendEscaped(bytes, to);
    }
    i += character.bytes;
  }
  AppendMissing(line.size() - i, to);
}

}  // namespace

std::string MessageText(std::string_view message) {
  std::string text;
  std::size_t kept = 0;
  while (true) {
    if (kept >= kMaxMessageBytes) {
      AppendMissing(message.size(), text);
      return text;
    }
    const std::size_t end = std::min(message.find('\n'), message.size());
    const std::size_t most = std::min(kMaxLineBytes, kMaxMessageBytes - kept);
    AppendLine(message.substr(0, end), most, text);
    kept += std::min(end, most);
    if (end == message.size()) return text;
    message.remove_prefix(end + 1);
    text += '\n';
    ++kept;
  }
}

}  // namespace base
