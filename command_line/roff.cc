#include "command_line/roff.h"

#include <cstddef>
#include <sstream>

namespace command_line::roff {
namespace {

constexpr std::size_t kColumns = 76;

/// A line that begins with a dot or a quote would be a request.
std::string Guarded(const std::string& line) {
  return line.starts_with('.') || line.starts_with('\'') ? "\\&" + line : line;
}

}  // namespace

std::string Escaped(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '\\':
        escaped += "\\e";
        break;
      case '-':
        escaped += "\\-";
        break;
      case '\'':
        escaped += "\\(aq";
        break;
      case '"':
        escaped += "\\(dq";
        break;
      case '`':
        escaped += "\\(ga";
        break;
      case '^':
        escaped += "\\(ha";
        break;
      case '~':
        escaped += "\\(ti";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string Bold(const std::string& text) { return "\\fB" + Escaped(text) + "\\fR"; }

std::string Italic(const std::string& text) { return "\\fI" + Escaped(text) + "\\fR"; }

std::string Filled(const std::string& text, bool escape) {
  std::istringstream words(escape ? Escaped(text) : text);
  std::string filled;
  std::string line;
  for (std::string word; words >> word;) {
    if (!line.empty() && line.size() + 1 + word.size() > kColumns) {
      filled += Guarded(line) + '\n';
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return line.empty() ? filled : filled + Guarded(line) + '\n';
}

std::string Literal(const std::string& line) { return Guarded(Escaped(line)) + '\n'; }

std::string Item(const std::string& term, const std::string& text) {
  return ".TP\n" + Guarded(term) + '\n' + Filled(text);
}

}  // namespace command_line::roff
