// Where things stand in the text of one file, found without reading it from the start each time: a
// model of many declarations asks once or more for each of them, also when all are on one line.
//
// Each table is made when it is first needed, in one pass.
// Thread safety: none, also of const calls: as the SourceFile that owns it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cpn/lua/text/lexer.h"
#include "cpn/lua/text/scope.h"

namespace cpn::lua {

class SourceIndex {
 public:
  using TokenIndex = std::uint32_t;

  /// Both must outlive the index; `tokens` are those of `text`.
  SourceIndex(std::string_view text, const std::vector<Token>& tokens);

  /// The column, in characters from 1, of the byte at `offset` (at most the text's size).
  int ColumnAt(std::size_t offset);
  /// The first token at or after the start of `line`.
  TokenIndex FirstOn(int line) const;
  /// The first token on `line` with this text; with `name`, the first name that is no field.
  std::optional<TokenIndex> OnLine(int line, std::string_view text, bool name);
  /// The key `name =` of the first table constructor at or after `line`.
  std::optional<TokenIndex> Field(int line, std::string_view name);
  /// The first string literal at or after `line` with this content.
  std::optional<TokenIndex> Literal(int line, std::string_view content);
  /// The function of `scopes` that spans these lines and has these parameters; null when there is
  /// none, or several that read differently.
  const FunctionText* Function(const Scopes& scopes, int line, int last_line,
                               std::span<const std::string> parameters);

 private:
  struct OnOneLine {
    std::unordered_map<std::string_view, TokenIndex> names;
    std::unordered_map<std::string_view, TokenIndex> texts;
  };
  using Fields = std::unordered_map<std::string_view, TokenIndex>;
  struct FoundFunction {
    const FunctionText* function = nullptr;
    bool ambiguous = false;
  };

  bool IsNoField(TokenIndex token) const;
  const OnOneLine& LongLine(int line, TokenIndex first, TokenIndex end);
  const Fields& FieldsOf(TokenIndex open);
  void FindBraces();
  void FindLiterals();
  void FindFunctions(const Scopes& scopes);

  std::string_view text_;
  const std::vector<Token>& tokens_;
  std::vector<std::uint32_t> columns_;  ///< characters before every so many bytes on their line
  std::unordered_map<int, OnOneLine> long_lines_;
  bool has_braces_ = false;
  std::vector<TokenIndex> braces_;
  std::unordered_map<TokenIndex, Fields> fields_;  ///< by the token that opens the table
  bool has_literals_ = false;
  std::unordered_map<std::string_view, std::vector<TokenIndex>> literals_;
  bool has_functions_ = false;
  std::unordered_map<std::string, FoundFunction> functions_;  ///< by lines and parameters
};

}  // namespace cpn::lua
