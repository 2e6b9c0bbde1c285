// What a program's command line takes, as values read from its CLI11 declaration. Manual pages and
// completions are made of it, so that they can say nothing that the program does not do.
//
// Invariants: options and commands stand in the order in which they were declared.
// Thread safety: plain values; Describe() as CLI11, one thread.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace command_line {

/// The command that explains the others.
inline constexpr const char* kHelpCommand = "help";

/// An option, or a positional argument.
struct Argument {
  std::vector<std::string> names;    ///< with their dashes; none: positional
  std::string value;                 ///< what stands for its value, "FILE"; empty: it takes none
  std::string text;                  ///< what it is for
  std::vector<std::string> choices;  ///< the only values that it can have; empty: others decide
  std::string bounds;                ///< "1 to 256"; empty: none, or the program says them itself
  std::string default_value;         ///< empty: none
  bool required = false;
  bool repeatable = false;  ///< may be given several times

  /// How messages and rules name it: its last name, "--record" of "-o,--record"; of a positional
  /// its value, "MODEL".
  const std::string& key() const { return names.empty() ? value : names.back(); }
};

/// Options that stand together.
struct ArgumentGroup {
  std::string name;  ///< empty: those that are in no group
  std::string text;
  std::vector<Argument> options;
};

/// A program, or one of its commands.
struct CommandDescription {
  std::string name;  ///< as it is called: "cpngen", "generate"
  std::string text;
  std::string footer;
  std::vector<Argument> positionals;
  std::vector<ArgumentGroup> groups;
  std::vector<CommandDescription> commands;
  bool takes_options_of_parent = false;  ///< behind its name, too

  /// Those of all groups.
  std::vector<Argument> options() const;
  /// nullptr when there is none of that name.
  const CommandDescription* command(const std::string& wanted) const;
};

/// Reads the declaration of `app`, its commands included.
CommandDescription Describe(const CLI::App& app);

}  // namespace command_line
