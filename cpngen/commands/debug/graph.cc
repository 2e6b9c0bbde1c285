// The `graph` of the debugger: which events and messages the steps of a run are.
#include <fmt/format.h>

#include <algorithm>

#include "cpngen/commands/debug/event_graph.h"
#include "cpngen/commands/debug/shell.h"
#include "cpngen/commands/debug/words.h"
#include "cpngen/text.h"

namespace cpngen {

using debugger::SessionError;

namespace {

/// Steps before and behind the present one that are shown.
constexpr std::size_t kRowsAround = 10;
/// Steps back to where a message may have been sent.
constexpr std::size_t kLongestWay = 10'000;

bool ArrivesOrIsLost(const trace::Step& step) {
  return step.cause > 0 && (step.kind == trace::Kind::kDeliver || trace::IsLoss(step));
}

}  // namespace

/// The step in which a node of the chart did what step `number` follows from: it put a token that
/// this one takes. 0: there is none near, and the message is sent in the step itself.
std::size_t DebugShell::SentAt(std::size_t number, const std::string& sender) {
  cpn::Engine& engine = subject_.model->engine();
  const auto gives_to = [&](std::size_t earlier) {
    for (const cpn::TokenMove& taken : engine.Moves(net().ElementAt(number))) {
      for (const cpn::TokenMove& given : engine.Moves(net().ElementAt(earlier))) {
        if (given.place != taken.place) continue;
        for (const cpn::MultiSetEntry& entry : engine.multisets().Entries(taken.removed)) {
          if (engine.multisets().Count(given.added, entry.value) > 0) return true;
        }
      }
    }
    return false;
  };
  for (std::size_t i = number - 1; i > 0 && number - i < kLongestWay; --i) {
    if (!gives_to(i)) continue;
    const auto messages = subject_.model->chart()->MessagesOf(engine.Element(net().ElementAt(i)));
    const bool is_senders = std::any_of(messages.begin(), messages.end(),
                                        [&](const auto& each) { return each.to == sender; });
    if (is_senders) return i;
  }
  return 0;
}

/// Who is down when step `from` comes, and what is under way behind step `last`.
void DebugShell::AddSurroundings(EventGraph& graph, std::size_t from, std::size_t last) {
  auto& trace = static_cast<debugger::TraceSession&>(session());
  for (const debugger::StateLine& line : trace.StateAt(from - 1)) {
    if (line.name == debugger::TraceSession::kStatus && line.text == "crashed") {
      graph.AddDown(line.module);
    }
  }
  for (std::size_t number = from; number <= last; ++number) {
    const std::size_t arrival = trace.ArrivalOf(number);
    if (arrival <= last || !IsShown(number)) continue;
    graph.AddUnderWay(number, trace.StepAt(number).node, trace.StepAt(arrival).node);
  }
}

void DebugShell::AddToGraph(EventGraph& graph, std::size_t number) {
  const bool is_now = number == session().at();
  const cpn::lua::Chart* const chart = net_ == nullptr ? nullptr : subject_.model->chart();
  if (chart != nullptr) {
    cpn::Engine& engine = subject_.model->engine();
    for (const auto& message : chart->MessagesOf(engine.Element(net().ElementAt(number)))) {
      const bool is_sent = message.from != message.to;
      graph.Add({number, is_now, message.from, message.to, message.label, "",
                 is_sent ? SentAt(number, message.from) : 0});
    }
    return;
  }
  const trace::Step step = session().StepAt(number);
  if (ArrivesOrIsLost(step)) {
    graph.Add({number, is_now, session().StepAt(step.cause).node, step.node,
               fmt::format("{} from step {}", step.name, step.cause),
               trace::IsLoss(step) ? step.name : "", step.cause});
    return;
  }
  const bool is_net = step.kind == trace::Kind::kBinding;
  const std::string& text = is_net ? session().StepText(number) : step.name;
  const std::string fields = is_net ? "" : InBrackets(trace::ToString(step.fields));
  graph.Add({number, is_now, step.node, step.node, text + fields,
             step.kind == trace::Kind::kFault ? step.name : ""});
}

void DebugShell::Graph(const std::string& rest) {
  const auto [first, second] = FirstWord(rest);
  const std::size_t at = session().at();
  const std::size_t length = session().Length();
  if (length == 0) throw SessionError("the run has no steps yet");
  const std::size_t from = first.empty() ? at > kRowsAround ? at - kRowsAround : 1
                                         : std::max<std::size_t>(NumberOf(first), 1);
  if (from > length) {
    throw SessionError(fmt::format("there is no step {}: the run has {}", from, length));
  }
  const std::size_t last =
      std::min(second.empty() ? from + 2 * kRowsAround : NumberOf(second), length);
  const cpn::lua::Chart* const chart = net_ == nullptr ? nullptr : subject_.model->chart();
  EventGraph graph(chart != nullptr ? chart->participants() : session().header().nodes);
  if (net_ == nullptr) AddSurroundings(graph, from, last);
  for (std::size_t number = from; number <= last; ++number) {
    if (IsShown(number)) AddToGraph(graph, number);
  }
  Print(graph.Text());
}

}  // namespace cpngen
