// What can stand where the cursor is on a command line, for the completion of shells.
//
// Thread safety: free functions without state.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "command_line/description.h"

namespace command_line {

/// Where the values of an argument come from, when neither its choices nor what stands for its
/// value says so.
struct ValueSource {
  enum class Kind { kFiles, kNames };
  Kind kind = Kind::kFiles;
  std::vector<std::string> endings;  ///< of files; none: all files
};
/// By Argument::key().
using ValueSources = std::map<std::string, ValueSource>;

/// What a command line says before the cursor.
struct Call {
  std::string command;  ///< empty: none yet, or the program has none
  std::map<std::string, std::vector<std::string>> values;  ///< by Argument::key(); flags have ""
};

struct Candidate {
  std::string word;
  std::string text;  ///< what it is for; empty: nothing is known
};

struct Completion {
  enum class Kind {
    kWords,    ///< one of `words`
    kFiles,    ///< files with `endings`, or folders that lead there
    kFolders,  ///< folders only
    kNames,    ///< names that only the program can tell: those of the argument `source`
  };
  Kind kind = Kind::kWords;
  std::vector<Candidate> words;
  std::vector<std::string> endings;
  std::string source;
  Call call;
  std::string prefix;   ///< what of the value is there already
  char open_quote = 0;  ///< the quote that the cursor is in, or 0
};

/// What can stand at the end of `line`, which is a command line up to the cursor, the program's
/// name included.
Completion Complete(const CommandDescription& program, const std::string& line,
                    const ValueSources& sources);

/// Answers kNames with those of `names` that begin as the value does.
Completion WithNames(const Completion& completion, const std::vector<std::string>& names);

/// What the scripts of completion_scripts.h read: a line that says what is proposed, then a line
/// for each word, with its text behind a tab.
std::string CompletionText(const Completion& completion);

}  // namespace command_line
