#include "cpntools/translate.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

#include "cpntools/declarations.h"
#include "cpntools/document/hierarchy.h"
#include "cpntools/inscriptions.h"
#include "cpntools/lua/comments.h"
#include "cpntools/lua/helpers.h"
#include "cpntools/lua/names.h"
#include "cpntools/ml/parser.h"
#include "cpntools/origins.h"

namespace cpntools {

using ml::MlError;

namespace {

/// The standard values of CPN Tools' priorities: the lowest number goes first.
constexpr std::int64_t kStandardNormal = 1000;

std::string OneLine(const std::string& name) {
  std::string line = name;
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

/// Without blanks.
std::string Squeezed(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
  return text;
}

class Translator {
 public:
  explicit Translator(const Document& document)
      : document_(document),
        hierarchy_(document),
        declarations_(&document),
        inscriptions_(&declarations_) {
    for (const Page& page : document.pages) pages_[page.id] = &page;
  }

  Translation Run(const std::string& name) {
    NamePages();
    ReportHierarchy();
    std::vector<TranslatedPart> pages;
    if (hierarchy_.faults().empty()) {
      for (const Hierarchy::Use& use : hierarchy_.order()) {
        pages.push_back(
            {use.module ? module_names_.at(use.page->id) : "", PageText(*use.page, use.module)});
      }
    }
    const std::string fusions = FusionText();
    std::string body = marks_.MarkNone() + Header(name);
    std::set<std::string> helpers = inscriptions_.helpers();
    const std::string declared =
        declarations_.Text(inscriptions_.used(), inscriptions_.loading(), helpers, marks_, out_);
    const std::string definitions = HelperDefinitions({helpers.begin(), helpers.end()});
    if (!definitions.empty()) {
      body += "-- From the libraries of Standard ML and CPN ML\n" + definitions + "\n";
    }
    out_.parts.push_back(
        {"", body + declared.substr(declared.starts_with('\n') ? 1 : 0) + fusions});
    out_.parts.insert(out_.parts.end(), pages.begin(), pages.end());
    int lines = 0;
    for (TranslatedPart& part : out_.parts) {
      part.lua = marks_.TakeOut(part.lua, lines);
      lines += static_cast<int>(std::count(part.lua.begin(), part.lua.end(), '\n'));
      out_.lua += part.lua;
    }
    out_.origins = marks_.origins();
    for (const std::string& monitor : document_.monitors) {
      out_.notes.push_back(fmt::format("left out: monitor {}", monitor));
    }
    return std::move(out_);
  }

 private:
  // ------------------------------------------------------------------------------------ pages

  /// Modules have names that no place and no transition has, since those are seen inside modules.
  void NamePages() {
    NameFusions();
    declared_ = declarations_.names();
    Names taken(&declarations_.names());
    for (const Page& page : document_.pages) {
      for (const Place& place : page.places) taken.Reserve(Identifier(place.name));
      for (const Transition& transition : page.transitions) {
        if (transition.subpage.empty()) taken.Reserve(Identifier(transition.name));
      }
    }
    for (const Page& page : document_.pages) {
      if (hierarchy_.IsModule(page.id)) module_names_[page.id] = taken.Claim(page.name, "module");
    }
    for (const auto& [id, name] : module_names_) declarations_.names().Reserve(name);
  }

  void NameFusions() {
    for (const Page& page : document_.pages) {
      for (const Place& place : page.places) {
        if (place.fusion.empty()) continue;
        if (const auto known = fusions_.find(place.fusion); known != fusions_.end()) {
          CheckFusion(page, place, *known->second.place);
          continue;
        }
        fusions_[place.fusion] = {declarations_.names().Claim(place.fusion, "fusion"), &page,
                                  &place};
      }
    }
  }

  /// All places of a fusion set are one place.
  void CheckFusion(const Page& page, const Place& place, const Place& first) {
    const auto report = [&](const char* what, const Text& own, const Text& other) {
      if (Squeezed(own.text) == Squeezed(other.text)) return;
      Report(page, "place " + OneLine(place.name), own.line, own.column,
             fmt::format("its {} is not that of the place {} of the same fusion set {}: {}", what,
                         OneLine(first.name), place.fusion,
                         other.text.empty() ? "none" : OneLine(other.text)));
    };
    report("colour set", place.type, first.type);
    report("initial marking", place.initial, first.initial);
  }

  /// What is wrong with the hierarchy itself, and what it leaves out.
  void ReportHierarchy() {
    for (const Hierarchy::Fault& fault : hierarchy_.faults()) {
      Report(*fault.page, "page", fault.page->line, 1, fault.reason);
    }
    for (const Page* page : hierarchy_.unused()) {
      out_.notes.push_back(
          fmt::format("left out: page {}, of which there is no instance", OneLine(page->name)));
    }
  }

  std::string PageText(const Page& page, bool inside) {
    if (page.places.empty() && page.transitions.empty() && !inside) return "";
    inside_ = inside;
    indent_ = inside ? "  " : "";
    page_ = &page;
    arcs_of_.clear();
    for (const Arc& arc : page.arcs) arcs_of_[arc.transition].push_back(&arc);
    Names own(&declarations_.names());
    Names& names = inside ? own : declarations_.names();
    nodes_.clear();
    for (const Place& place : page.places) {
      places_[place.id] =
          place.fusion.empty() ? names.Claim(place.name, "place") : fusions_.at(place.fusion).name;
      nodes_.push_back(places_[place.id]);
      Remember(place.name, nodes_.back());
      if (inside) port_names_[place.id] = places_[place.id];
    }
    std::string text = fmt::format("\n-- Page {}\n", OneLine(page.name));
    for (const Text& comment : page.comments) text += CommentLines(comment.text, "");
    if (inside) text += fmt::format("{} = module(function(_ENV)\n", module_names_.at(page.id));
    for (const Place& place : page.places) text += PlaceText(place);
    for (const Transition& transition : page.transitions) {
      if (transition.subpage.empty()) text += TransitionText(transition, names);
    }
    // An instance may have its module's name, and no other's.
    Names own_instances(&declared_);
    Names& instances = inside ? own_instances : top_instances_;
    for (const std::string& name : nodes_) instances.Reserve(name);
    for (const Transition& transition : page.transitions) {
      if (!transition.subpage.empty()) text += SubstitutionText(transition, instances);
    }
    return inside ? text + "end)\n" : text;
  }

  void Remember(const std::string& original, const std::string& name) {
    const std::string module = inside_ ? module_names_.at(page_->id) : "";
    const std::string page = Identifier(page_->name);
    if (inside_) out_.names.pages[module] = page;
    out_.names.nodes[{module, name}] = {page, Identifier(original)};
  }

  // ----------------------------------------------------------------------------------- places

  std::string PlaceText(const Place& place) {
    if (!place.fusion.empty()) return "";
    const std::string object = "place " + OneLine(place.name);
    std::string set;
    std::string initial;
    Guarded(object, place.type, [&] { set = ColourSet(place.type); });
    const bool port = !place.port.empty() && inside_;
    if (!port && !place.initial.text.empty() && !set.empty()) {
      Guarded(object, place.initial, [&] {
        initial = inscriptions_.Initial(ml::ParseExpression(place.initial.text), place.type.text);
      });
    }
    const char* kind = !port                 ? "place"
                       : place.port == "In"  ? "In"
                       : place.port == "Out" ? "Out"
                                             : "InOut";
    if (!initial.empty()) initial = ", " + marks_.Mark(place.initial) + initial;
    if (set.empty()) {
      left_out_.insert(place.id);
      return "";
    }
    return CommentLinesOf(place.initial.text, indent_) +
           fmt::format("{}{}{} = {}({}{})\n", indent_, marks_.Mark(place.type, place.line),
                       places_.at(place.id), kind, set, initial);
  }

  std::string ColourSet(const Text& type) {
    const auto set = declarations_.ColourSet(type.text);
    if (const Problem* failure = declarations_.FailureOf(type.text + ".")) {
      throw MlError({}, fmt::format("its colour set {}: {}", type.text, failure->reason));
    }
    if (!set) {
      throw MlError({}, type.text.empty() ? "a place without a colour set"
                                          : fmt::format("unknown colour set {}", type.text));
    }
    inscriptions_.Use(type.text + ".");
    return *set;
  }

  std::string FusionText() {
    std::string text;
    for (const auto& [set, fusion] : fusions_) {
      page_ = fusion.page;
      const Place& place = *fusion.place;
      const std::string object = fmt::format("fusion set {}", set);
      std::string type;
      std::string initial;
      Guarded(object, place.type, [&] { type = ColourSet(place.type); });
      if (!place.initial.text.empty() && !type.empty()) {
        Guarded(object, place.initial, [&] {
          initial = inscriptions_.Initial(ml::ParseExpression(place.initial.text), place.type.text);
        });
      }
      if (!initial.empty()) initial = ", " + marks_.Mark(place.initial) + initial;
      if (type.empty()) continue;
      text += fmt::format("{}{} = fusion({}{})\n", marks_.Mark(place.type, place.line), fusion.name,
                          type, initial);
    }
    return text.empty() ? "" : "\n-- Fusion sets\n" + text;
  }

  // ------------------------------------------------------------------------------ transitions

  std::string TransitionText(const Transition& transition, Names& names) {
    const std::string object = "transition " + OneLine(transition.name);
    if (!transition.time.text.empty() && transition.time.text != "@+0") {
      Report(*page_, object, transition.time.line, transition.time.column,
             "timed regions are not supported");
    }
    const std::size_t problems = out_.problems.size();
    std::map<std::string, std::vector<std::string>> arcs;
    std::set<std::string> bound;
    for (const Arc* arc : ArcsOf(transition)) ArcTexts(*arc, transition, arcs, bound);
    GuardText guard;
    if (!transition.code.text.empty()) {
      Guarded(object, transition.code, [&] {
        const ml::CodeSegment code = ml::ParseCodeSegment(transition.code.text);
        guard.lets = Marked(transition.code, inscriptions_.Code(code));
        bound.insert(code.output.begin(), code.output.end());
      });
    }
    if (!transition.guard.text.empty()) {
      Guarded(object, transition.guard, [&] {
        GuardText more = inscriptions_.Guard(ml::ParseGuard(transition.guard.text), bound);
        guard.conditions = Marked(transition.guard, std::move(more.conditions));
        for (std::string& let : Marked(transition.guard, std::move(more.lets))) {
          guard.lets.push_back(std::move(let));
        }
      });
    }
    nodes_.push_back(names.Claim(transition.name, "transition"));
    Remember(transition.name, nodes_.back());
    // Without an arc or its guard it would be another transition.
    if (out_.problems.size() > problems) return "";
    std::string text = Comments(transition);
    text += fmt::format("{}{}{} = transition {{\n", indent_, marks_.Mark({}, transition.line),
                        nodes_.back());
    const std::string priority = Priority(transition, object);
    if (!priority.empty()) text += Field("priority", marks_.Mark(transition.priority) + priority);
    for (const char* kind : {"input", "test", "inhibitor", "reset"}) {
      if (arcs.contains(kind)) text += Field(kind, Braced(arcs[kind]));
    }
    if (!guard.lets.empty()) text += Field("let", Braced(guard.lets));
    if (guard.conditions.size() == 1) text += Field("guard", guard.conditions[0]);
    if (guard.conditions.size() > 1) text += Field("guard", Braced(guard.conditions));
    if (arcs.contains("output")) text += Field("output", Braced(arcs["output"]));
    return text + indent_ + "}\n";
  }

  /// Each behind a mark that it comes from this text.
  std::vector<std::string> Marked(const Text& origin, std::vector<std::string> texts) {
    for (std::string& text : texts) text.insert(0, marks_.Mark(origin));
    return texts;
  }

  std::string Comments(const Transition& transition) const {
    std::string lines = CommentLinesOf(transition.guard.text, indent_) +
                        CommentLinesOf(transition.code.text, indent_);
    for (const Arc* arc : ArcsOf(transition)) {
      lines += CommentLinesOf(arc->inscription.text, indent_);
    }
    return lines;
  }

  /// Of the page that is translated now.
  std::vector<const Arc*> ArcsOf(const Transition& transition) const {
    const auto found = arcs_of_.find(transition.id);
    return found == arcs_of_.end() ? std::vector<const Arc*>() : found->second;
  }

  std::string Field(const char* name, const std::string& value) const {
    return fmt::format("{}  {} = {},\n", indent_, name, value);
  }

  /// On one line while it fits.
  std::string Braced(const std::vector<std::string>& parts) const {
    std::string line = fmt::format("{{ {} }}", fmt::join(parts, ", "));
    if (SizeWithoutMarks(line) <= 84 || parts.size() == 1) return line;
    return fmt::format("{{\n{0}    {1},\n{0}  }}", indent_,
                       fmt::join(parts, fmt::format(",\n{}    ", indent_)));
  }

  void ArcTexts(const Arc& arc, const Transition& transition,
                std::map<std::string, std::vector<std::string>>& arcs,
                std::set<std::string>& bound) {
    const Place& place = PlaceOf(*page_, arc.place);
    const std::string& name = places_.at(arc.place);
    const std::string object =
        fmt::format("arc between {} and {}", OneLine(place.name), OneLine(transition.name));
    if (arc.inscription.text.empty() || arc.kind == Arc::Kind::kReset) {
      if (arc.kind == Arc::Kind::kReset || arc.kind == Arc::Kind::kInhibitor) {
        return Guarded(object, place.type, [&] {
          ColourSet(place.type);
          arcs[arc.kind == Arc::Kind::kReset ? "reset" : "inhibitor"].push_back(
              marks_.Mark({}, arc.line) + name);
        });
      }
      return Report(*page_, object, arc.line, 1, "an arc without an inscription");
    }
    Guarded(object, arc.inscription, [&] {
      ColourSet(place.type);
      const ArcText text =
          inscriptions_.Arc(ml::ParseExpression(arc.inscription.text), place.type.text);
      const char* kind = arc.kind == Arc::Kind::kInput    ? "input"
                         : arc.kind == Arc::Kind::kOutput ? "output"
                         : arc.kind == Arc::Kind::kBoth   ? "test"
                                                          : "inhibitor";
      if (text.text.empty()) return;
      const bool braces = text.text.starts_with('{');
      arcs[kind].push_back(
          marks_.MarkArc(arc.inscription, arc.line, Identifier(transition.name), name) +
          (braces ? name + " " + text.text : name + "(" + text.text + ")"));
      if (arc.kind == Arc::Kind::kInput || arc.kind == Arc::Kind::kBoth) {
        bound.insert(text.binds.begin(), text.binds.end());
      }
    });
  }

  /// In CPN Tools the lowest number goes first, in the model language the highest.
  std::string Priority(const Transition& transition, const std::string& object) {
    const std::string& text = transition.priority.text;
    if (text.empty()) return "";
    std::string priority;
    Guarded(object, transition.priority, [&] {
      const auto value = declarations_.Evaluate(ml::ParseExpression(text));
      if (!value) {
        throw MlError({}, fmt::format("the priority {} is no constant of the model", text));
      }
      constexpr std::int64_t kMost = 2'000'000'000;
      if (*value > kMost + kStandardNormal || *value < kStandardNormal - kMost) {
        throw MlError({}, "a priority beyond 2000000000");
      }
      if (*value != kStandardNormal) priority = fmt::to_string(kStandardNormal - *value);
    });
    return priority;
  }

  std::string SubstitutionText(const Transition& transition, Names& instances) {
    const Page& subpage = *pages_.at(transition.subpage);
    const std::size_t problems = out_.problems.size();
    std::vector<std::string> assigned;
    for (const Assignment& assignment : transition.assignments) {
      if (left_out_.contains(assignment.port)) continue;
      assigned.push_back(
          fmt::format("{} = {}", port_names_.at(assignment.port), places_.at(assignment.socket)));
      CheckAssignment(subpage, assignment, transition);
    }
    std::set<std::string_view> ports;
    for (const Assignment& assignment : transition.assignments) ports.insert(assignment.port);
    for (const Place& place : subpage.places) {
      if (place.port.empty() || ports.contains(place.id)) continue;
      Report(*page_, "substitution transition " + OneLine(transition.name), transition.line, 1,
             fmt::format("the port {} of page {} is not assigned to a socket", OneLine(place.name),
                         OneLine(subpage.name)));
    }
    const std::string name = instances.Claim(transition.name, "instance");
    if (out_.problems.size() > problems) return "";  // its module lacks a socket
    const std::string& module = module_names_.at(subpage.id);
    if (assigned.empty()) {
      return fmt::format("{}{}{} = substitution({})\n", indent_, marks_.Mark({}, transition.line),
                         name, module);
    }
    return fmt::format("{}{}{} = substitution({}, {})\n", indent_, marks_.Mark({}, transition.line),
                       name, module, Braced(assigned));
  }

  const Place& PlaceOf(const Page& page, const std::string& id) {
    const auto [known, fresh] = places_of_.try_emplace(&page);
    if (fresh) {
      for (const Place& place : page.places) known->second.emplace(place.id, &place);
    }
    return *known->second.at(id);
  }

  /// A port has the colour set of its socket, and its initial marking whatever its own says.
  void CheckAssignment(const Page& subpage, const Assignment& assignment,
                       const Transition& transition) {
    const Place& port = PlaceOf(subpage, assignment.port);
    const Place& socket = PlaceOf(*page_, assignment.socket);
    const std::string names =
        fmt::format("port {} of page {}", OneLine(port.name), OneLine(subpage.name));
    if (left_out_.contains(socket.id)) {
      Report(*page_, "substitution transition " + OneLine(transition.name), transition.line, 1,
             fmt::format("{} has the socket {}, which cannot be translated", names,
                         OneLine(socket.name)));
    } else if (!declarations_.SameColours(port.type.text, socket.type.text)) {
      Report(*page_, "substitution transition " + OneLine(transition.name), transition.line, 1,
             fmt::format("{} holds tokens of {}, but its socket {} holds tokens of {}", names,
                         port.type.text, OneLine(socket.name), socket.type.text));
    }
    if (Squeezed(port.initial.text).empty() ||
        Squeezed(port.initial.text) == Squeezed(socket.initial.text) || !socket.port.empty()) {
      return;
    }
    out_.notes.push_back(
        fmt::format("the initial marking {} of {} counts for nothing, as in CPN Tools: it has that "
                    "of its socket {}",
                    OneLine(port.initial.text), names, OneLine(socket.name)));
  }

  // --------------------------------------------------------------------------------- problems

  template <typename Action>
  void Guarded(const std::string& object, const Text& text, Action action) {
    try {
      action();
    } catch (const MlError& e) {
      const int column = (e.where().line == 1 ? text.column - 1 : 0) + e.where().column;
      std::string reason = e.what();
      constexpr std::string_view kUnknown = "unknown name ";
      if (reason.starts_with(kUnknown)) {
        if (const Problem* why = declarations_.FailureOf(reason.substr(kUnknown.size()))) {
          reason += fmt::format(", whose declaration in line {} is not supported: {}", why->line,
                                why->reason);
        }
      }
      Report(*page_, object, text.line + e.where().line - 1, column, reason);
    }
  }

  void Report(const Page& page, const std::string& object, int line, int column,
              const std::string& reason) {
    out_.problems.push_back({OneLine(page.name), object, reason, document_.file, line, column});
  }

  static std::string Header(const std::string& name) {
    return fmt::format("-- {}: translated from a model of CPN Tools by cpngen import.\n\n", name);
  }

  struct Fusion {
    std::string name;
    const Page* page = nullptr;
    const Place* place = nullptr;
  };

  const Document& document_;
  Hierarchy hierarchy_;
  Declarations declarations_;
  Inscriptions inscriptions_;
  OriginMarks marks_;
  Translation out_;
  std::map<std::string, const Page*> pages_;
  std::map<std::string, std::string> module_names_;  ///< by page id
  std::map<std::string, std::string> places_;        ///< by id
  std::set<std::string> left_out_;                   ///< ids of places without a colour set
  std::map<std::string, std::string> port_names_;    ///< of the places of modules, by id
  std::map<std::string, Fusion> fusions_;            ///< by the set's name
  Names declared_;                                   ///< by declarations and fusion sets
  Names top_instances_{&declared_};                  ///< names of instances in the top module
  std::vector<std::string> nodes_;                   ///< names of the page's places and transitions
  /// By page, and id.
  std::unordered_map<const Page*, std::unordered_map<std::string_view, const Place*>> places_of_;
  /// Those of page_, by transition.
  std::unordered_map<std::string_view, std::vector<const Arc*>> arcs_of_;
  const Page* page_ = nullptr;
  bool inside_ = false;  ///< a module
  std::string indent_;
};

}  // namespace

Translation Translate(const Document& document, const std::string& name) {
  return Translator(document).Run(name);
}

}  // namespace cpntools
