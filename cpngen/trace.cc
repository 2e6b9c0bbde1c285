#include "cpngen/trace.h"

#include <fmt/format.h>

#include "cpngen/text.h"
#include "debugger/move_text.h"
#include "debugger/net_step.h"

namespace cpngen {
namespace {

constexpr std::size_t kIndent = 6;  // of what belongs to a step

std::string StepText(const cpn::Engine& engine, const cpn::Marking& before, std::size_t index,
                     cpn::BindingElementId step) {
  std::string text = fmt::format("{:4}  {}\n", index + 1, engine.FormatElement(step));
  const std::string space(kIndent, ' ');
  for (const debugger::StepMove& move : debugger::MovesOf(engine, before, step)) {
    for (const std::string& line :
         debugger::MoveLines(engine, before, move.place, move.removed, move.added)) {
      text += fmt::format("{}{}\n", space, line);
    }
  }
  return text;
}

}  // namespace

Trace MakeTrace(const cpn::ctl::Evidence& evidence) {
  Trace trace{evidence.steps, evidence.loop, evidence.ends_dead, {}};
  for (const cpn::ctl::Milestone& milestone : evidence.milestones) {
    trace.remarks.push_back({milestone.steps, milestone.text, PlaceText(milestone.where)});
  }
  return trace;
}

cpn::Marking ForEachStep(
    cpn::Engine& engine, const std::vector<cpn::BindingElementId>& steps,
    const std::function<void(std::size_t index, const cpn::Marking& before)>& use) {
  cpn::Marking marking = engine.InitialMarking();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    use(i, marking);
    engine.Occur(marking, steps[i]);
  }
  return marking;
}

std::string StepsText(cpn::Engine& engine, const Trace& trace, cpn::Marking& last) {
  std::string text;
  auto remark = trace.remarks.begin();
  const auto remarks_after = [&](std::size_t steps) {
    for (; remark != trace.remarks.end() && remark->steps <= steps; ++remark) {
      text +=
          fmt::format("{:>{}} {}\n", "--", kIndent + 2, remark->text + InBrackets(remark->where));
    }
  };
  const std::size_t count = trace.steps.size();
  last = ForEachStep(engine, trace.steps, [&](std::size_t i, const cpn::Marking& before) {
    remarks_after(i);
    if (trace.loop == i) {
      text += i + 1 == count
                  ? fmt::format("loop: step {} occurs again and again\n", count)
                  : fmt::format("loop: steps {} to {} occur again and again\n", i + 1, count);
    }
    text += StepText(engine, before, i, trace.steps[i]);
  });
  remarks_after(count);
  if (trace.loop) {
    text += fmt::format("back in the marking before step {}\n", *trace.loop + 1);
  }
  return text;
}

std::string PlaceText(const cpn::SourceLocation& where) {
  return where.line > 0 ? fmt::format("{}:{}", where.file, where.line) : "";
}

std::string MarkingText(const cpn::Engine& engine, const cpn::Marking& marking) {
  const std::string text = engine.FormatMarking(marking);
  return text.empty() ? "  no tokens\n" : Indent(text, 2);
}

}  // namespace cpngen
