#include "cpn/lua/text/source.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace cpn::lua {
namespace {

bool Matches(const FunctionText& f, std::span<const std::string> parameters) {
  return std::equal(f.parameters.begin(), f.parameters.end(), parameters.begin(), parameters.end());
}

}  // namespace

SourceFile::SourceFile(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)), tokens_(Tokenise(text_)) {}

const Scopes& SourceFile::scopes() const {
  if (!scopes_) scopes_ = std::make_unique<Scopes>(AnalyseChunk(tokens_));
  return *scopes_;
}

SourceLocation SourceFile::At(int line, std::size_t offset) const {
  offset = std::min(offset, text_.size());
  int column = 1;
  while (offset > 0 && text_[offset - 1] != '\n') {
    --offset;
    // Continuation bytes of UTF-8 are no characters of their own.
    if ((static_cast<unsigned char>(text_[offset]) & 0xC0) != 0x80) ++column;
  }
  return {name_, line, column};
}

std::vector<Token>::const_iterator SourceFile::FirstOn(int line) const {
  return std::lower_bound(tokens_.begin(), tokens_.end(), line,
                          [](const Token& t, int l) { return t.line < l; });
}

SourceLocation SourceFile::Name(int line, std::string_view name) const {
  const auto first = FirstOn(line);
  for (auto t = first; t != tokens_.end() && t->line == line; ++t) {
    if (t->kind != TokenKind::kName || t->text != name) continue;
    const bool field = t != tokens_.begin() && ((t - 1)->Is(".") || (t - 1)->Is(":"));
    if (!field) return At(line, t->offset);
  }
  return {name_, line, 0};
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
  for (auto t = FirstOn(line); t != tokens_.end() && t->line == line; ++t) {
    if (t->text == text) return At(line, t->offset);
  }
  // Expressions are strings.
  for (const Token& token : tokens_) {
    if (token.line > line) break;
    if (token.kind != TokenKind::kString) continue;
    const LiteralContent literal = ContentOf(token);
    for (const Token& inner : Tokenise(literal.text)) {
      const bool here = literal.line + inner.line - 1 == line && inner.text == text;
      if (here) return At(line, literal.offset + inner.offset);
    }
  }
  return {name_, line, 0};
}

SourceLocation SourceFile::Field(int line, std::string_view name) const {
  int depth = 0;
  for (auto t = FirstOn(line); t != tokens_.end(); ++t) {
    if (t->Is("{")) ++depth;
    if (t->Is("}") && --depth <= 0) break;
    const bool key = t->kind == TokenKind::kName && t->text == name && t + 1 != tokens_.end() &&
                     (t + 1)->Is("=") && depth == 1;
    if (key) return At(t->line, t->offset);
  }
  return {name_, line, 0};
}

const FunctionText* SourceFile::Function(int line, int last_line,
                                         std::span<const std::string> parameters) const {
  const FunctionText* found = nullptr;
  for (const FunctionText& f : scopes().functions) {
    if (f.line != line || f.last_line != last_line || !Matches(f, parameters)) continue;
    const auto text_of = [this](const FunctionText& g) {
      return std::string_view(text_).substr(g.begin, g.end - g.begin);
    };
    if (found && text_of(*found) != text_of(f)) return nullptr;
    found = &f;
  }
  return found;
}

std::optional<LiteralContent> SourceFile::Literal(int line, std::string_view content) const {
  for (auto t = FirstOn(line); t != tokens_.end(); ++t) {
    if (t->kind != TokenKind::kString) continue;
    const LiteralContent literal = ContentOf(*t);
    if (literal.text == content) return literal;
  }
  return std::nullopt;
}

SourceFile& Sources::Add(std::string name, std::string text) {
  files_.push_back(std::make_unique<SourceFile>(std::move(name), std::move(text)));
  return *files_.back();
}

const SourceFile* Sources::Find(std::string_view name) const {
  for (const auto& file : files_) {
    if (file->name() == name) return file.get();
  }
  return nullptr;
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
