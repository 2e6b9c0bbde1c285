// The text of a model's files: where a name, a field or a function stands, so that an error can
// point at it and a drawing can show it.
//
// Invariants: files never change once added, so every view into them lives as long as Sources does.
// Columns count characters (code points) from 1.
// Thread safety: as the LuaModel that owns it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cpn/lua/text/scope.h"
#include "cpn/lua/text/source_index.h"
#include "cpn/values/error.h"

namespace cpn::lua {

class SourceFile {
 public:
  /// Requires that Lua compiles `text`; otherwise only the tokens mean anything.
  SourceFile(std::string name, std::string text);
  SourceFile(const SourceFile&) = delete;
  SourceFile& operator=(const SourceFile&) = delete;

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }
  const std::vector<Token>& tokens() const { return tokens_; }
  const Scopes& scopes() const;

  SourceLocation At(int line, std::size_t offset) const;
  /// `line`, and the column where the name `name` (not a field after a dot) first stands on it.
  SourceLocation Name(int line, std::string_view name) const;
  /// `line`, and the column where the function that spans these lines reads `name` from outside.
  SourceLocation NameIn(int line, std::string_view name, int function_line,
                        int function_last_line) const;
  /// `line`, and the column where this very text first stands on it as a token.
  SourceLocation Text(int line, std::string_view text) const;
  /// The key `name =` of the first table constructor at or after `line`; that line if there is
  /// none.
  SourceLocation Field(int line, std::string_view name) const;
  /// The function that Lua says spans these lines and has these parameters; null when there is
  /// none, or several that read differently.
  const FunctionText* Function(int line, int last_line,
                               std::span<const std::string> parameters) const;
  /// The content of the first string literal at or after `line` that reads `content`; null when it
  /// is written with escapes or put together.
  std::optional<LiteralContent> Literal(int line, std::string_view content) const;

 private:
  SourceIndex& index() const;

  std::string name_;
  std::string text_;
  std::vector<Token> tokens_;
  mutable std::unique_ptr<Scopes> scopes_;      ///< analysed when first asked for
  mutable std::unique_ptr<SourceIndex> index_;  ///< made when first asked for
};

/// All files of a model, in the order of loading.
class Sources {
 public:
  SourceFile& Add(std::string name, std::string text);
  const SourceFile* Find(std::string_view name) const;
  const std::vector<std::unique_ptr<SourceFile>>& files() const { return files_; }

  /// `where`, with the column of the name `name` on its line if it stands there.
  SourceLocation Name(const SourceLocation& where, std::string_view name) const;
  SourceLocation Text(const SourceLocation& where, std::string_view text) const;
  SourceLocation Field(const SourceLocation& where, std::string_view name) const;

 private:
  std::vector<std::unique_ptr<SourceFile>> files_;
  std::unordered_map<std::string_view, const SourceFile*> by_name_;
};

/// `text` on one line: runs of white space become one space, comments are dropped.
std::string OneLine(std::string_view text);

}  // namespace cpn::lua
