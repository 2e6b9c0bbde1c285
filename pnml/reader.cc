#include "pnml/reader.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "pnml/declarations.h"
#include "pnml/net_types.h"
#include "pnml/term_reader.h"
#include "pnml/tree.h"
#include "xml/parse_source.h"

namespace pnml {

bool IsCondition(TermKind kind) { return kind >= TermKind::kAnd; }
bool IsMultiSet(TermKind kind) { return kind >= TermKind::kAll && !IsCondition(kind); }

namespace {

using xml::Element;

// Reads a net page by page: all places and transitions first, since arcs and references may name
// any.
class NetReader {
 public:
  explicit NetReader(const Tree& tree)
      : tree_(tree), declarations_(tree, net_), terms_(tree, declarations_, net_) {}

  Net Read() {
    const Element& net = OnlyNet();
    net_.id = tree_.Attribute(net, "id");
    net_.is_coloured = IsColoured(net);
    if (net_.is_coloured) {
      ReadDeclarations(net);
    } else {
      net_.sorts.emplace_back();
    }
    ReadNodes(net);
    ResolveReferences();
    ReadArcs(net);
    net_.warnings = tree_.warnings();
    return std::move(net_);
  }

 private:
  struct Node {
    bool is_place = true;
    std::size_t index = 0;
  };
  struct Reference {
    const Element* element = nullptr;
    std::string target;
    bool is_place = true;
  };

  const Element& OnlyNet() const {
    const Element& root = tree_.root();
    if (root.name != "pnml") {
      tree_.Fail(root, "<" + root.name + "> is no PNML", "a PNML file is one <pnml>");
    }
    return tree_.Child(root, "net");
  }

  bool IsColoured(const Element& net) const {
    const std::string& type = tree_.Attribute(net, "type");
    if (type == kColouredType) return true;
    if (type == kPlainType) return false;
    tree_.Fail(net.FindAttribute("type")->position, "a net of type " + type,
               fmt::format("types are {} and {}", kPlainType, kColouredType));
  }

  // They may stand in the net or in any page.
  void ReadDeclarations(const Element& parent) {
    for (const Element& child : parent.children) {
      if (child.name == "declaration") declarations_.Read(child);
      if (child.name == "page") ReadDeclarations(child);
    }
  }

  void ReadNodes(const Element& parent) {
    for (const Element& child : parent.children) {
      if (child.name == "page") {
        ReadNodes(child);
      } else if (child.name == "place") {
        AddNode(child, {true, net_.places.size()});
        net_.places.push_back(ReadPlace(child));
      } else if (child.name == "transition") {
        AddNode(child, {false, net_.transitions.size()});
        net_.transitions.push_back(ReadTransition(child));
      } else if (child.name == "referencePlace" || child.name == "referenceTransition") {
        references_[tree_.Attribute(child, "id")] = {&child, tree_.Attribute(child, "ref"),
                                                     child.name == "referencePlace"};
      } else if (!IsOfNet(child)) {
        tree_.Fail(child, fmt::format("<{}> in <{}> is not supported", child.name, parent.name),
                   "a net is made of <page>, <place>, <transition> and <arc>");
      }
    }
  }

  static bool IsOfNet(const Element& element) {
    return element.name == "arc" || element.name == "declaration" || IsPassedOver(element);
  }
  static bool IsPassedOver(const Element& element) {
    return element.name == "name" || element.name == "graphics" || element.name == "toolspecific";
  }

  // Fails at what is no part of a node as it is read here.
  void AllowChildren(const Element& element, std::initializer_list<std::string_view> names) const {
    for (const Element& child : element.children) {
      bool known = IsPassedOver(child);
      for (const std::string_view name : names) known = known || child.name == name;
      if (known) continue;
      tree_.Fail(child, fmt::format("<{}> in <{}> is not supported", child.name, element.name), "");
    }
  }

  void AddNode(const Element& element, Node node) {
    if (!nodes_.emplace(tree_.Attribute(element, "id"), node).second) {
      tree_.Fail(element, "a second node of id " + tree_.Attribute(element, "id"),
                 "ids are distinct");
    }
  }

  std::string NameOf(const Element& element) const {
    const Element* const name = tree_.OptionalChild(element, "name");
    if (name == nullptr || name->FindChild("text") == nullptr)
      return element.FindAttribute("id")->value;
    return tree_.Label(*name);
  }

  Place ReadPlace(const Element& element) {
    Place place;
    place.id = tree_.Attribute(element, "id");
    place.name = NameOf(element);
    if (!net_.is_coloured) {
      AllowChildren(element, {"initialMarking"});
      const Element* const marking = tree_.OptionalChild(element, "initialMarking");
      if (marking != nullptr) place.initial = Dots(tree_.Tokens(*marking), marking->position);
      return place;
    }
    AllowChildren(element, {"type", "hlinitialMarking"});
    place.sort = declarations_.SortOf(Structure(tree_.Child(element, "type")));
    const Element* const marking = tree_.OptionalChild(element, "hlinitialMarking");
    if (marking != nullptr) {
      place.initial = terms_.MultiSet(Structure(*marking), place.sort);
      RequireNoVariable(*place.initial);
    }
    return place;
  }

  void RequireNoVariable(const Term& term) const {
    if (term.kind == TermKind::kVariable) {
      tree_.Fail(term.position, "a variable", "a marking has no variables");
    }
    for (const Term& operand : term.operands) RequireNoVariable(operand);
  }

  Transition ReadTransition(const Element& element) {
    Transition transition;
    transition.id = tree_.Attribute(element, "id");
    transition.name = NameOf(element);
    AllowChildren(element, {net_.is_coloured ? "condition" : "name"});
    const Element* const condition = tree_.OptionalChild(element, "condition");
    if (condition != nullptr) transition.condition = terms_.Condition(Structure(*condition));
    return transition;
  }

  const Element& Structure(const Element& element) const {
    return tree_.OnlyChild(tree_.Child(element, "structure"));
  }

  static Term Dots(std::int64_t count, base::Position position) {
    Term dot;
    dot.position = position;
    Term term;
    term.kind = TermKind::kNumberOf;
    term.number = count;
    term.position = position;
    term.operands.push_back(dot);
    return term;
  }

  // A reference may lead to another one, and must end at a node.
  void ResolveReferences() {
    for (const auto& [id, reference] : references_) {
      std::vector<std::pair<const std::string*, const Reference*>> path{{&id, &reference}};
      while (!Known(path.back().second->target)) {
        const auto next = references_.find(path.back().second->target);
        if (next == references_.end() || path.size() > references_.size()) {
          tree_.Fail(*reference.element, "a reference to " + path.back().second->target,
                     "it refers to a node, or to another reference that does");
        }
        path.emplace_back(&next->first, &next->second);
      }
      const Node node = *Known(path.back().second->target);
      for (const auto& [other_id, other] : path) {
        if (node.is_place != other->is_place) {
          tree_.Fail(*other->element, "a reference to " + other->target,
                     "a place refers to a place, a transition to a transition");
        }
        resolved_.emplace(*other_id, node);
      }
    }
  }

  /// The node of that id, or that a resolved reference of that id stands for.
  const Node* Known(const std::string& id) const {
    if (const auto found = nodes_.find(id); found != nodes_.end()) return &found->second;
    const auto found = resolved_.find(id);
    return found == resolved_.end() ? nullptr : &found->second;
  }

  void ReadArcs(const Element& parent) {
    for (const Element& child : parent.children) {
      if (child.name == "page") ReadArcs(child);
      if (child.name == "arc") net_.arcs.push_back(ReadArc(child));
    }
  }

  Arc ReadArc(const Element& element) {
    const Node source = NodeOf(element, "source");
    const Node target = NodeOf(element, "target");
    if (source.is_place == target.is_place) {
      tree_.Fail(element, "an arc between two nodes of one kind",
                 "an arc joins a place and a transition");
    }
    Arc arc;
    arc.is_input = source.is_place;
    arc.place = arc.is_input ? source.index : target.index;
    arc.transition = arc.is_input ? target.index : source.index;
    arc.inscription = Inscription(element, net_.places[arc.place].sort);
    return arc;
  }

  Term Inscription(const Element& arc, SortIndex sort) {
    AllowChildren(arc, {net_.is_coloured ? "hlinscription" : "inscription"});
    if (net_.is_coloured)
      return terms_.MultiSet(Structure(tree_.Child(arc, "hlinscription")), sort);
    const Element* const inscription = tree_.OptionalChild(arc, "inscription");
    return inscription == nullptr ? Dots(1, arc.position)
                                  : Dots(tree_.Tokens(*inscription), inscription->position);
  }

  Node NodeOf(const Element& arc, std::string_view end) const {
    const std::string& id = tree_.Attribute(arc, end);
    if (const Node* const node = Known(id)) return *node;
    tree_.Fail(arc.FindAttribute(end)->position, "there is no node of id " + id, "");
  }

  const Tree& tree_;
  Net net_;
  Declarations declarations_;
  TermReader terms_;
  std::map<std::string, Node> nodes_;
  std::map<std::string, Reference> references_;
  std::map<std::string, Node> resolved_;
};

}  // namespace

Net ReadNet(std::string_view text, const std::string& filename) {
  const Tree tree(text, filename);
  return NetReader(tree).Read();
}

Net ReadNetFile(const std::string& path) { return ReadNet(xml::ReadFile(path), path); }

}  // namespace pnml
