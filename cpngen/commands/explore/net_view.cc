#include "cpngen/commands/explore/net_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>
#include <utility>
#include <variant>

#include "cpn/ctl/propositional.h"
#include "cpn/engine/binding_format.h"
#include "cpngen/commands/explore/subject.h"
#include "cpngen/trace.h"
#include "debugger/move_text.h"
#include "debugger/net_step.h"
#include "debugger/why_not.h"
#include "search/nets/goal.h"

namespace cpngen::explore {
namespace {

using cpn::lua::ChartMark;

constexpr std::size_t kMemoBytes = std::size_t{16} << 20;
constexpr std::size_t kMostTokenText = 2000;  // bytes; a place can hold more than anybody reads
constexpr std::size_t kMostLabel = 160;

/// At most `most` bytes, cut between characters.
std::string Cut(std::string text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
  text.resize(most);
  return text + " ...";
}

void AddParts(const cpn::ctl::Formula& formula, cpn::ctl::StateFunctionMemo& memo,
              const cpn::Marking& marking, Json& parts) {
  if (formula.op == cpn::ctl::Operator::kStateFunction) {
    const bool now =
        memo.Holds(formula.state_function, [&](cpn::PlaceId place) { return marking[place]; });
    const std::string where = PlaceText(formula.where);
    parts.push_back({{"name", formula.name.empty() ? "NF, " + where : formula.name}, {"now", now}});
  }
  for (const cpn::ctl::Formula& operand : formula.operands) {
    AddParts(operand, memo, marking, parts);
  }
}

}  // namespace

NetView::NetView(cpn::lua::LuaModel& model, TriedSteps& tried)
    : model_(model),
      tried_(tried),
      memo_(&model.state_functions(), &model.net(), &model.multisets(), kMemoBytes) {
  if (model.chart() != nullptr) lanes_ = model.chart()->participants();
}

std::string NetView::Label(TriedNode node) const {
  if (node == 0) return "start";
  return Cut(model_.engine().FormatElement(tried_.at(node).element), kMostLabel);
}

void NetView::Remark(TriedNode node, const std::string& text) {
  std::vector<std::string>& remarks = remarks_[node];  // runs that share a step say the same of it
  if (std::find(remarks.begin(), remarks.end(), text) == remarks.end()) remarks.push_back(text);
}

std::vector<std::string> NetView::RemarksAt(TriedNode node) const {
  const auto found = remarks_.find(node);
  return found == remarks_.end() ? std::vector<std::string>() : found->second;
}

Json NetView::Places(const cpn::Marking& marking) const {
  const cpn::MultiSetStore& multisets = model_.engine().multisets();
  Json places = Json::array();
  for (cpn::PlaceId place = 0; place < marking.size(); ++place) {
    if (marking[place] == cpn::MultiSet{}) continue;
    places.push_back(Json::array({place, multisets.Size(marking[place]),
                                  Cut(multisets.Format(marking[place]), kMostTokenText)}));
  }
  return places;
}

Json NetView::Enabled(TriedNode node, const cpn::Marking& marking) const {
  cpn::Engine& engine = model_.engine();
  Json enabled = Json::array();
  std::size_t choice = 0;
  for (const cpn::BindingElementId id : engine.Enabled(marking)) {
    const cpn::BindingElement element = engine.Element(id);
    Json tried;
    for (const TriedNode child : tried_.at(node).children) {
      if (tried_.at(child).element == id) tried = child;
    }
    enabled.push_back(
        {{"choice", choice++},
         {"transition", element.transition},
         {"binding", Cut(cpn::FormatBinding(model_.net(), element, model_.values()), kMostLabel)},
         {"node", std::move(tried)}});
    if (choice == kMostChoices) break;
  }
  return enabled;
}

Json NetView::Changes(TriedNode node) const {
  Json changes = Json::array();
  if (node == 0) return changes;
  const TriedSteps::Node& step = tried_.at(node);
  const cpn::Marking before = tried_.MarkingOf(step.parent);
  for (const debugger::StepMove& move : debugger::MovesOf(model_.engine(), before, step.element)) {
    Json lines = Json::array();
    for (const std::string& line :
         debugger::MoveLines(model_.engine(), before, move.place, move.removed, move.added)) {
      lines.push_back(Cut(line, kMostTokenText));
    }
    if (!lines.empty()) changes.push_back({{"place", move.place}, {"lines", std::move(lines)}});
  }
  return changes;
}

Json NetView::Properties(const cpn::Marking& marking) {
  Json properties = Json::array();
  for (const cpn::ctl::Property& property : model_.properties()) {
    Json parts = Json::array();
    AddParts(property.formula, memo_, marking, parts);
    const auto goal = search::nets::GoalOf(property);
    Json now;
    const char* sort = "branching";
    if (const auto* found = std::get_if<search::nets::Goal>(&goal)) {
      now = cpn::ctl::IsTrue(*found->condition, memo_,
                             [&](cpn::PlaceId place) { return marking[place]; });
      sort = found->is_liveness ? "liveness" : "safety";
    }
    properties.push_back({{"name", property.name},
                          {"where", PlaceText(property.where)},
                          {"sort", sort},
                          {"now", std::move(now)},
                          {"parts", std::move(parts)}});
  }
  return properties;
}

Json NetView::WhyNot(TriedNode node, cpn::TransitionId id) {
  tried_.Prefer(node);
  const cpn::Transition& transition = model_.net().transitions().at(id);
  const debugger::WhyNot why = debugger::ExplainWhyNot(tried_.session(), transition.name, "");
  Json near = Json::array();
  for (const debugger::NearMiss& miss : why.nearest) {
    near.push_back({{"binding", miss.element}, {"obstacles", miss.reasons}});
  }
  Json empty = Json::array();
  const cpn::Marking& marking = tried_.MarkingOf(node);
  for (const cpn::Arc& arc : transition.arcs) {
    const bool needs = arc.kind == cpn::ArcKind::kInput || arc.kind == cpn::ArcKind::kTest;
    const std::string& place = model_.net().places()[arc.place].name;
    const bool is_known = std::find(empty.begin(), empty.end(), place) != empty.end();
    if (needs && marking[arc.place] == cpn::MultiSet{} && !is_known) empty.push_back(place);
  }
  return {{"transition", transition.name}, {"where", PlaceText(transition.declaration->where)},
          {"empty", std::move(empty)},     {"guard", transition.declaration->guard_text},
          {"enabled", why.enabled.size()}, {"near", std::move(near)}};
}

Json NetView::Steps(TriedNode node) const {
  struct Line {
    TriedNode node;
    std::uint32_t indent;
  };
  std::vector<Line> lines;
  std::vector<Line> waiting{{0, 0}};
  std::size_t here = 0;
  while (!waiting.empty()) {
    const Line line = waiting.back();
    waiting.pop_back();
    if (line.node == node) here = lines.size();
    lines.push_back(line);
    const std::vector<TriedNode>& children = tried_.at(line.node).children;
    // The last one that waits comes next: side branches stand before what goes on.
    for (std::size_t i = 0; i < children.size(); ++i) {
      waiting.push_back({children[i], line.indent + (i == 0 ? 0U : 1U)});
    }
  }
  const std::size_t begin = here - std::min(here, kRowsAround);
  const std::size_t end = std::min(lines.size(), here + kRowsAround);
  Json steps = Json::array();
  for (std::size_t i = begin; i < end; ++i) {
    const std::vector<std::string> remarks = RemarksAt(lines[i].node);
    steps.push_back({{"node", lines[i].node},
                     {"depth", tried_.at(lines[i].node).depth},
                     {"indent", lines[i].indent},
                     {"label", Label(lines[i].node)},
                     {"remark", remarks.empty() ? Json() : Json(remarks.front())}});
  }
  return steps;
}

Json NetView::Lanes(TriedNode node) {
  Json rows = Json::array();
  std::vector<TriedNode> way;
  for (TriedNode at = node; at != 0 && way.size() < kRowsAround; at = tried_.at(at).parent) {
    way.push_back(at);
  }
  std::reverse(way.begin(), way.end());
  // Rows of messages that left, by sender, receiver and text.
  std::map<std::tuple<std::size_t, std::size_t, std::string>, std::deque<std::size_t>> left;
  for (const TriedNode at : way) {
    for (const Row& row : RowsOf(tried_.at(at).element)) {
      Json entry = {{"node", at}, {"from", row.from}, {"to", row.to}, {"text", row.text}};
      if (row.mark != ChartMark::kNone) entry["mark"] = NameOf(row.mark);
      std::deque<std::size_t>& alike = left[{row.from, row.to, row.text}];
      if (row.mark == ChartMark::kSend) {
        alike.push_back(rows.size());
      } else if (!alike.empty()) {
        entry["sent"] = alike.front();
        alike.pop_front();
      }
      rows.push_back(std::move(entry));
    }
    for (const std::string& remark : RemarksAt(at)) {
      rows.push_back({{"node", at}, {"note", remark}});
    }
  }
  return {{"names", lanes_}, {"rows", std::move(rows)}};
}

const std::vector<NetView::Row>& NetView::RowsOf(cpn::BindingElementId id) {
  const auto [found, is_new] = rows_.try_emplace(id);
  if (!is_new) return found->second;
  const cpn::BindingElement element = model_.engine().Element(id);
  if (const cpn::lua::Chart* chart = model_.chart()) {
    for (const cpn::lua::ChartMessage& message : chart->MessagesOf(element)) {
      const std::size_t from = LaneOf(message.from);
      const std::size_t to = LaneOf(message.to);
      found->second.push_back({from, to, Cut(message.label, kMostLabel), message.mark});
    }
    return found->second;
  }
  // Without a chart each instance of a module is somebody, and what occurs there is an event.
  const cpn::Transition& transition = model_.net().transitions()[element.transition];
  const std::size_t lane =
      LaneOf(transition.instance.empty() ? model_.name() : transition.instance);
  found->second.push_back({lane, lane,
                           Cut(transition.declaration->name + " " +
                                   cpn::FormatBinding(model_.net(), element, model_.values()),
                               kMostLabel)});
  return found->second;
}

std::size_t NetView::LaneOf(const std::string& name) {
  const auto known = std::find(lanes_.begin(), lanes_.end(), name);
  if (known != lanes_.end()) return static_cast<std::size_t>(known - lanes_.begin());
  lanes_.push_back(name);
  return lanes_.size() - 1;
}

}  // namespace cpngen::explore
