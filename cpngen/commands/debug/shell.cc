#include "cpngen/commands/debug/shell.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <ostream>
#include <utility>

#include "base/message_text.h"
#include "base/nearest.h"
#include "base/parse_error.h"
#include "cpn/values/error.h"
#include "cpngen/input_error.h"
#include "cpngen/text.h"

namespace cpngen {

using debugger::SessionError;

const std::vector<DebugShell::Command>& DebugShell::Commands() {
  // Single letters mean the first command that begins so: the order is by how often one is needed.
  static const std::vector<Command> kCommands = {
      {"step", "[N]", "take the next step of the run, or N of them",
       "At the end of the run, `choices` says what can happen, and `fire` or `live` goes on.",
       &DebugShell::Step, false},
      {"back", "[N]", "go back one step, or N", "", &DebugShell::Back, false},
      {"jump", "N", "go to step N; 0 is the start", "Any step of the run, at once.",
       &DebugShell::Jump, false},
      {"continue", "", "go on to the next breakpoint, or to the end",
       "Only along the run that is there; `live` makes more of it.", &DebugShell::Continue, false},
      {"break", "WHAT", "stop there in `continue`; without WHAT: list breakpoints",
       "  break Send                 where the transition Send occurs\n"
       "  break place Sent           where the tokens of a place change\n"
       "  break if #M.Sent > 1       where a condition becomes true: Lua, M is the marking\n"
       "  break property can decide  at the first live state of a property, or where it is "
       "violated\n"
       "  break matches REGEX        at a step whose text the regular expression finds\n"
       "  break critical             at the critical step that a search found\n"
       "Properties have the names that `cpngen check` prints. Of a trace without a model:\n"
       "  break replica 1 Commit     at an event of a node; the node or the event may be left out\n"
       "  break replica 1 crash      where a node crashes; without the node: the next crash",
       &DebugShell::Break, false},
      {"fire", "TRANSITION [{x = 1}] | NUMBER", "let a transition occur here",
       "NUMBER is one of `choices`. A step that was taken here before leads to where it led then;\n"
       "another one begins a branch. Nothing is lost: `branches` shows all that was tried.",
       &DebugShell::Fire, true},
      {"choices", "", "what can occur here", "", &DebugShell::Choices, true},
      {"why", "TRANSITION [{x = 1}]", "why a transition cannot occur here",
       "Names the missing token and which are there, the guard that is false with its values, or\n"
       "the higher priority that pre-empts. With values, only bindings that have them.",
       &DebugShell::Why, true},
      {"marking", "[MODULE]",
       "all tokens, or those of a module; * marks what the last step changed",
       "Of a trace without a model: what is known of each node.", &DebugShell::Marking, false},
      {"diff", "[STEP [STEP]]", "what is different here from the step before, or from STEP",
       "With two steps: what is different after the second from after the first.",
       &DebugShell::Diff, false},
      {"filediff", "FILE [PROPERTY]", "compare with the run of another file",
       "Says how many steps both share, which ones come then, and how the states after the "
       "present\n"
       "number of steps differ. Of a file of `cpngen search --trace` it takes the run that comes\n"
       "to life.",
       &DebugShell::FileDiff, false},
      {"list", "[FROM [TO]]", "the steps around the present one, or from FROM to TO",
       "Only those that `node` and `filter` leave.", &DebugShell::List, false},
      {"graph", "[FROM [TO]]", "the event graph: nodes across, steps down",
       "Messages are arrows, from the row in which they are sent (o) down to the one in which "
       "they\n"
       "arrive; X is a crash or a loss, R a restart. Nodes of a net are the lifelines of the "
       "model's\n"
       "chart, or its module instances.",
       &DebugShell::Graph, false},
      {"node", "[NAME | x=1]", "follow the steps of one node only; without NAME: all",
       "NAME is a node, a module instance, or a value of a variable of binding elements.",
       &DebugShell::Node, false},
      {"filter", "[REGEX]", "follow steps whose text has REGEX only; without: all", "",
       &DebugShell::Filter, false},
      {"live", "PROPERTY [seed N] [steps N]", "go on by chance until the property is live",
       "Steps are as likely as their weights say. Another seed takes another way. It gives up "
       "after\n"
       "100,000 steps.",
       &DebugShell::Live, true},
      {"bookmark", "[NAME]", "name the present place; without NAME: 1, 2, ...", "",
       &DebugShell::Bookmark, false},
      {"return", "NAME", "go to a bookmark, in whatever branch it is", "", &DebugShell::Return,
       false},
      {"undo", "", "take back the last thing that changed anything",
       "Steps, jumps, branches, bookmarks and breakpoints, one by one, to the beginning.",
       &DebugShell::Undo, false},
      {"branches", "[N]", "all runs that were tried; with N: go to the fork of branch N",
       "A trace without a model has one run; bookmarks are listed, too.", &DebugShell::Branches,
       false},
      {"delete", "NUMBER", "remove a breakpoint", "", &DebugShell::Delete, false},
      {"save", "FILE", "write the run up to here",
       "FILE.json: a trace (docs/trace_format.md), which `cpngen debug`, `cpngen simulate "
       "--replay`\n"
       "and `cpngen conform` read. FILE.xml: a test case, by the model's specification; name one\n"
       "behind the file if there are several. Any other name: a record, a line a step.",
       &DebugShell::Save, false},
      {"help", "[COMMAND]", "this list, or more about a command", "", &DebugShell::Help, false},
      {"quit", "", "end", "", &DebugShell::Quit, false},
  };
  return kCommands;
}

DebugShell::DebugShell(DebugSubject subject, std::ostream* out, std::function<bool()> interrupted)
    : subject_(std::move(subject)), out_(*out), interrupted_(std::move(interrupted)) {
  if (subject_.model) net_ = static_cast<debugger::NetSession*>(subject_.session.get());
}

DebugShell::~DebugShell() = default;

debugger::NetSession& DebugShell::net() { return *net_; }

void DebugShell::Print(const std::string& text) { out_ << text; }

std::string DebugShell::Prompt() const {
  const debugger::Session& session = *subject_.session;
  std::string prompt = fmt::format("({}/{}", session.at(), session.Length());
  if (net_ != nullptr && net_->position().branch > 0) {
    prompt += fmt::format(" branch {}", net_->position().branch);
  }
  return prompt + ") ";
}

void DebugShell::ShowWelcome() {
  const std::size_t length = session().Length();
  Print(fmt::format("{}: {}; `help` says what there is to do\n", subject_.path,
                    length == 0 ? "at the initial marking" : "a run of " + Plural(length, "step")));
  if (const auto critical = session().CriticalStep()) {
    Print(fmt::format("the critical step is {}\n", *critical));
  }
}

const DebugShell::Command* DebugShell::Find(const std::string& word) const {
  for (const Command& command : Commands()) {
    if (std::string_view(command.name).starts_with(word)) return &command;
  }
  return nullptr;
}

bool DebugShell::Execute(std::string line) {
  const std::size_t begin = line.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) {
    line = last_line_;
    if (line.empty()) return true;
  } else {
    line = line.substr(begin, line.find_last_not_of(" \t\r\n") - begin + 1);
  }
  if (line.front() == '#') return true;
  last_line_ = line;
  const std::size_t space = line.find_first_of(" \t");
  const std::string word = line.substr(0, space);
  std::string rest = space == std::string::npos ? "" : line.substr(space);
  rest.erase(0, rest.find_first_not_of(" \t"));
  const auto fail = [&](ExitCode code, const std::string& message) {
    Print(base::MessageText(message) + '\n');
    if (exit_code_ == ExitCode::kDone) exit_code_ = code;
  };
  try {
    const Command* const command = Find(word);
    if (command == nullptr) {
      std::vector<std::string> names;
      for (const Command& each : Commands()) names.emplace_back(each.name);
      const std::string hint = base::DidYouMean(word, names);
      throw SessionError(fmt::format("there is no command {}{}", word,
                                     hint.empty() ? "; `help` lists them" : hint));
    }
    if (command->needs_model && net_ == nullptr) {
      throw SessionError(fmt::format("{} needs a model, and this is a trace alone", command->name));
    }
    (this->*command->run)(rest);
  } catch (const SessionError& error) {
    fail(ExitCode::kBadInput, error.what());
  } catch (const InputError& error) {
    fail(ExitCode::kBadInput, error.what());
  } catch (const base::ParseError& error) {
    fail(ExitCode::kBadInput, error.what());
  } catch (const cpn::ModelError& error) {
    fail(ExitCode::kBadInput, error.what());
  } catch (const base::RegularExpressionError& error) {
    fail(ExitCode::kBadInput, error.what());
  }
  return goes_on_;
}

std::size_t DebugShell::NumberOf(const std::string& text) const {
  std::size_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end) {
    throw SessionError(fmt::format("a number is needed, not {}", text.empty() ? "nothing" : text));
  }
  return number;
}

void DebugShell::Help(const std::string& rest) {
  if (!rest.empty()) {
    const Command* const command = Find(rest);
    if (command == nullptr) {
      std::vector<std::string> names;
      for (const Command& each : Commands()) names.emplace_back(each.name);
      throw SessionError(
          fmt::format("there is no command {}{}", rest, base::DidYouMean(rest, names)));
    }
    Print(fmt::format("{} {}\n  {}\n", command->name, command->arguments, command->summary));
    if (*command->help != '\0') Print(fmt::format("{}\n", command->help));
    return;
  }
  for (const Command& command : Commands()) {
    const std::string usage = fmt::format("{} {}", command.name, command.arguments);
    Print(fmt::format("  {:<31} {}\n", usage, command.summary));
  }
  Print(
      "Commands may be shortened: s is step, b back, br break, c continue. An empty line is the "
      "last\n"
      "command again. `help COMMAND` says more. A good way to a bug: `jump` to the critical step,\n"
      "`diff`, `filediff` with the run that comes to life, then `marking`, `why` and `back`.\n");
}

void DebugShell::Quit(const std::string& rest) {
  static_cast<void>(rest);
  goes_on_ = false;
}

std::vector<std::string> DebugShell::Completions(const std::string& line) const {
  std::vector<std::string> lines;
  const std::size_t space = line.find_first_of(' ');
  if (space == std::string::npos) {
    for (const Command& command : Commands()) {
      if (std::string_view(command.name).starts_with(line)) lines.emplace_back(command.name);
    }
    return lines;
  }
  const Command* const command = Find(line.substr(0, space));
  if (command == nullptr) return lines;
  const std::size_t last = line.find_last_of(' ') + 1;
  const std::string begun = line.substr(last);
  const auto add = [&](const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      if (name.starts_with(begun)) lines.push_back(line.substr(0, last) + name);
    }
  };
  const std::string_view name = command->name;
  if (name == "help") {
    for (const Command& each : Commands()) add({each.name});
  }
  if (name == "return") {
    for (const auto& [bookmark, position] : subject_.session->bookmarks()) add({bookmark});
  }
  const std::string what = line.substr(space + 1, last - space - 1);
  if (name == "break" && what.empty()) add({"critical", "matches"});
  if (net_ == nullptr) {
    const auto& nodes = static_cast<debugger::TraceSession&>(*subject_.session).nodes();
    if (what.empty() && (name == "break" || name == "marking" || name == "node")) add(nodes);
    return lines;
  }
  if (name == "fire" || name == "why") add(net_->transition_names());
  if (name == "break") {
    if (what.empty()) add({"if", "place", "property"});
    if (what.empty()) add(net_->transition_names());
    if (what == "place ") add(net_->place_names());
  }
  if (name == "marking") add(Modules());
  return lines;
}

}  // namespace cpngen
