#include "command_line/shell_words.h"

#include <cstddef>
#include <cstdlib>

namespace command_line {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

std::string HomeFolder() {
  const char* const home = std::getenv("HOME");
  return home == nullptr ? "~" : home;
}

}  // namespace

ShellWords SplitLine(const std::string& line) {
  ShellWords result{{""}, 0};
  bool in_word = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    std::string& word = result.words.back();
    const bool escapes = c == '\\' && result.open_quote != '\'' && i + 1 < line.size();
    if (result.open_quote == 0 && IsBlank(c)) {
      if (in_word) result.words.emplace_back();
      in_word = false;
    } else if (escapes) {
      // In double quotes a backslash stands for itself before most characters.
      const char next = line[++i];
      if (result.open_quote == '"' && next != '"' && next != '\\' && next != '$') word += c;
      word += next;
      in_word = true;
    } else if (c == result.open_quote) {
      result.open_quote = 0;
    } else if (result.open_quote == 0 && (c == '"' || c == '\'')) {
      result.open_quote = c;
      in_word = true;
    } else if (!in_word && c == '~' && i + 1 < line.size() && line[i + 1] == '/') {
      word += HomeFolder();
      in_word = true;
    } else {
      word += c;
      in_word = true;
    }
  }
  return result;
}

}  // namespace command_line
