#include "command_line/manual.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "command_line/footer.h"
#include "command_line/roff.h"

#if !defined(CPNGEN_VERSION) || !defined(CPNGEN_DATE)
#error "CPNGEN_VERSION and CPNGEN_DATE must be defined by the build"
#endif

namespace command_line {
namespace {

std::string UpperCase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

/// "Serves one replica: ..." as the NAME section has it: "serves one replica".
std::string ShortText(const std::string& text) {
  std::string line = text.substr(0, text.find(": "));
  if (line.ends_with('.')) line.pop_back();
  if (!line.empty()) line[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(line[0])));
  return line;
}

std::string Sentence(std::string text) {
  if (text.empty()) return text;
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  if (!text.ends_with('.')) text += '.';
  return text;
}

std::string PageName(const CommandDescription& program, const CommandDescription& command) {
  return program.name + "-" + command.name;
}

/// "-o, --record FILE" in the fonts of manual pages.
std::string OptionTerm(const Argument& option) {
  std::string term;
  for (const std::string& name : option.names) {
    term += (term.empty() ? "" : ", ") + roff::Bold(name);
  }
  if (!option.value.empty()) term += (term.empty() ? "" : " ") + roff::Italic(option.value);
  return term;
}

std::string OptionText(const Argument& option) {
  std::string text = Sentence(option.text);
  if (!option.choices.empty()) {
    text += fmt::format(" One of: {}.", fmt::join(option.choices, ", "));
  }
  if (!option.bounds.empty()) text += fmt::format(" Value: {}.", option.bounds);
  if (!option.default_value.empty()) text += fmt::format(" Default: {}.", option.default_value);
  if (option.required && !option.names.empty()) text += " Required.";
  return text;
}

/// What a call must have, and "[options]" for the rest.
std::string Synopsis(const std::string& call, const CommandDescription& command) {
  std::string line = roff::Bold(call);
  if (!command.commands.empty()) {
    return line + " " + roff::Italic("command") + " [" + roff::Italic("arguments") + "]\n";
  }
  for (const Argument& argument : command.positionals) {
    const std::string name = roff::Italic(argument.value) + (argument.repeatable ? " ..." : "");
    line += argument.required ? " " + name : " [" + name + "]";
  }
  for (const Argument& option : command.options()) {
    if (option.required) {
      line += " " + roff::Bold(option.key()) + " " + roff::Italic(option.value);
    }
  }
  return line + " [" + roff::Italic("options") + "]\n";
}

std::string Options(const CommandDescription& command) {
  std::string page;
  for (const Argument& argument : command.positionals) {
    page += roff::Item(OptionTerm(argument), OptionText(argument));
  }
  for (const ArgumentGroup& group : command.groups) {
    if (!group.name.empty()) {
      page += ".SS " + roff::Escaped(group.name) + "\n" + roff::Filled(Sentence(group.text));
    }
    for (const Argument& option : group.options) {
      page += roff::Item(OptionTerm(option), OptionText(option));
    }
  }
  return page;
}

std::string Commands(const CommandDescription& program) {
  std::string page;
  for (const CommandDescription& command : program.commands) {
    page += roff::Item(roff::Bold(command.name), Sentence(command.text));
  }
  return page;
}

std::string ExitCodes(const Footer& footer) {
  std::string page;
  for (const auto& [code, meaning] : footer.exit_codes) {
    page += roff::Item(roff::Bold(code), Sentence(meaning));
  }
  return page;
}

std::string Examples(const Footer& footer) {
  if (footer.examples.empty()) return "";
  std::string page;
  if (!footer.about_examples.empty()) page = roff::Filled(footer.about_examples) + ".PP\n";
  page += ".nf\n.RS 4\n";
  for (const std::string& line : footer.examples) page += roff::Literal(line);
  return page + ".RE\n.fi\n";
}

std::string SeeAlso(const std::vector<std::string>& pages) {
  std::string text;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    text +=
        fmt::format(".BR {} (1){}\n", roff::Escaped(pages[i]), i + 1 == pages.size() ? "" : " ,");
  }
  return text;
}

std::string Section(const char* name, const std::string& text) {
  return text.empty() ? "" : fmt::format(".SH {}\n{}", name, text);
}

std::string Description(const CommandDescription& command, const Footer& footer) {
  std::string text = roff::Filled(Sentence(command.text));
  for (const std::string& paragraph : footer.paragraphs) text += ".PP\n" + roff::Filled(paragraph);
  return text;
}

/// A page whose footer is read; `call` is what a user types.
std::string Page(const std::string& name, const std::string& call,
                 const CommandDescription& command, const Footer& footer,
                 const std::vector<std::string>& see_also) {
  std::string page = fmt::format(
      ".\\\" Made of the program's own options. Do not edit.\n"
      ".TH {} 1 {} \"cpngen {}\" \"cpngen manual\"\n",
      roff::Escaped(UpperCase(name)), CPNGEN_DATE, CPNGEN_VERSION);
  page += Section(
      "NAME",
      roff::Filled(roff::Escaped(name) + " \\- " + roff::Escaped(ShortText(command.text)), false));
  page += Section("SYNOPSIS", Synopsis(call, command));
  page += Section("DESCRIPTION", Description(command, footer));
  page += Section("COMMANDS", Commands(command));
  page += Section("OPTIONS", Options(command));
  page += Section("EXIT STATUS", ExitCodes(footer));
  page += Section("EXAMPLES", Examples(footer));
  page += Section("SEE ALSO", SeeAlso(see_also));
  return page;
}

}  // namespace

std::string ManualPage(const CommandDescription& program) {
  std::vector<std::string> see_also;
  for (const CommandDescription& command : program.commands) {
    if (command.name != kHelpCommand) see_also.push_back(PageName(program, command));
  }
  return Page(program.name, program.name, program, ReadFooter(program.footer), see_also);
}

std::string ManualPage(const CommandDescription& program, const CommandDescription& command) {
  Footer footer = ReadFooter(command.footer);
  if (footer.exit_codes.empty()) footer.exit_codes = ReadFooter(program.footer).exit_codes;
  return Page(PageName(program, command), program.name + " " + command.name, command, footer,
              {program.name});
}

}  // namespace command_line
