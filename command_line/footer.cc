#include "command_line/footer.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace command_line {
namespace {

constexpr const char* kExamples = "Examples:";
constexpr const char* kExitCodes = "Exit codes:";

/// `line` without the white space around it.
std::string Trimmed(const std::string& line) {
  const std::size_t from = line.find_first_not_of(' ');
  if (from == std::string::npos) return "";
  return line.substr(from, line.find_last_not_of(' ') + 1 - from);
}

std::string Joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : " ") + Trimmed(line);
  return text;
}

/// The paragraphs of a text, each as its lines.
std::vector<std::vector<std::string>> Paragraphs(const std::string& text) {
  std::vector<std::vector<std::string>> paragraphs(1);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!Trimmed(line).empty()) {
      paragraphs.back().push_back(line);
    } else if (!paragraphs.back().empty()) {
      paragraphs.emplace_back();
    }
  }
  if (paragraphs.back().empty()) paragraphs.pop_back();
  return paragraphs;
}

/// "0 done; 1 a property is violated; 2 ...": a code is a number behind a semicolon.
void ReadExitCodes(const std::string& list, Footer& footer) {
  std::size_t from = 0;
  while (from < list.size()) {
    std::size_t to = list.find("; ", from);
    while (to != std::string::npos && std::isdigit(static_cast<unsigned char>(list[to + 2])) == 0) {
      to = list.find("; ", to + 2);
    }
    std::string entry = Trimmed(list.substr(from, to == std::string::npos ? to : to - from));
    if (entry.ends_with('.')) entry.pop_back();
    const std::size_t space = std::min(entry.find(' '), entry.size());
    footer.exit_codes.emplace_back(entry.substr(0, space), Trimmed(entry.substr(space)));
    if (to == std::string::npos) return;
    from = to + 2;
  }
}

void ReadExamples(const std::vector<std::string>& lines, Footer& footer) {
  footer.about_examples = Trimmed(lines.front().substr(std::string(kExamples).size()));
  std::size_t indent = std::string::npos;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    indent = std::min(indent, lines[i].find_first_not_of(' '));
  }
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::string line = lines[i].substr(indent);
    footer.examples.push_back(line.substr(0, line.find_last_not_of(' ') + 1));
  }
}

}  // namespace

Footer ReadFooter(const std::string& text) {
  Footer footer;
  for (const std::vector<std::string>& lines : Paragraphs(text)) {
    if (lines.front().starts_with(kExamples)) {
      ReadExamples(lines, footer);
    } else if (lines.front().starts_with(kExitCodes)) {
      ReadExitCodes(Joined(lines).substr(std::string(kExitCodes).size()), footer);
    } else {
      footer.paragraphs.push_back(Joined(lines));
    }
  }
  return footer;
}

}  // namespace command_line
