#include "debugger/names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/nearest.h"
#include "debugger/session_error.h"

namespace debugger {
namespace {

/// Names that a message lists.
constexpr std::size_t kMostListed = 12;

std::string_view Trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::string Listing(const std::vector<std::string>& names) {
  const std::size_t shown = std::min(names.size(), kMostListed);
  std::string text = fmt::format("{}", fmt::join(names.begin(), names.begin() + shown, ", "));
  if (shown < names.size()) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

}  // namespace

std::size_t FindName(std::string_view what, const std::string& name,
                     const std::vector<std::string>& known) {
  std::vector<std::size_t> found;
  std::vector<std::string> ends;  // the last names of paths, for what was meant
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (known[i] == name) return i;
    if (known[i].ends_with("." + name)) found.push_back(i);
    ends.push_back(known[i].substr(known[i].rfind('.') + 1));
  }
  if (found.size() == 1) return found.front();
  if (found.size() > 1) {
    std::vector<std::string> meant;
    for (const std::size_t i : found) meant.push_back(known[i]);
    throw SessionError(fmt::format("{} may be {}", name, fmt::join(meant, " or ")));
  }
  std::string hint = base::DidYouMean(name, known);
  if (hint.empty()) hint = base::DidYouMean(name, ends);
  if (hint.empty()) {
    hint = known.empty() ? "; there is none" : fmt::format("; there are {}", Listing(known));
  }
  throw SessionError(fmt::format("there is no {} {}{}", what, name, hint));
}

std::vector<std::pair<std::string, std::string>> ReadBinding(std::string_view text) {
  text = Trimmed(text);
  const bool is_closed = text.size() >= 2 && ((text.front() == '{' && text.back() == '}') ||
                                              (text.front() == '(' && text.back() == ')'));
  if (is_closed) text = Trimmed(text.substr(1, text.size() - 2));
  std::vector<std::pair<std::string, std::string>> pairs;
  int depth = 0;
  bool in_text = false;
  std::size_t begin = 0;
  const auto add = [&](std::string_view part) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos || Trimmed(part.substr(0, equals)).empty()) {
      throw SessionError(fmt::format("a binding is written {{x = 1, y = yes}}, not {}",
                                     std::string(Trimmed(part))));
    }
    pairs.emplace_back(Trimmed(part.substr(0, equals)), Trimmed(part.substr(equals + 1)));
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') in_text = !in_text;
    if (in_text && c == '\\') ++i;
    if (in_text) continue;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c != ',' || depth != 0) continue;
    add(text.substr(begin, i - begin));
    begin = i + 1;
  }
  if (!text.empty()) add(text.substr(begin));
  return pairs;
}

}  // namespace debugger
