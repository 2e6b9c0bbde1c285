// The lines of a schedule file, word by word, with the positions that messages need.
//
// Thread safety: none; an object belongs to one reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/source.h"

namespace systematic {

class ScheduleTokens {
 public:
  ScheduleTokens(std::string_view text, const std::string& filename);

  /// Goes to the next line that is not empty; false at the end of the text.
  bool NextLine();
  /// The next word of the line as it stands, which is not taken; empty at the end of the line.
  std::string_view Peek();

  /// Takes the next word, which must be `word`; `advice` is for the message.
  void Expect(std::string_view word, const std::string& advice);
  /// Takes the next word: a name, "-" for the empty one, or one in quotes. `what` it is, for the
  /// message.
  std::string Name(const std::string& what);
  /// Takes the next word: a number up to `most`.
  std::uint64_t Number(const std::string& what,
                       std::uint64_t most = static_cast<std::uint64_t>(-1));
  /// Takes the next word: 16 hexadecimal digits.
  std::uint64_t Hash();
  /// The line must be over.
  void EndLine();

  /// Points at the next word of the line.
  [[noreturn]] void Fail(const std::string& message, const std::string& advice);
  /// Points at the word that was taken last.
  [[noreturn]] void FailAtLast(const std::string& message, const std::string& advice);

 private:
  void SkipSpace();
  std::string_view Take();
  std::string Unquoted();
  char Escaped();
  [[noreturn]] void FailAt(std::size_t offset, const std::string& message,
                           const std::string& advice);

  base::Source source_;
  std::string_view text_;
  std::size_t position_ = 0;
  std::size_t end_ = 0;   // of the line
  std::size_t next_ = 0;  // the next line
  std::size_t last_ = 0;  // where the word taken last begins
};

}  // namespace systematic
