#include "pnml/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "pnml/net_types.h"
#include "pnml/term_names.h"
#include "pnml/to_lua.h"
#include "xml/xml.h"

namespace pnml {
namespace {

using xml::Element;

Element With(std::string name, std::string_view attribute, std::string value) {
  Element element(std::move(name));
  element.SetAttribute(attribute, std::move(value));
  return element;
}

/// Of a term without variables over dots.
std::int64_t DotsOf(const Term& term) {
  if (term.kind == TermKind::kNumberOf) return term.number * DotsOf(term.operands[0]);
  if (term.kind != TermKind::kAdd) return 1;
  std::int64_t sum = 0;
  for (const Term& operand : term.operands) sum += DotsOf(operand);
  return sum;
}

class NetWriter {
 public:
  explicit NetWriter(const Net& net) : net_(net) {}

  Element Write() const {
    Element pnml = With("pnml", "xmlns", kNamespace);
    Element& net = pnml.Add(With("net", "id", net_.id));
    net.SetAttribute("type", net_.is_coloured ? kColouredType : kPlainType);
    AddText(net, "name", net_.id);
    if (net_.is_coloured) net.Add(Declarations());
    Element& page = net.Add(With("page", "id", "page-1"));
    for (const Place& place : net_.places) page.Add(Write(place));
    for (const Transition& transition : net_.transitions) page.Add(Write(transition));
    for (std::size_t i = 0; i < net_.arcs.size(); ++i) page.Add(Write(net_.arcs[i], i));
    return pnml;
  }

 private:
  static void AddText(Element& element, std::string label, std::string text) {
    element.Add(std::move(label)).Add("text", std::move(text));
  }
  static void AddStructure(Element& element, std::string label, Element content) {
    element.Add(std::move(label)).Add("structure").Add(std::move(content));
  }

  Element Declarations() const {
    Element declaration("declaration");
    Element& declarations = declaration.Add("structure").Add("declarations");
    for (const Sort& sort : net_.sorts) {
      Element& named = declarations.Add(With("namedsort", "id", sort.id));
      named.SetAttribute("name", sort.name);
      named.Add(Write(sort));
    }
    for (const Variable& variable : net_.variables) {
      Element& declared = declarations.Add(With("variabledecl", "id", variable.id));
      declared.SetAttribute("name", variable.name);
      declared.Add(UserSort(variable.sort));
    }
    return declaration;
  }

  Element Write(const Sort& sort) const {
    switch (sort.kind) {
      case SortKind::kDot:
        return Element("dot");
      case SortKind::kBool:
        return Element("bool");
      case SortKind::kRange: {
        Element range = With("finiteintrange", "start", fmt::to_string(sort.low));
        range.SetAttribute("end", fmt::to_string(sort.high));
        return range;
      }
      case SortKind::kProduct: {
        Element product("productsort");
        for (const SortIndex part : sort.parts) product.Add(UserSort(part));
        return product;
      }
      default:
        break;
    }
    Element enumeration(sort.kind == SortKind::kEnumeration ? "finiteenumeration"
                                                            : "cyclicenumeration");
    for (const SortElement& element : sort.elements) {
      enumeration.Add(With("feconstant", "id", element.id)).SetAttribute("name", element.name);
    }
    return enumeration;
  }

  Element UserSort(SortIndex sort) const {
    return With("usersort", "declaration", net_.sorts[sort].id);
  }

  Element Write(const Place& place) const {
    Element element = With("place", "id", place.id);
    AddText(element, "name", place.name);
    if (!net_.is_coloured) {
      if (place.initial) {
        AddText(element, "initialMarking", fmt::to_string(DotsOf(*place.initial)));
      }
      return element;
    }
    AddStructure(element, "type", UserSort(place.sort));
    if (place.initial) AddStructure(element, "hlinitialMarking", Write(*place.initial));
    return element;
  }

  Element Write(const Transition& transition) const {
    Element element = With("transition", "id", transition.id);
    AddText(element, "name", transition.name);
    if (transition.condition) AddStructure(element, "condition", Write(*transition.condition));
    return element;
  }

  Element Write(const Arc& arc, std::size_t number) const {
    Element element = With("arc", "id", fmt::format("arc-{}", number + 1));
    const std::string& place = net_.places[arc.place].id;
    const std::string& transition = net_.transitions[arc.transition].id;
    element.SetAttribute("source", arc.is_input ? place : transition);
    element.SetAttribute("target", arc.is_input ? transition : place);
    if (net_.is_coloured) {
      AddStructure(element, "hlinscription", Write(arc.inscription));
    } else {
      AddText(element, "inscription", fmt::to_string(DotsOf(arc.inscription)));
    }
    return element;
  }

  Element Write(const Term& term) const {
    switch (term.kind) {
      case TermKind::kVariable:
        return With("variable", "refvariable", net_.variables[term.index].id);
      case TermKind::kDot:
        return Element("dotconstant");
      case TermKind::kBool:
        return With("booleanconstant", "value", term.number != 0 ? "true" : "false");
      case TermKind::kElement:
        return With("useroperator", "declaration", net_.sorts[term.sort].elements[term.index].id);
      case TermKind::kInteger:
        return Integer(term);
      case TermKind::kAll: {
        Element all("all");
        all.Add(UserSort(term.sort));
        return all;
      }
      case TermKind::kNumberOf:
      case TermKind::kScalarProduct:
        return Multiple(term);
      default:
        break;
    }
    Element element{std::string(NameOf(term.kind))};
    for (const Term& operand : term.operands) element.Add("subterm").Add(Write(operand));
    return element;
  }

  // The range is written out: that is how the standard's grammar has it.
  Element Integer(const Term& term) const {
    Element element = With("finiteintrangeconstant", "value", fmt::to_string(term.number));
    element.Add(Write(net_.sorts[term.sort]));
    return element;
  }

  Element Multiple(const Term& term) const {
    Element element(term.kind == TermKind::kNumberOf ? "numberof" : "scalarproduct");
    Element number = With("numberconstant", "value", fmt::to_string(term.number));
    number.Add(term.number > 0 ? "positive" : "natural");
    element.Add("subterm").Add(std::move(number));
    element.Add("subterm").Add(Write(term.operands[0]));
    return element;
  }

  static std::string_view NameOf(TermKind kind) {
    for (const auto& names :
         {std::span<const NamedKind>(kComparisons), std::span<const NamedKind>(kConnectives),
          std::span<const NamedKind>(kConstructors)}) {
      const auto found = std::ranges::find(names, kind, &NamedKind::kind);
      if (found != names.end()) return found->name;
    }
    return "";
  }

  const Net& net_;
};

}  // namespace

std::string WriteNet(const Net& net) {
  const Element element = NetWriter(net).Write();
  if (const auto problem = xml::WriteProblem(element)) throw TranslationError(*problem);
  return xml::Write(element);
}

}  // namespace pnml
