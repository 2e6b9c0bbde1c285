#include "base/characters.h"

namespace base {
namespace {

constexpr std::size_t kQuotedCharacters = 40;

/// How many bytes the sequence that starts with `first` has; 0 when none starts so.
std::size_t SequenceLength(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  if (first >= 0xF0 && first <= 0xF4) return 4;
  return 0;
}

}  // namespace

Character DecodeAt(std::string_view text, std::size_t offset) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[offset + i]); };
  const std::size_t length = SequenceLength(byte(0));
  if (length == 1) return {byte(0), 1};
  if (length == 0 || offset + length > text.size()) return {};
  char32_t code_point = byte(0) & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0u) != 0x80u) return {};
    code_point = (code_point << 6) | (byte(i) & 0x3Fu);
  }
  const bool overlong =
      (length == 3 && code_point < 0x800) || (length == 4 && code_point < 0x10000);
  const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
  if (overlong || surrogate || code_point > 0x10FFFF) return {};
  return {code_point, length};
}

void AppendUtf8(char32_t code_point, std::string& to) {
  const auto put = [&](char32_t byte) { to.push_back(static_cast<char>(byte)); };
  const auto put_tail = [&](int shift) { put(0x80 | ((code_point >> shift) & 0x3F)); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0 | (code_point >> 6));
    put_tail(0);
  } else if (code_point < 0x10000) {
    put(0xE0 | (code_point >> 12));
    put_tail(6);
    put_tail(0);
  } else {
    put(0xF0 | (code_point >> 18));
    put_tail(12);
    put_tail(6);
    put_tail(0);
  }
}

bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string_view Trim(std::string_view text) {
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}

std::string EscapedUtf8(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string escaped;
  for (std::size_t i = 0; i < text.size();) {
    const Character character = DecodeAt(text, i);
    if (character.code_point) {
      escaped += text.substr(i, character.bytes);
    } else {
      const auto byte = static_cast<unsigned char>(text[i]);
      escaped += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
    }
    i += character.bytes;
  }
  return escaped;
}

std::string Printable(std::string_view text) {
  std::string printable;
  for (std::size_t i = 0; i < text.size();) {
    const Character character = DecodeAt(text, i);
    const char32_t c = character.code_point.value_or(0);
    const bool is_control = c < 0x20 || (c >= 0x7F && c < 0xA0);
    if (!is_control) {
      printable += text.substr(i, character.bytes);
      i += character.bytes;
    } else {
      printable += kReplacement;
      ++i;
    }
  }
  return printable;
}

std::string Quoted(std::string_view text) {
  std::string quoted = "'";
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++characters) {
    if (characters == kQuotedCharacters) return quoted + "...'";
    const Character character = DecodeAt(text, i);
    const char32_t c = character.code_point.value_or('?');
    if (c < 0x20) {
      quoted += ' ';
    } else if (!character.code_point || (c >= 0x7F && c < 0xA0)) {
      quoted += '?';
    } else {
      quoted += text.substr(i, character.bytes);
    }
    i += character.bytes;
  }
  return quoted + "'";
}

}  // namespace base
