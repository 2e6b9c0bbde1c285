// A text that cannot be read. What it says is made to be shown to a user as it is: where, what, and
// what would be right:
//
//   suites/a.xml:9:7: unknown element <Leadr> in <TestOracles>
//         <Leadr>8080</Leadr>
//         ^
//   did you mean <Leader>?
//
// Immutable, so that it may be read from any thread.
#pragma once

#include <stdexcept>
#include <string>

#include "base/position.h"

namespace base {

class ParseError : public std::runtime_error {
 public:
  /// `text` is the whole text that what() returns; `file` and `position` are where it points to
  /// (position 0:0 when the file could not be read at all); `message` is its first line without
  /// them.
  ParseError(const std::string& text, std::string file, Position position, std::string message)
      : std::runtime_error(text),
        file_(std::move(file)),
        position_(position),
        message_(std::move(message)) {}

  const std::string& file() const { return file_; }
  int line() const { return position_.line; }
  int column() const { return position_.column; }
  /// What is wrong, in one line, without place, excerpt and advice.
  const std::string& message() const { return message_; }

 private:
  std::string file_;
  Position position_;
  std::string message_;
};

}  // namespace base
