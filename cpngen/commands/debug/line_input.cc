#include "cpngen/commands/debug/line_input.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

// These come behind <cstdio>, which they need and do not include.
#include <readline/history.h>
#include <readline/readline.h>

namespace cpngen {
namespace {

// readline and signals know functions without context, so what these need stands here.
volatile std::sig_atomic_t interrupted = 0;
bool gave_up = false;
LineInput::Complete* completer = nullptr;

void Interrupt(int) { interrupted = 1; }

/// The next key; where a signal comes instead, the line ends there and is given up.
int ReadKey(std::FILE* from) {
  while (interrupted == 0) {
    unsigned char key = 0;
    const ssize_t count = ::read(::fileno(from), &key, 1);
    if (count == 1) return key;
    if (count == 0 || errno != EINTR) return EOF;
  }
  gave_up = true;
  return '\n';
}

char** CompleteLine(const char* text, int start, int) {
  rl_attempted_completion_over = 1;  // no names of files
  const std::string before(rl_line_buffer, static_cast<std::size_t>(start));
  const std::vector<std::string> lines = (*completer)(before + text);
  if (lines.empty()) return nullptr;
  // As readline wants it: what all have in common, all of them, a null pointer; by malloc().
  std::string common = lines.front();
  for (const std::string& line : lines) {
    std::size_t same = 0;
    while (same < common.size() && same < line.size() && common[same] == line[same]) ++same;
    common.resize(same);
  }
  const std::size_t count = lines.size() == 1 ? 0 : lines.size();
  auto** const matches = static_cast<char**>(std::calloc(count + 2, sizeof(char*)));
  if (matches == nullptr) return nullptr;
  const auto copy = [&](const std::string& line) { return ::strdup(line.c_str() + before.size()); };
  matches[0] = copy(common);
  for (std::size_t i = 0; i < count; ++i) matches[i + 1] = copy(lines[i]);
  return matches;
}

}  // namespace

LineInput::LineInput(Complete complete) {
  static Complete kept;
  kept = std::move(complete);
  completer = &kept;
  struct sigaction action = {};
  action.sa_handler = Interrupt;
  ::sigaction(SIGINT, &action, &before_);
  rl_readline_name = "cpngen";
  rl_attempted_completion_function = CompleteLine;
  rl_basic_word_break_characters = " ";
  rl_getc_function = ReadKey;
  rl_catch_signals = 0;  // the handler above does what is needed
}

LineInput::~LineInput() {
  ::sigaction(SIGINT, &before_, nullptr);
  completer = nullptr;
}

bool LineInput::Interrupted() { return interrupted != 0; }

std::optional<std::string> LineInput::Read(const std::string& prompt, bool& given_up) {
  interrupted = 0;
  gave_up = false;
  char* const read = ::readline(prompt.c_str());
  // A signal that came when the line was there already is for the command on it.
  given_up = gave_up;
  if (given_up) {
    std::free(read);
    return "";
  }
  if (read == nullptr) return std::nullopt;
  std::string line = read;
  std::free(read);
  if (line.find_first_not_of(" \t") != std::string::npos) ::add_history(line.c_str());
  return line;
}

}  // namespace cpngen
