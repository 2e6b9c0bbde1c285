#include "cpn/lua/language/drawn_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "cpn/lua/language/function.h"
#include "cpn/lua/run/model_state.h"
#include "cpn/lua/text/source.h"

namespace cpn::lua {
namespace {

constexpr std::size_t kShort = 100;  // characters that a drawing has room for
constexpr std::size_t kLongestComment = 2000;

/// A function in its file.
class FunctionSource {
 public:
  FunctionSource(const SourceFile* file, const FunctionText* function)
      : file_(file), function_(function) {}

  /// `function ends(left)` and `local ends = function(left)` are called "ends(left)".
  std::string Name() const {
    const std::vector<Token>& tokens = file_->tokens();
    const auto keyword = std::ranges::lower_bound(tokens, function_->begin, {}, &Token::offset);
    if (keyword == tokens.end() || keyword->offset != function_->begin) return "";
    std::string name;
    for (auto t = keyword + 1; t->kind != TokenKind::kEnd && !t->Is("("); ++t) name += t->text;
    const bool assigned = keyword - tokens.begin() >= 3 && (keyword - 1)->Is("=") &&
                          (keyword - 2)->kind == TokenKind::kName && (keyword - 3)->Is("local");
    if (name.empty() && assigned) name = (keyword - 2)->text;
    if (name.empty()) return "";
    return fmt::format("{}({})", name, fmt::join(function_->parameters, ", "));
  }

  /// The comment in the lines right above, without its dashes.
  std::string Comment() const {
    std::string_view above = file_->text().substr(0, LineBegin(function_->begin));
    std::string comment;
    while (comment.size() < kLongestComment) {
      const std::optional<std::string_view> line = LastComment(above);
      if (!line) break;
      comment = comment.empty() ? std::string(*line) : fmt::format("{} {}", *line, comment);
      above = above.substr(0, LineBegin(above.size() - 1));
    }
    return comment;
  }

  /// The names from outside that it calls, each once.
  std::string Helpers() const {
    std::vector<std::string> helpers;
    std::unordered_set<std::string_view> known;
    const std::vector<FreeName>& names = file_->scopes().free_names;
    const auto first =
        std::ranges::lower_bound(names, function_->body_begin, {}, &FreeName::offset);
    for (auto at = first; at != names.end() && at->offset < function_->body_end; ++at) {
      const FreeName& free = *at;
      const std::string_view after = file_->text().substr(free.offset + free.name.size());
      if (!after.starts_with('(')) continue;
      std::string helper = fmt::format("{}(...)", free.name);
      if (known.insert(free.name).second) helpers.push_back(std::move(helper));
    }
    return fmt::format("{}", fmt::join(helpers, ", "));
  }

 private:
  /// Where the line begins in which `offset` lies.
  std::size_t LineBegin(std::size_t offset) const {
    return offset == 0 ? 0 : file_->text().rfind('\n', offset - 1) + 1;
  }

  /// What the last line of `text`, which ends with it, comments; nothing when it is not a comment.
  static std::optional<std::string_view> LastComment(std::string_view text) {
    if (text.empty()) return std::nullopt;
    text.remove_suffix(1);  // the newline
    std::string_view line = text.substr(text.rfind('\n') + 1);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const bool block = line.starts_with("--[");
    if (!line.starts_with("--") || block || line.starts_with("---@")) return std::nullopt;
    line.remove_prefix(std::min(line.find_first_not_of("- \t"), line.size()));
    return line;
  }

  const SourceFile* file_;
  const FunctionText* function_;
};

}  // namespace

std::string DrawnTextOf(lua_State* L, int index) {
  const std::string text = FunctionTextOf(L, index);
  const bool expression = !text.starts_with("function");
  if (expression && text.size() <= kShort) return text;
  const SourceFile* file = nullptr;
  const FunctionText* const function = FunctionInFile(L, index, file);
  if (function == nullptr) return text;
  const FunctionSource source(file, function);
  for (std::string better : {source.Name(), source.Comment()}) {
    if (!better.empty()) return better;
  }
  const std::string helpers = expression ? "" : source.Helpers();
  return helpers.empty() ? text : helpers;
}

}  // namespace cpn::lua
