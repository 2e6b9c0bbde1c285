// The commands of the debugger that show something: where the run is, its steps, its states.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cpngen/commands/debug/shell.h"
#include "cpngen/commands/debug/words.h"
#include "cpngen/text.h"
#include "debugger/names.h"
#include "debugger/why_not.h"

namespace cpngen {

using debugger::SessionError;

namespace {

/// Steps before and behind the present one that are shown.
constexpr std::size_t kAround = 5;

}  // namespace

std::string DebugShell::Line(std::size_t number) {
  const trace::Step step = session().StepAt(number);
  std::string time;
  if (step.time) time = fmt::format("{:.3f} ms  ", static_cast<double>(*step.time) / 1'000);
  const char* const kind = step.kind == trace::Kind::kDeliver ? "gets " : "";
  return fmt::format("{} {:4}  {}{}{}{}\n", number == session().at() ? '>' : ' ', number, time,
                     kind, session().StepText(number),
                     step.cause > 0 ? fmt::format(" from step {}", step.cause) : "");
}

void DebugShell::PrintRemarks(std::size_t step) {
  for (const trace::Remark& remark : session().remarks()) {
    if (remark.after == step) Print("      -- " + remark.text + InBrackets(remark.where) + '\n');
  }
}

void DebugShell::ShowPlace() {
  const std::size_t at = session().at();
  if (at == 0) {
    Print("at the start\n");
  } else {
    Print(Line(at));
    for (const std::string& line : session().Changes(at)) Print("        " + line + '\n');
  }
  PrintRemarks(at);
}

bool DebugShell::IsShown(std::size_t number) {
  if (filter_ && !filter_->FoundIn(session().StepText(number))) return false;
  if (node_.empty()) return true;
  const trace::Step step = session().StepAt(number);
  if (step.node == node_) return true;
  const std::size_t equals = node_.find('=');
  for (const auto& [name, value] : step.fields) {
    if (equals != std::string::npos && node_ == name + "=" + value) return true;
  }
  const cpn::lua::Chart* const chart = net_ == nullptr ? nullptr : subject_.model->chart();
  if (chart == nullptr) return false;
  cpn::Engine& engine = subject_.model->engine();
  for (const auto& message : chart->MessagesOf(engine.Element(net().ElementAt(number)))) {
    if (message.from == node_ || message.to == node_) return true;
  }
  return false;
}

void DebugShell::Node(const std::string& rest) {
  node_ = rest;
  std::string name = rest;
  name.erase(std::remove(name.begin(), name.end(), ' '), name.end());
  if (name.find('=') != std::string::npos) node_ = name;  // x = 1 and x=1 are the same
  if (rest.empty()) return Print("all steps are shown\n");
  std::size_t count = 0;
  std::set<std::string> nodes;
  for (std::size_t number = 1; number <= session().Length(); ++number) {
    count += IsShown(number) ? 1 : 0;
    const trace::Step step = session().StepAt(number);
    if (!step.node.empty()) nodes.insert(step.node);
  }
  if (count == 0) {
    const std::string wrong = std::exchange(node_, "");
    debugger::FindName("node with steps", wrong, {nodes.begin(), nodes.end()});
  }
  Print(fmt::format("{} of {} are of {}\n", count, Plural(session().Length(), "step"), node_));
}

void DebugShell::Filter(const std::string& rest) {
  if (rest.empty()) {
    filter_.reset();
    return Print("all steps are shown\n");
  }
  filter_.emplace(rest);
  filter_text_ = rest;
  std::size_t count = 0;
  for (std::size_t number = 1; number <= session().Length(); ++number) {
    count += filter_->FoundIn(session().StepText(number)) ? 1 : 0;
  }
  Print(fmt::format("{} of {} have {}\n", count, Plural(session().Length(), "step"), rest));
}

void DebugShell::List(const std::string& rest) {
  const auto [first, second] = FirstWord(rest);
  const std::size_t at = session().at();
  std::vector<std::size_t> numbers;
  if (!first.empty()) {
    const std::size_t from = std::max<std::size_t>(NumberOf(first), 1);
    const std::size_t to =
        std::min(session().Length(), second.empty() ? from + 2 * kAround : NumberOf(second));
    for (std::size_t number = from; number <= to; ++number) {
      if (IsShown(number)) numbers.push_back(number);
    }
  } else {
    for (std::size_t number = at; number > 0 && numbers.size() <= kAround; --number) {
      if (number == at || IsShown(number)) numbers.push_back(number);
    }
    std::reverse(numbers.begin(), numbers.end());
    std::size_t behind = 0;
    for (std::size_t number = at + 1; number <= session().Length() && behind < kAround; ++number) {
      if (!IsShown(number)) continue;
      numbers.push_back(number);
      ++behind;
    }
  }
  if (numbers.empty()) Print("no steps\n");
  for (const std::size_t number : numbers) {
    Print(Line(number));
    PrintRemarks(number);
  }
}

void DebugShell::Choices(const std::string& rest) {
  static_cast<void>(rest);
  const auto choices = net().Choices();
  if (choices.empty()) Print("nothing can occur here: the marking is dead\n");
  const std::vector<cpn::BindingElementId> copy(choices.begin(), choices.end());
  const bool is_end = net().at() == net().Length();
  for (std::size_t i = 0; i < copy.size(); ++i) {
    const bool is_next = !is_end && net().ElementAt(net().at() + 1) == copy[i];
    Print(fmt::format("{:4}  {}{}\n", i + 1, subject_.model->engine().FormatElement(copy[i]),
                      is_next ? "   (the next step of this run)" : ""));
  }
}

std::vector<std::string> DebugShell::Modules() const {
  std::set<std::string> modules;
  for (const std::string& name : net_->place_names()) {
    for (std::size_t dot = name.find('.'); dot != std::string::npos;
         dot = name.find('.', dot + 1)) {
      modules.insert(name.substr(0, dot));
    }
  }
  return {modules.begin(), modules.end()};
}

void DebugShell::Marking(const std::string& rest) {
  const std::size_t at = session().at();
  const auto lines = session().StateAt(at);
  if (!rest.empty()) {
    std::vector<std::string> modules;
    if (net_ != nullptr) modules = Modules();
    for (const debugger::StateLine& line : lines) {
      if (net_ == nullptr) modules.push_back(line.module);
    }
    std::sort(modules.begin(), modules.end());
    modules.erase(std::unique(modules.begin(), modules.end()), modules.end());
    debugger::FindName(net_ != nullptr ? "module" : "node", rest, modules);
  }
  const auto before = at == 0 ? lines : session().StateAt(at - 1);
  std::string module;
  bool printed = false;
  for (const debugger::StateLine& line : lines) {
    const bool is_inside = rest.empty() || line.module == rest ||
                           line.module.starts_with(rest + ".") || line.module.ends_with("." + rest);
    if (!is_inside) continue;
    if (line.module != module) Print(line.module + ":\n");
    module = line.module;
    const bool is_new = std::find(before.begin(), before.end(), line) == before.end();
    Print(fmt::format("{} {}{}: {}\n", is_new ? '*' : ' ', module.empty() ? "" : "  ",
                      line.name.substr(net_ != nullptr && !module.empty() ? module.size() + 1 : 0),
                      line.text));
    printed = true;
  }
  for (const debugger::StateLine& line : before) {
    const bool is_there = std::any_of(lines.begin(), lines.end(), [&](const auto& now) {
      return now.name == line.name && now.module == line.module;
    });
    if (is_there || !rest.empty()) continue;
    Print(fmt::format("* {}: empty\n", line.name));
    printed = true;
  }
  if (!printed) Print("no tokens\n");
}

void DebugShell::PrintDifference(const std::vector<std::string>& lines) {
  if (lines.empty()) Print("  no difference\n");
  for (const std::string& line : lines) Print("  " + line + '\n');
}

void DebugShell::Diff(const std::string& rest) {
  const auto [first, second] = FirstWord(rest);
  const std::size_t at = session().at();
  if (first.empty() && at == 0)
    throw SessionError("this is the start; `diff STEP` compares with STEP");
  const std::size_t from = first.empty() ? at - 1 : NumberOf(first);
  const std::size_t to = second.empty() ? at : NumberOf(second);
  for (const std::size_t step : {from, to}) {
    if (step > session().Length()) {
      throw SessionError(
          fmt::format("there is no step {}: the run has {}", step, session().Length()));
    }
  }
  Print(fmt::format("from step {} to step {}:\n", from, to));
  PrintDifference(session().Difference(from, to));
}

void DebugShell::Why(const std::string& rest) {
  if (rest.empty()) throw SessionError("why what? a transition's name is needed");
  const auto [name, binding] = FirstWord(rest);
  const debugger::WhyNot answer = debugger::ExplainWhyNot(net(), name, binding);
  if (!answer.enabled.empty()) {
    Print(fmt::format("{} can occur here:\n", answer.transition));
    for (const std::string& element : answer.enabled) Print("  " + element + '\n');
    return;
  }
  Print(fmt::format("{} cannot occur here", answer.transition));
  if (answer.nearest.empty()) return Print(", and nothing that comes near was found\n");
  Print(":\n");
  for (const debugger::NearMiss& miss : answer.nearest) {
    for (const std::string& reason : miss.reasons) Print("  " + miss.element + ' ' + reason + '\n');
  }
}

}  // namespace cpngen
