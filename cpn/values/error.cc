#include "cpn/values/error.h"

#include <fmt/format.h>

#include <fstream>
#include <utility>

namespace cpn {
namespace {

constexpr std::size_t kLongestLine = 200;

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
    : std::runtime_error(Text(where, message)),
      where_(std::move(where)),
      message_(std::move(message)) {}

}  // namespace cpn
