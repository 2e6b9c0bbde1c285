#include "tests/documents/markdown.h"

#include <cctype>
#include <map>
#include <regex>
#include <sstream>

namespace documents {
namespace {

/// The lines of a document, those of blocks of code emptied so that the others keep their numbers.
std::vector<std::string> LinesWithoutCode(const std::string& document) {
  std::vector<std::string> lines;
  std::istringstream stream(document);
  bool code = false;
  for (std::string line; std::getline(stream, line);) {
    const bool fence = line.starts_with("```");
    if (fence) code = !code;
    lines.push_back(fence || code ? "" : line);
  }
  return lines;
}

std::string WithoutInlineCode(const std::string& line) {
  static const std::regex code("`[^`]*`");
  return std::regex_replace(line, code, "");
}

std::string AnchorOf(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == ' ') {
      anchor += '-';
    } else if (std::isalnum(byte) != 0 || c == '-' || c == '_' || byte >= 128) {
      anchor += static_cast<char>(std::tolower(byte));
    }
  }
  return anchor;
}

}  // namespace

std::vector<Link> Links(const std::string& document) {
  static const std::regex link(R"(\]\(([^)\s]+)\))");
  std::vector<Link> links;
  int number = 0;
  for (const std::string& line : LinesWithoutCode(document)) {
    ++number;
    const std::string text = WithoutInlineCode(line);
    for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at) {
      links.push_back({(*at)[1], number});
    }
  }
  return links;
}

std::vector<std::string> Anchors(const std::string& document) {
  static const std::regex heading("^#{1,6} +(.*?) *$");
  static const std::regex link(R"(\[([^\]]*)\]\([^)]*\))");
  std::vector<std::string> anchors;
  std::map<std::string, int> times;
  for (const std::string& line : LinesWithoutCode(document)) {
    std::smatch match;
    if (!std::regex_match(line, match, heading)) continue;
    const std::string anchor = AnchorOf(std::regex_replace(match[1].str(), link, "$1"));
    const int before = times[anchor]++;
    anchors.push_back(before == 0 ? anchor : anchor + "-" + std::to_string(before));
  }
  return anchors;
}

std::vector<std::string> Blocks(const std::string& document, const std::string& language) {
  std::vector<std::string> blocks;
  std::istringstream stream(document);
  bool code = false;
  bool wanted = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("```")) {
      code = !code;
      wanted = code && line == "```" + language;
      if (wanted) blocks.emplace_back();
    } else if (wanted) {
      blocks.back() += line + '\n';
    }
  }
  return blocks;
}

}  // namespace documents
