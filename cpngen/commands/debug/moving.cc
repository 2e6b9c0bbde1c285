// The commands of the debugger that go somewhere: along the run, to breakpoints, into branches.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "cpngen/commands/debug/shell.h"
#include "cpngen/commands/debug/words.h"
#include "cpngen/text.h"

namespace cpngen {

using debugger::SessionError;

void DebugShell::Step(const std::string& rest) {
  const std::size_t wanted = rest.empty() ? 1 : NumberOf(rest);
  std::size_t to = session().at();
  for (std::size_t taken = 0; taken < wanted; ++taken) {
    std::size_t next = to + 1;
    while (next <= session().Length() && !IsShown(next)) ++next;
    if (next > session().Length()) break;
    to = next;
  }
  if (to == session().at()) {
    const bool is_end = to == session().Length();
    throw SessionError(is_end ? net_ != nullptr
                                    ? "the run ends here; `choices` says what can happen"
                                    : "the run ends here"
                              : "no step that follows is shown; `node` and `filter` show all");
  }
  session().JumpTo(to);
  ShowPlace();
}

void DebugShell::Back(const std::string& rest) {
  const std::size_t wanted = rest.empty() ? 1 : NumberOf(rest);
  if (session().at() == 0) throw SessionError("this is the start");
  std::size_t to = session().at();
  for (std::size_t taken = 0; taken < wanted && to > 0; ++taken) {
    --to;
    while (to > 0 && !IsShown(to)) --to;
  }
  session().JumpTo(to);
  ShowPlace();
}

void DebugShell::Jump(const std::string& rest) {
  session().JumpTo(NumberOf(rest));
  ShowPlace();
}

void DebugShell::Continue(const std::string& rest) {
  static_cast<void>(rest);
  const debugger::Stop stop = session().Continue(interrupted_);
  Print(stop.breakpoint == 0 ? stop.text + '\n'
                             : fmt::format("breakpoint {}: {}\n", stop.breakpoint, stop.text));
  ShowPlace();
}

void DebugShell::Break(const std::string& rest) {
  if (rest.empty()) {
    if (session().breakpoints().empty())
      Print("no breakpoints; `help break` says which there can be\n");
    for (const debugger::Breakpoint& each : session().breakpoints()) {
      Print(fmt::format("{:4}  {}\n", each.number, each.text));
    }
    return;
  }
  const auto [first, more] = FirstWord(rest);
  std::size_t number = 0;
  if (rest == "critical") {
    number = session().BreakAtCritical();
  } else if (first == "matches" && !more.empty()) {
    number = session().BreakAtText(more);
  } else if (net_ == nullptr) {
    number = static_cast<debugger::TraceSession&>(session()).BreakAtEvent(rest);
  } else if (first == "if" && !more.empty()) {
    number = net().BreakIf(more);
  } else if (first == "place" && !more.empty()) {
    number = net().BreakAtPlace(more);
  } else if (first == "property" && !more.empty()) {
    number = net().BreakAtProperty(Unquoted(more));
  } else {
    number = net().BreakAtTransition(first == "transition" && !more.empty() ? more : rest);
  }
  for (const debugger::Breakpoint& each : session().breakpoints()) {
    if (each.number == number) Print(fmt::format("breakpoint {}: {}\n", number, each.text));
  }
}

void DebugShell::Delete(const std::string& rest) { session().DeleteBreakpoint(NumberOf(rest)); }

void DebugShell::Fire(const std::string& rest) {
  if (rest.empty()) throw SessionError("fire what? `choices` says what can occur");
  const auto [name, binding] = FirstWord(rest);
  if (std::all_of(rest.begin(), rest.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    const std::size_t number = NumberOf(rest);
    const auto choices = net().Choices();
    if (number == 0 || number > choices.size()) {
      throw SessionError(
          fmt::format("there is no choice {}; there are {}", number, choices.size()));
    }
    net().Fire(choices[number - 1]);
  } else {
    net().Fire(net().FindChoice(name, binding));
  }
  ShowPlace();
}

void DebugShell::Live(const std::string& rest) {
  debugger::WalkOptions walk;
  walk.stop = interrupted_;
  std::string property = rest;
  for (bool found = true; found;) {
    found = false;
    const auto number = [&](const char* word) -> std::optional<std::uint64_t> {
      const std::size_t at = property.rfind(fmt::format(" {} ", word));
      if (at == std::string::npos) return std::nullopt;
      const std::uint64_t value = NumberOf(property.substr(at + std::string(word).size() + 2));
      property.resize(at);
      found = true;
      return value;
    };
    // The one that stands last is taken first.
    const std::size_t seed_at = property.rfind(" seed ");
    const std::size_t steps_at = property.rfind(" steps ");
    if (seed_at != std::string::npos && (steps_at == std::string::npos || seed_at > steps_at)) {
      walk.seed = *number("seed");
    } else if (steps_at != std::string::npos) {
      walk.most_steps = *number("steps");
    }
  }
  if (property.empty()) throw SessionError("which property? `help live` says more");
  const std::size_t before = session().at();
  const auto steps = net().WalkToLife(Unquoted(property), walk);
  if (steps) {
    Print(*steps == 0 ? "it is live here\n"
                      : fmt::format("live after {}\n", Plural(*steps, "step")));
  } else {
    Print(fmt::format("not live within {}\n", Plural(session().at() - before, "step")));
    if (exit_code_ == ExitCode::kDone) exit_code_ = ExitCode::kLimitReached;
  }
  ShowPlace();
}

void DebugShell::Bookmark(const std::string& rest) {
  Print(fmt::format("bookmark {}\n", session().SetBookmark(rest)));
}

void DebugShell::Return(const std::string& rest) {
  if (rest.empty()) throw SessionError("return where? a bookmark's name is needed");
  session().GoToBookmark(rest);
  ShowPlace();
}

void DebugShell::Undo(const std::string& rest) {
  static_cast<void>(rest);
  if (!session().Undo()) throw SessionError("there is nothing to undo");
  ShowPlace();
}

void DebugShell::PrintBookmarks() {
  for (const auto& [name, at] : session().bookmarks()) {
    Print(fmt::format("  bookmark {}: step {} of {}\n", name, at.step, at.branch));
  }
}

void DebugShell::Branches(const std::string& rest) {
  if (net_ == nullptr) {
    if (!rest.empty()) session().GoTo({static_cast<debugger::BranchId>(NumberOf(rest)), 0});
    if (!rest.empty()) return ShowPlace();
    Print(fmt::format("> 0: {}\n", Plural(session().Length(), "step")));
    return PrintBookmarks();
  }
  const debugger::RunTree& tree = net().tree();
  if (!rest.empty()) {
    const std::size_t branch = NumberOf(rest);
    if (branch >= tree.branches().size()) {
      throw SessionError(fmt::format("there is no branch {}; the last one is {}", branch,
                                     tree.branches().size() - 1));
    }
    net().GoTo({static_cast<debugger::BranchId>(branch), tree.branches()[branch].fork});
    return ShowPlace();
  }
  for (debugger::BranchId b = 0; b < tree.branches().size(); ++b) {
    const debugger::RunTree::Branch& branch = tree.branches()[b];
    const char mark = b == net().position().branch ? '>' : ' ';
    if (b == 0) {
      Print(fmt::format("{} 0: {}\n", mark, Plural(tree.Length(0), "step")));
      continue;
    }
    Print(fmt::format("{} {}: leaves {} after step {} by {}; {}\n", mark, b, branch.parent,
                      branch.fork, net().model().engine().FormatElement(branch.steps.front()),
                      Plural(tree.Length(b), "step")));
  }
  PrintBookmarks();
}

}  // namespace cpngen
