// The one exception of the engine's boundary: a model that is wrong, where, and what would be
// right.
//
// what() is all that a user sees, `file:line[:column]: message`, the source line and a caret when
// its line is known. Of a message beyond 4,000 bytes begin and end are left. Thrown by value.
#pragma once

#include <stdexcept>
#include <string>

namespace cpn {

/// A place in a model's source; line and column are 1-based, 0 where unknown.
struct SourceLocation {
  std::string file;
  int line = 0;
  int column = 0;
};

/// A model is wrong: at load time, or when an inscription yields what its place cannot hold.
class ModelError : public std::runtime_error {
 public:
  /// `message` says what is wrong and what would be right, without the location.
  ModelError(SourceLocation where, std::string message);

  const SourceLocation& where() const { return where_; }
  const std::string& message() const { return message_; }

 private:
  SourceLocation where_;
  std::string message_;
};

}  // namespace cpn
