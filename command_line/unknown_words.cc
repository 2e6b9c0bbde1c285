#include "command_line/unknown_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/message_text.h"
#include "base/nearest.h"

namespace command_line {
namespace {

std::vector<std::string> CommandNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* const command : app.get_subcommands(nullptr)) {
    names.push_back(command->get_name());
  }
  return names;
}

/// The names of a command's options, those of its groups too, with their dashes.
std::vector<std::string> OptionNames(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* const option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  for (const CLI::App* const part : command.get_subcommands(nullptr)) {
    if (!part->get_name().empty()) continue;  // a command, and no group
    for (const std::string& name : OptionNames(*part)) names.push_back(name);
  }
  return names;
}

/// The command that a call has got to, or the program.
const CLI::App& CalledCommand(const CLI::App& app) {
  const std::vector<const CLI::App*> called = app.get_subcommands(
      [](const CLI::App* command) { return command->parsed() && !command->get_name().empty(); });
  return called.empty() ? app : *called.front();
}

}  // namespace

std::string UnknownCommand(const std::string& word, const CLI::App& app) {
  const std::vector<std::string> names = CommandNames(app);
  const std::string near = base::DidYouMean(word, names);
  return near.empty()
             ? fmt::format("unknown command {}; the commands are {}", word, fmt::join(names, ", "))
             : fmt::format("unknown command {}{}", word, near);
}

std::string UnknownArgument(const std::vector<std::string>& words, const CLI::App& command) {
  const auto option = std::find_if(words.begin(), words.end(), [](const std::string& word) {
    return word.size() > 1 && word.starts_with('-');
  });
  if (option == words.end()) return "unexpected argument " + words.front();
  const std::string name = option->substr(0, option->find('='));
  return "unknown option " + name + base::DidYouMean(name, OptionNames(command));
}

std::string WhatIsWrong(const CLI::ParseError& error, const CLI::App& app) {
  const CLI::App& command = CalledCommand(app);
  const std::vector<std::string> words = app.remaining(true);
  if (words.empty()) return error.what();
  const bool wants_command = &command == &app && !CommandNames(app).empty();
  if (wants_command && !words.front().starts_with('-')) return UnknownCommand(words.front(), app);
  return UnknownArgument(words, command);
}

std::string Refusal(const std::string& problem, const CLI::App& app) {
  const CLI::App& command = CalledCommand(app);
  return fmt::format("{}: {}\nTry: {}{} --help\n", app.get_name(), base::MessageText(problem),
                     app.get_name(), &command == &app ? "" : " " + command.get_name());
}

}  // namespace command_line
