#include "cpn/values/error.h"

#include <fmt/format.h>

#include <fstream>
#include <utility>

namespace cpn {
namespace {

constexpr std::size_t kLongestLine = 200;
// Beyond it a message shows no more of what a model computed or wrote.
constexpr std::size_t kLongestMessage = 4000;
constexpr std::size_t kEndOfMessage = 500;

/// Is it not the first byte of a character of UTF-8?
bool ContinuesCharacter(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// The beginning and the end of a long message.
std::string Short(std::string message) {
  if (message.size() <= kLongestMessage) return message;
  std::size_t begin = kLongestMessage - kEndOfMessage;
  while (begin > 0 && ContinuesCharacter(message[begin])) --begin;
  std::size_t end = message.size() - kEndOfMessage;
  while (end < message.size() && ContinuesCharacter(message[end])) ++end;
  return fmt::format("{} ... ({} bytes left out) ... {}", message.substr(0, begin), end - begin,
                     message.substr(end));
}

/// The line, or nothing when the file cannot be read or the line is no help.
std::string SourceLine(const SourceLocation& where) {
  if (where.file.empty() || where.line <= 0) return "";
  std::ifstream in(where.file);
  std::string line;
  for (int i = 0; i < where.line; ++i) {
    if (!std::getline(in, line)) return "";
  }
  for (char& c : line) {
    if (c == '\t' || c == '\r') c = ' ';
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line.size() > kLongestLine ? "" : line;
}

/// `^` under the column; `^~~~` under the whole text when the column is unknown.
std::string Caret(const std::string& line, int column) {
  if (column > 0) return std::string(static_cast<std::size_t>(column) - 1, ' ') + '^';
  const std::size_t first = line.find_first_not_of(' ');
  return std::string(first, ' ') + '^' + std::string(line.size() - first - 1, '~');
}

std::string Text(const SourceLocation& where, const std::string& message) {
  std::string text;
  if (!where.file.empty()) text += where.file + ':';
  if (where.line > 0) text += fmt::format("{}:", where.line);
  if (where.line > 0 && where.column > 0) text += fmt::format("{}:", where.column);
  if (!text.empty()) text += ' ';
  text += message;
  const std::string line = SourceLine(where);
  if (line.empty()) return text;
  return fmt::format("{}\n{}\n{}", text, line, Caret(line, where.column));
}

}  // namespace

ModelError::ModelError(SourceLocation where, std::string message)
    : std::runtime_error(Text(where, Short(message))),
      where_(std::move(where)),
      message_(Short(std::move(message))) {}

}  // namespace cpn
