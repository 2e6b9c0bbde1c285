#include "command_line/about_itself.h"

#include <fmt/format.h>

#include <algorithm>

#include "command_line/completion_scripts.h"
#include "command_line/manual.h"
#include "command_line/unknown_words.h"

namespace command_line {
namespace {

Answer Refused(const CLI::App& app, const std::string& problem) {
  return {true, Refusal(problem, app)};
}

const CLI::App* CommandNamed(const std::string& name, const CLI::App& app) {
  for (const CLI::App* const command : app.get_subcommands(nullptr)) {
    if (!name.empty() && command->get_name() == name) return command;
  }
  return nullptr;
}

Answer Help(const std::vector<std::string>& words, const CLI::App& app) {
  if (words.size() == 1) return {false, app.help()};
  if (words.size() > 2) return Refused(app, "unexpected argument " + words[2]);
  const CLI::App* const command = CommandNamed(words[1], app);
  if (command == nullptr) return Refused(app, UnknownCommand(words[1], app));
  return {false, command->help(app.get_name())};
}

Answer Manual(const std::vector<std::string>& words, const CLI::App& app) {
  const CommandDescription program = Describe(app);
  if (words.size() == 1) return {false, ManualPage(program)};
  const CommandDescription* const command = program.command(words[1]);
  if (command == nullptr) return Refused(app, UnknownCommand(words[1], app));
  return {false, ManualPage(program, *command)};
}

/// The names of the commands that have a page: all but `help`.
Answer ManualPages(const CLI::App& app) {
  Answer answer;
  for (const CommandDescription& command : Describe(app).commands) {
    if (command.name != kHelpCommand) answer.text += command.name + '\n';
  }
  return answer;
}

Answer Script(const std::string& shell, const CLI::App& app) {
  const auto script = CompletionScript(shell, app.get_name());
  if (!script) return Refused(app, fmt::format("--completion {}: write bash or zsh", shell));
  return {false, *script};
}

}  // namespace

void AddHelpCommand(CLI::App& app) {
  CLI::App* const command =
      app.add_subcommand(kHelpCommand, "explain a command, as its --help does");
  command->add_option("COMMAND", "the command; none: the program");
}

std::optional<std::variant<Answer, Completion>> AboutItself(const std::vector<std::string>& words,
                                                            const CLI::App& app,
                                                            const ValueSources& sources) {
  if (words.empty()) return std::nullopt;
  const std::string& first = words.front();
  if (first == kHelpCommand && CommandNamed(kHelpCommand, app) != nullptr) {
    const bool flag = std::any_of(words.begin() + 1, words.end(), [](const auto& word) {
      return word.starts_with('-') && word != "--";
    });
    if (flag) return std::nullopt;  // `help --help`, and misspelt options
    return Help(words, app);
  }
  if (first == "--manual" && words.size() <= 2) return Manual(words, app);
  if (first == "--manual-pages" && words.size() == 1) return ManualPages(app);
  if (first == "--completion" && words.size() == 2) return Script(words[1], app);
  if (first != "--complete" || words.size() != 2) return std::nullopt;
  Completion completion = Complete(Describe(app), words[1], sources);
  if (completion.kind == Completion::Kind::kNames) return completion;
  return Answer{false, CompletionText(completion)};
}

}  // namespace command_line
