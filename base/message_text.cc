#include "base/message_text.h"

#include <algorithm>
#include <vector>

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

constexpr std::size_t kFirstLines = 5;  // of a list that is too long

std::vector<std::string> LinesToShow(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    AppendLine(text.substr(0, end), kMaxListLineBytes, lines.emplace_back());
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

std::string ListText(std::string_view text) {
  const std::vector<std::string> lines = LinesToShow(text);
  std::size_t last = lines.size();  // from here on they are shown
  for (std::size_t bytes = 0; last > 0; --last) {
    bytes += lines[last - 1].size() + 1;
    if (bytes > kMaxListBytes) break;
  }
  std::string shown;
  const std::size_t first = std::min(kFirstLines, last);
  for (std::size_t i = 0; i < first; ++i) shown += lines[i] + '\n';
  if (last > first) shown += "... (" + std::to_string(last - first) + " more lines)\n";
  for (std::size_t i = last; i < lines.size(); ++i) shown += lines[i] + '\n';
  return shown;
}

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
