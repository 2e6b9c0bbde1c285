#include "mcc/formula_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>

#include "base/characters.h"
#include "pnml/tree.h"

namespace mcc {
namespace {

using pnml::Tree;
using xml::Element;

struct PathKind {
  std::string_view name;
  FormulaKind exists;
  FormulaKind forall;
};
constexpr std::array kPathKinds{
    PathKind{"next", FormulaKind::kExistsNext, FormulaKind::kForallNext},
    PathKind{"finally", FormulaKind::kExistsFinally, FormulaKind::kForallFinally},
    PathKind{"globally", FormulaKind::kExistsGlobally, FormulaKind::kForallGlobally},
};

template <typename Nodes>
std::map<std::string, std::size_t> IndexById(const Nodes& nodes) {
  std::map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < nodes.size(); ++i) index.emplace(nodes[i].id, i);
  return index;
}

class FormulaReader {
 public:
  FormulaReader(const Tree& tree, const pnml::Net& net)
      : tree_(tree), places_(IndexById(net.places)), transitions_(IndexById(net.transitions)) {}

  std::vector<Property> Read() const {
    const Element& root = tree_.root();
    if (root.name != "property-set") {
      tree_.Fail(root, "<" + root.name + "> is no set of formulas",
                 "a formula file is one <property-set>");
    }
    std::vector<Property> properties;
    for (const Element& element : root.children) {
      if (element.name != "property") {
        tree_.Fail(element, "<" + element.name + "> in <property-set>", "it holds <property>");
      }
      properties.push_back(ReadProperty(element));
    }
    return properties;
  }

 private:
  Property ReadProperty(const Element& element) const {
    Property property;
    property.id = ReadId(tree_.Child(element, "id"));
    const Element& content = tree_.OnlyChild(tree_.Child(element, "formula"));
    property.is_bound = content.name == "place-bound";
    if (property.is_bound) {
      property.places = Nodes(content, "place", places_);
    } else {
      property.formula = ReadFormula(content);
    }
    return property;
  }

  /// Answers are lines of words: an id with a line end in it could forge one.
  std::string ReadId(const Element& element) const {
    const std::string_view id = base::Trim(element.text);
    const bool word = !id.empty() && std::ranges::all_of(id, [](char c) {
      return static_cast<unsigned char>(c) > ' ' && c != 0x7f;
    });
    if (!word) {
      tree_.Fail(element, fmt::format("the id {} of a formula", base::Quoted(id)),
                 "it is one word: no space and no line end");
    }
    return std::string(id);
  }

  Formula ReadFormula(const Element& element) const {
    Formula formula;
    formula.position = element.position;
    if (element.name == "all-paths" || element.name == "exists-path") {
      ReadPath(element, formula);
    } else if (element.name == "negation") {
      formula.kind = FormulaKind::kNot;
      formula.operands.push_back(ReadFormula(tree_.OnlyChild(element)));
    } else if (element.name == "conjunction" || element.name == "disjunction") {
      formula.kind = element.name == "conjunction" ? FormulaKind::kAnd : FormulaKind::kOr;
      for (const Element& child : element.children) formula.operands.push_back(ReadFormula(child));
      if (formula.operands.empty()) tree_.Fail(element, "<" + element.name + "> of nothing", "");
    } else if (element.name == "integer-le") {
      ReadComparison(element, formula);
    } else if (element.name == "is-fireable") {
      formula.kind = FormulaKind::kFireable;
      formula.transitions = Nodes(element, "transition", transitions_);
    } else {
      tree_.Fail(element, "a formula <" + element.name + "> is not supported",
                 "formulas are <all-paths>, <exists-path>, <negation>, <conjunction>, "
                 "<disjunction>, <integer-le> and <is-fireable>");
    }
    return formula;
  }

  void ReadPath(const Element& element, Formula& formula) const {
    const bool exists = element.name == "exists-path";
    const Element& path = tree_.OnlyChild(element);
    if (path.name == "until") {
      formula.kind = exists ? FormulaKind::kExistsUntil : FormulaKind::kForallUntil;
      for (const char* const part : {"before", "reach"}) {
        formula.operands.push_back(ReadFormula(tree_.OnlyChild(tree_.Child(path, part))));
      }
      return;
    }
    for (const PathKind& kind : kPathKinds) {
      if (path.name != kind.name) continue;
      formula.kind = exists ? kind.exists : kind.forall;
      formula.operands.push_back(ReadFormula(tree_.OnlyChild(path)));
      return;
    }
    tree_.Fail(path, fmt::format("<{}> in <{}>", path.name, element.name),
               "paths are <next>, <finally>, <globally> and <until>");
  }

  void ReadComparison(const Element& element, Formula& formula) const {
    formula.kind = FormulaKind::kLessOrEqual;
    if (element.children.size() != 2) {
      tree_.Fail(element, fmt::format("{} operands of <integer-le>", element.children.size()),
                 "it compares two numbers");
    }
    formula.left = ReadNumber(element.children[0]);
    formula.right = ReadNumber(element.children[1]);
  }

  Number ReadNumber(const Element& element) const {
    Number number;
    if (element.name == "integer-constant") {
      number.constant = tree_.Integer(element, std::numeric_limits<std::int64_t>::min(),
                                      std::numeric_limits<std::int64_t>::max());
    } else if (element.name == "tokens-count") {
      number.is_constant = false;
      number.places = Nodes(element, "place", places_);
    } else {
      tree_.Fail(element, "a number <" + element.name + "> is not supported",
                 "numbers are <integer-constant> and <tokens-count>");
    }
    return number;
  }

  // The indices of the nodes that the children name.
  Indices Nodes(const Element& element, std::string_view kind,
                const std::map<std::string, std::size_t>& index) const {
    Indices nodes;
    for (const Element& child : element.children) {
      const std::string id(base::Trim(child.text));
      const auto found = child.name == kind ? index.find(id) : index.end();
      if (found == index.end()) {
        tree_.Fail(child, fmt::format("<{}> {}", child.name, id),
                   fmt::format("<{}> holds a <{}> of the net", element.name, kind));
      }
      nodes.push_back(found->second);
    }
    if (nodes.empty()) tree_.Fail(element, "<" + element.name + "> of nothing", "");
    return nodes;
  }

  const Tree& tree_;
  const std::map<std::string, std::size_t> places_;
  const std::map<std::string, std::size_t> transitions_;
};

}  // namespace

std::vector<Property> ReadProperties(std::string_view text, const std::string& filename,
                                     const pnml::Net& net) {
  const Tree tree(text, filename);
  return FormulaReader(tree, net).Read();
}

}  // namespace mcc
