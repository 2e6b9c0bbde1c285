#include "cpn/draw/diagram.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/picture_colours.h"

namespace cpn::draw {
namespace {

constexpr std::size_t kAnnotationWidth = 26;
constexpr std::size_t kInscriptionWidth = 30;
constexpr std::size_t kMaxLines = 5;
constexpr std::size_t kTipWidth = 600;  // characters of a line of a tooltip
/// The named priorities of the model language.
constexpr int kHigh = 100;
constexpr int kLow = -100;

std::string PortTag(PortKind port) {
  switch (port) {
    case PortKind::kNone:
      return "";
    case PortKind::kIn:
      return "In";
    case PortKind::kOut:
      return "Out";
    case PortKind::kInOut:
      return "I/O";
  }
  return "";
}

std::string PriorityText(int priority) {
  if (priority == 0) return "";
  if (priority == kHigh) return "P_HIGH";
  if (priority == kLow) return "P_LOW";
  return fmt::format("priority {}", priority);
}

/// The initial marking in CPN Tools' notation, for models that give no text.
std::string FormatTokens(const std::vector<MultiSetEntry>& tokens, const ValueStore& values) {
  std::string text;
  for (const MultiSetEntry& token : tokens) {
    if (!text.empty()) text += " ++ ";
    text += fmt::format("{}`{}", token.count, values.Format(token.value));
  }
  return text;
}

/// The colour of what a transition is in the system; null: none in particular.
const base::PictureHue* HueOf(StepKind kind) {
  switch (kind) {
    case StepKind::kNone:
    case StepKind::kApplication:
      return nullptr;
    case StepKind::kNetwork:
      return &base::kBlue;
    case StepKind::kTimer:
      return &base::kYellow;
    case StepKind::kFault:
      return &base::kVermillion;
    case StepKind::kRepair:
      return &base::kGreen;
  }
  return nullptr;
}

void AddTipLine(std::string& tip, std::string_view what, const std::string& text) {
  if (text.empty()) return;
  tip += '\n';
  if (!what.empty()) tip += fmt::format("{}: ", what);
  tip += base::Cut(text, kTipWidth);
}

class DiagramMaker {
 public:
  DiagramMaker(const Model& model, ModuleId module, const ValueStore& values)
      : model_(model), module_(model.modules[module]), values_(values) {}

  Diagram Make() {
    diagram_.title = module_.name.empty() ? model_.name : module_.name;
    for (const PlaceDeclaration& place : module_.places) AddPlace(place);
    for (const TransitionDeclaration& transition : module_.transitions) {
      AddTransition(transition);
    }
    for (const SubstitutionDeclaration& substitution : module_.substitutions) {
      AddSubstitution(substitution);
    }
    return std::move(diagram_);
  }

 private:
  void AddPlace(const PlaceDeclaration& place) {
    DiagramNode node{Shape::kPlace, place.name, {}, ""};
    const std::string& type = model_.colour_sets[place.type].name;
    const std::string initial =
        place.initial_text.empty() ? FormatTokens(place.initial, values_) : place.initial_text;
    node.At(Corner::kTopRight) = Wrap(initial, kAnnotationWidth, kMaxLines);
    node.At(Corner::kBottomRight) = Wrap(type, kAnnotationWidth, kMaxLines);
    node.tag = place.fusion ? "Fusion " + *place.fusion : PortTag(place.port);
    node.tip = fmt::format("{}: {}", place.name, type);
    AddTipLine(node.tip, "at first", initial);
    AddTipLine(node.tip, "", node.tag);
    diagram_.nodes.push_back(std::move(node));
  }

  void AddTransition(const TransitionDeclaration& transition) {
    const std::size_t index = diagram_.nodes.size();
    DiagramNode node{Shape::kTransition, transition.name, {}, ""};
    if (!transition.guard_text.empty()) {
      node.At(Corner::kTopLeft) =
          Wrap("[" + transition.guard_text + "]", kAnnotationWidth, kMaxLines);
    }
    Lines& below = node.At(Corner::kBottomLeft);
    below = Wrap(PriorityText(transition.priority), kAnnotationWidth, kMaxLines);
    if (transition.kind != StepKind::kNone) below.emplace_back(NameOf(transition.kind));
    if (const base::PictureHue* const hue = HueOf(transition.kind)) {
      node.fill = hue->soft;
      node.line = hue->line;
    }
    node.tip = transition.name;
    AddTipLine(node.tip, "guard", transition.guard_text);
    AddTipLine(node.tip, "", PriorityText(transition.priority));
    AddTipLine(node.tip, "kind", std::string(NameOf(transition.kind)));
    if (!transition.variables.empty()) AddTipLine(node.tip, "", VariablesText(transition));
    diagram_.nodes.push_back(std::move(node));
    AddArcs(transition, index);
  }

  std::string VariablesText(const TransitionDeclaration& transition) const {
    std::string text;
    for (const Variable& variable : transition.variables) {
      text += fmt::format("{}{} : {}", text.empty() ? "" : ", ", variable.name,
                          model_.colour_sets[variable.type].name);
    }
    return text;
  }

  std::string ArcTip(const ArcDeclaration& arc, const std::string& transition) const {
    const std::string& place = module_.places[arc.place].name;
    std::string tip;
    switch (arc.kind) {
      case ArcKind::kInput:
        tip = fmt::format("{} takes from {}", transition, place);
        break;
      case ArcKind::kOutput:
        tip = fmt::format("{} puts on {}", transition, place);
        break;
      case ArcKind::kTest:
        tip = fmt::format("{} looks at {}", transition, place);
        break;
      case ArcKind::kInhibitor:
        tip = fmt::format("{} needs {} without {}", transition, place,
                          arc.text.empty() ? "tokens" : "this");
        break;
      case ArcKind::kReset:
        tip = fmt::format("{} takes all from {}", transition, place);
        break;
    }
    AddTipLine(tip, "", arc.text);
    return tip;
  }

  void AddArcs(const TransitionDeclaration& transition, std::size_t index) {
    std::vector<bool> merged(transition.arcs.size(), false);
    for (std::size_t i = 0; i < transition.arcs.size(); ++i) {
      const ArcDeclaration& arc = transition.arcs[i];
      if (merged[i]) continue;
      DiagramArc drawn{arc.place, index, Head::kArrow, Wrap(arc.text, kInscriptionWidth, kMaxLines),
                       ArcTip(arc, transition.name)};
      switch (arc.kind) {
        case ArcKind::kInput:
          if (const auto twin = FindTwin(transition, i, merged); twin < merged.size()) {
            merged[twin] = true;
            drawn.head = Head::kBothArrows;
            drawn.tip += "\nand gives it back";
          }
          break;
        case ArcKind::kOutput:
          std::swap(drawn.source, drawn.target);
          break;
        case ArcKind::kTest:
          drawn.head = Head::kBothArrows;
          break;
        case ArcKind::kInhibitor:
          drawn.head = Head::kCircle;
          break;
        case ArcKind::kReset:
          drawn.head = Head::kDoubleArrow;
          break;
      }
      diagram_.arcs.push_back(std::move(drawn));
    }
  }

  /// The output arc that gives back what input arc `i` takes; the number of arcs when none does.
  static std::size_t FindTwin(const TransitionDeclaration& transition, std::size_t i,
                              const std::vector<bool>& merged) {
    const ArcDeclaration& input = transition.arcs[i];
    for (std::size_t k = i + 1; k < transition.arcs.size(); ++k) {
      const ArcDeclaration& arc = transition.arcs[k];
      if (arc.kind == ArcKind::kOutput && arc.place == input.place && arc.text == input.text &&
          !merged[k]) {
        return k;
      }
    }
    return transition.arcs.size();
  }

  void AddSubstitution(const SubstitutionDeclaration& substitution) {
    const ModuleDeclaration& submodule = model_.modules[substitution.module];
    const std::size_t index = diagram_.nodes.size();
    diagram_.nodes.push_back({Shape::kSubstitution, substitution.name, {}, submodule.name});
    diagram_.nodes.back().tip =
        fmt::format("{}: an instance of {}", substitution.name, submodule.name);
    for (const PortAssignment& assignment : substitution.assignments) {
      const std::string& socket = module_.places[assignment.socket].name;
      DiagramArc arc{assignment.socket, index, Head::kArrow, {}};
      if (assignment.port != socket) arc.inscription = {assignment.port};
      const PortKind port = KindOfPort(submodule, assignment.port);
      if (port == PortKind::kOut) std::swap(arc.source, arc.target);
      if (port == PortKind::kInOut) arc.head = Head::kBothArrows;
      diagram_.arcs.push_back(std::move(arc));
    }
  }

  static PortKind KindOfPort(const ModuleDeclaration& module, const std::string& port) {
    for (const PlaceDeclaration& place : module.places) {
      if (place.name == port) return place.port;
    }
    return PortKind::kNone;
  }

  const Model& model_;
  const ModuleDeclaration& module_;
  const ValueStore& values_;
  Diagram diagram_;
};

}  // namespace

Diagram MakeDiagram(const Model& model, ModuleId module, const ValueStore& values) {
  return DiagramMaker(model, module, values).Make();
}

}  // namespace cpn::draw
