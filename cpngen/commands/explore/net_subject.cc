#include "cpngen/commands/explore/net_subject.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string_view>

#include "cpn/engine/engine.h"

namespace cpngen::explore {
namespace {

using explorer::QuestionError;

std::optional<std::size_t> ReadNumber(std::string_view text) {
  std::size_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end) return std::nullopt;
  return number;
}

std::size_t NumberIn(const Json& question, const char* name) {
  const auto found = question.find(name);
  if (found == question.end() || !found->is_number_unsigned()) {
    throw QuestionError(fmt::format("\"{}\" must be a number, 0 or more", name));
  }
  return found->get<std::size_t>();
}

}  // namespace

NetSubject::NetSubject(cpn::lua::LuaModel& model, std::vector<OpenedRun> runs, Json about,
                       const SpaceWatch& space)
    : model_(model),
      space_(space),
      about_(std::move(about)),
      session_(&model),
      tried_(session_),
      view_(model, tried_) {
  for (const OpenedRun& run : runs) AddRun(run);
  tried_.Prefer(first_);
}

void NetSubject::AddRun(const OpenedRun& run) {
  std::vector<TriedNode> nodes{0};
  origins_.try_emplace(0, runs_.size(), 0);
  for (const cpn::BindingElementId step : run.run.steps) {
    nodes.push_back(tried_.Take(nodes.back(), step));
    origins_.try_emplace(nodes.back(), runs_.size(), nodes.size() - 1);
  }
  const std::size_t critical = run.run.critical;
  const bool is_known = critical > 0 && critical < nodes.size();
  const std::size_t opens_at = is_known ? critical : nodes.size() - 1;
  for (const TraceRemark& remark : run.run.remarks) {
    if (remark.steps >= nodes.size()) continue;
    const std::string where = remark.where.empty() ? "" : fmt::format(" ({})", remark.where);
    view_.Remark(nodes[remark.steps], remark.text + where);
  }
  if (run.run.ends_dead) {
    view_.Remark(nodes.back(), "dead marking: nothing can happen any more");
  }
  if (run.run.loop) {
    view_.Remark(nodes.back(),
                 fmt::format("from here it goes on with step {}, for ever", *run.run.loop + 1));
  }
  if (runs_.empty()) first_ = nodes[opens_at];
  about_["runs"].push_back(
      {{"title", run.title}, {"node", nodes[opens_at]}, {"steps", nodes.size() - 1}});
  runs_.push_back(std::move(nodes));
}

Json NetSubject::Answer(const std::string& name, const Json& question) {
  if (name == "about") return About();
  if (name == "space") return space_.Now();
  if (name == "state") return StateOf(NodeIn(question));
  if (name == "fire") return StateOf(Fire(NodeIn(question), NumberIn(question, "choice")));
  if (name == "open") {
    const auto path = question.find("path");
    if (path == question.end() || !path->is_string()) throw QuestionError("\"path\" is missing");
    return StateOf(Open(path->get<std::string>()));
  }
  if (name == "why") {
    const std::size_t transition = NumberIn(question, "transition");
    if (transition >= model_.net().transitions().size()) {
      throw QuestionError(fmt::format("there is no transition {}", transition));
    }
    return view_.WhyNot(NodeIn(question), static_cast<cpn::TransitionId>(transition));
  }
  throw QuestionError(fmt::format("there is no question {}", name));
}

Json NetSubject::About() {
  Json about = about_;
  about["kind"] = "net";
  about["first"] = first_;
  Json places = Json::array();
  for (const cpn::Place& place : model_.net().places()) {
    places.push_back({{"name", place.name}, {"type", model_.model().colour_sets[place.type].name}});
  }
  Json transitions = Json::array();
  for (const cpn::Transition& transition : model_.net().transitions()) {
    transitions.push_back({{"name", transition.name},
                           {"module", transition.module},
                           {"instance", transition.instance},
                           {"guard", transition.declaration->guard_text},
                           {"where", PlaceText(transition.declaration->where)}});
  }
  about["places"] = std::move(places);
  about["transitions"] = std::move(transitions);
  return about;
}

Json NetSubject::StateOf(TriedNode node) {
  tried_.Prefer(node);
  const TriedSteps::Node& here = tried_.at(node);
  const cpn::Marking marking = tried_.MarkingOf(node);
  Json state = {{"node", node},
                {"parent", node == 0 ? Json() : Json(here.parent)},
                {"next", here.next ? Json(*here.next) : Json()},
                {"children", here.children},
                {"siblings", node == 0 ? Json::array() : Json(tried_.at(here.parent).children)},
                {"depth", here.depth},
                {"path", PathOf(node)},
                {"label", view_.Label(node)},
                {"remarks", view_.RemarksAt(node)}};
  state["places"] = view_.Places(marking);
  state["enabled"] = view_.Enabled(node, marking);
  state["enabled_count"] = model_.engine().Enabled(marking).size();
  state["changes"] = view_.Changes(node);
  state["properties"] = view_.Properties(marking);
  state["steps"] = view_.Steps(node);
  state["lanes"] = view_.Lanes(node);
  return state;
}

TriedNode NetSubject::NodeIn(const Json& question) const {
  const std::size_t node = NumberIn(question, "node");
  if (node >= tried_.nodes().size()) {
    throw QuestionError(fmt::format("node {} was not tried; the program was started anew", node));
  }
  return static_cast<TriedNode>(node);
}

TriedNode NetSubject::Fire(TriedNode from, std::size_t choice) {
  const auto enabled = model_.engine().Enabled(tried_.MarkingOf(from));
  if (choice >= enabled.size()) {
    throw QuestionError(
        fmt::format("there is no choice {} after step {}: {} binding elements are "
                    "enabled there",
                    choice, tried_.at(from).depth, enabled.size()));
  }
  const TriedNode to = tried_.Take(from, enabled[choice]);
  choices_.try_emplace(to, choice);
  return to;
}

TriedNode NetSubject::Open(const std::string& path) {
  TriedNode node = 0;
  std::string_view rest = path;
  while (!rest.empty()) {
    const std::size_t dot = rest.find('.');
    const std::string_view part = rest.substr(0, dot);
    rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + 1);
    if (part.starts_with('r') && node == 0) {
      const std::size_t colon = part.find(':');
      const auto run = ReadNumber(part.substr(1, colon == part.npos ? colon : colon - 1));
      const auto step = colon == part.npos ? std::nullopt : ReadNumber(part.substr(colon + 1));
      if (!run || !step || *run == 0 || *run > runs_.size() || *step >= runs_[*run - 1].size()) {
        throw QuestionError(
            fmt::format("no run that is open has the step {} of this link; start "
                        "cpngen with the same trace",
                        part));
      }
      node = runs_[*run - 1][*step];
      continue;
    }
    const auto choice = ReadNumber(part);
    if (!choice) {
      throw QuestionError(fmt::format("{} in this link is no choice; they are numbers", part));
    }
    node = Fire(node, *choice);
  }
  return node;
}

std::string NetSubject::PathOf(TriedNode node) const {
  std::string path;
  const auto before = [&](const std::string& text) {
    path = path.empty() ? text : text + "." + path;
  };
  for (; node != 0; node = tried_.at(node).parent) {
    if (const auto origin = origins_.find(node); origin != origins_.end()) {
      before(fmt::format("r{}:{}", origin->second.first + 1, origin->second.second));
      break;
    }
    before(std::to_string(choices_.at(node)));
  }
  return path;
}

}  // namespace cpngen::explore
