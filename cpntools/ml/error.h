// What is wrong with a piece of Standard ML, and where: thrown by the lexer, the parser, the type
// inference and the translation, and caught where an inscription or a declaration is read, which
// knows the file, the page and the object.
//
// Invariant: line and column count from 1 in the piece's own text, columns in characters.
// Immutable, so that it may be read from any thread.
#pragma once

#include <stdexcept>
#include <string>

namespace cpntools::ml {

/// A place in a piece of ML.
struct Position {
  int line = 1;
  int column = 1;
  bool operator==(const Position&) const = default;
};

class MlError : public std::runtime_error {
 public:
  /// `message` says in one line what is wrong and what would be right.
  MlError(Position where, const std::string& message)
      : std::runtime_error(message), where_(where) {}
  const Position& where() const { return where_; }

 private:
  Position where_;
};

}  // namespace cpntools::ml
