#include "cpn/lua/text/source.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace cpn::lua {

SourceFile::SourceFile(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)), tokens_(Tokenise(text_)) {}

const Scopes& SourceFile::scopes() const {
  if (!scopes_) scopes_ = std::make_unique<Scopes>(AnalyseChunk(tokens_));
  return *scopes_;
}

SourceIndex& SourceFile::index() const {
  if (!index_) index_ = std::make_unique<SourceIndex>(text_, tokens_);
  return *index_;
}

SourceLocation SourceFile::At(int line, std::size_t offset) const {
  return {name_, line, index().ColumnAt(std::min(offset, text_.size()))};
}

SourceLocation SourceFile::Name(int line, std::string_view name) const {
  const auto found = index().OnLine(line, name, true);
  return found ? At(line, tokens_[*found].offset) : SourceLocation{name_, line, 0};
}

SourceLocation SourceFile::NameIn(int line, std::string_view name, int function_line,
                                  int function_last_line) const {
  for (const FreeName& free : scopes().free_names) {
    if (free.line != line || free.name != name || free.function < 0) continue;
    const FunctionText& function = scopes().functions[static_cast<std::size_t>(free.function)];
    const bool same = function.line == function_line && function.last_line == function_last_line;
    if (same) return At(line, free.offset);
  }
  return Name(line, name);
}

SourceLocation SourceFile::Text(int line, std::string_view text) const {
  if (const auto found = index().OnLine(line, text, false)) {
    return At(line, tokens_[*found].offset);
  }
  // Expressions are strings. One that began before the line is the last token before it.
  const SourceIndex::TokenIndex first = index().FirstOn(line);
  for (auto t = first == 0 ? 0 : first - 1; t < tokens_.size() && tokens_[t].line <= line; ++t) {
    if (tokens_[t].kind != TokenKind::kString) continue;
    const LiteralContent literal = ContentOf(tokens_[t]);
    for (const Token& inner : Tokenise(literal.text)) {
      const bool here = literal.line + inner.line - 1 == line && inner.text == text;
      if (here) return At(line, literal.offset + inner.offset);
    }
  }
  return {name_, line, 0};
}

SourceLocation SourceFile::Field(int line, std::string_view name) const {
  const auto found = index().Field(line, name);
  if (!found) return {name_, line, 0};
  return At(tokens_[*found].line, tokens_[*found].offset);
}

const FunctionText* SourceFile::Function(int line, int last_line,
                                         std::span<const std::string> parameters) const {
  return index().Function(scopes(), line, last_line, parameters);
}

std::optional<LiteralContent> SourceFile::Literal(int line, std::string_view content) const {
  const auto found = index().Literal(line, content);
  return found ? std::optional(ContentOf(tokens_[*found])) : std::nullopt;
}

SourceFile& Sources::Add(std::string name, std::string text) {
  files_.push_back(std::make_unique<SourceFile>(std::move(name), std::move(text)));
  by_name_.emplace(files_.back()->name(), files_.back().get());  // the first of that name
  return *files_.back();
}

const SourceFile* Sources::Find(std::string_view name) const {
  const auto known = by_name_.find(name);
  return known == by_name_.end() ? nullptr : known->second;
}

SourceLocation Sources::Name(const SourceLocation& where, std::string_view name) const {
  const SourceFile* file = Find(where.file);
  return file ? file->Name(where.line, name) : where;
}

SourceLocation Sources::Text(const SourceLocation& where, std::string_view text) const {
  const SourceFile* file = Find(where.file);
  return file ? file->Text(where.line, text) : where;
}

SourceLocation Sources::Field(const SourceLocation& where, std::string_view name) const {
  const SourceFile* file = Find(where.file);
  return file ? file->Field(where.line, name) : where;
}

std::string OneLine(std::string_view text) {
  std::string line;
  std::size_t end = 0;
  for (const Token& t : Tokenise(text)) {
    if (t.kind == TokenKind::kEnd) break;
    if (!line.empty() && t.offset > end) line += ' ';
    line += t.text;
    end = t.offset + t.text.size();
  }
  return line;
}

}  // namespace cpn::lua
