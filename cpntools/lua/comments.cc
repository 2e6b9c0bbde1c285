#include "cpntools/lua/comments.h"

#include <fmt/format.h>

#include <algorithm>

#include "cpntools/ml/lexer.h"

namespace cpntools {
namespace {

std::string_view Trimmed(std::string_view line) {
  constexpr std::string_view kBlank = " \t\r\f\v";
  const std::size_t begin = line.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(kBlank) + 1 - begin);
}

}  // namespace

std::string CommentLines(std::string_view text, std::string_view indent) {
  std::string lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = Trimmed(text.substr(at, end - at));
    if (!line.empty()) lines += fmt::format("{}-- {}\n", indent, line);
    at = end + 1;
  }
  return lines;
}

std::string CommentLinesOf(std::string_view ml, std::string_view indent) {
  std::string lines;
  for (const std::string& comment : ml::CommentsIn(ml)) lines += CommentLines(comment, indent);
  return lines;
}

}  // namespace cpntools
