#include "pnml/term_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <utility>

#include "pnml/term_names.h"

namespace pnml {
namespace {

using xml::Element;

constexpr std::size_t kMostExpanded = 100'000;
constexpr int kDeepest = 100;

template <std::size_t kSize>
std::optional<TermKind> Find(const std::array<NamedKind, kSize>& kinds, std::string_view name) {
  const auto found = std::ranges::find(kinds, name, &NamedKind::name);
  if (found == kinds.end()) return std::nullopt;
  return found->kind;
}

/// A tuple of one element is that element: there are no products of one sort.
bool IsInParentheses(const Element& element) {
  return element.name == "tuple" && element.children.size() == 1;
}

Term Make(TermKind kind, const Element& element) {
  Term term;
  term.kind = kind;
  term.position = element.position;
  return term;
}

}  // namespace

const Element& TermReader::Operand(const Element& element, std::size_t i, std::size_t count) {
  if (element.children.size() != count || element.children[i].name != "subterm") {
    const std::size_t operands = element.FindChildren("subterm").size();
    tree_.Fail(element, fmt::format("{} operands of <{}>", operands, element.name),
               fmt::format("it has {}, each in a <subterm>", count));
  }
  return tree_.OnlyChild(element.children[i]);
}

void TermReader::CheckSort(const Element& element, const Term& term, SortIndex sort) {
  if (declarations_.Same(term.sort, sort)) return;
  tree_.Fail(element, "a colour of " + declarations_.NameOf(term.sort),
             "here belongs one of " + declarations_.NameOf(sort));
}

void TermReader::Substitute(Element& element, const Operands& operands) {
  if (element.name == "variable") {
    const auto operand = operands.find(tree_.Attribute(element, "refvariable"));
    if (operand != operands.end()) {
      Spend(*operand->second);
      element = Element(*operand->second);
    }
    return;
  }
  for (Element& child : element.children) Substitute(child, operands);
}

void TermReader::Spend(const Element& element) {
  if (++expanded_ > kMostExpanded) {
    tree_.Fail(element, "the net's operators stand for too much",
               fmt::format("all their uses together have at most {} elements", kMostExpanded));
  }
  for (const Element& child : element.children) Spend(child);
}

template <typename Read>
Term TermReader::Expanded(const Operator& op, const Element& use, Read&& read) {
  if (depth_ == kDeepest) {
    tree_.Fail(use, fmt::format("operators within operators, {} of them", kDeepest),
               "an operator is not defined by itself");
  }
  ++depth_;
  Term term = read(Expand(op, use));
  --depth_;
  return term;
}

Element TermReader::Expand(const Operator& op, const Element& use) {
  Operands operands;
  for (std::size_t i = 0; i < op.parameters.size(); ++i) {
    operands[op.parameters[i]] = &Operand(use, i, op.parameters.size());
  }
  if (op.parameters.size() != use.children.size()) Operand(use, 0, op.parameters.size());
  Spend(*op.definition);
  Element expanded = *op.definition;
  Substitute(expanded, operands);
  return expanded;
}

Term TermReader::MultiSet(const Element& element, SortIndex sort) {
  if (const Operator* const op = declarations_.OperatorOf(element)) {
    return Expanded(*op, element, [&](const Element& e) { return MultiSet(e, sort); });
  }
  if (element.name == "empty") {  // a sum of nothing
    Term term = Make(TermKind::kAdd, element);
    term.sort = declarations_.SortOf(tree_.OnlyChild(element));
    CheckSort(element, term, sort);
    return term;
  }
  if (element.name == "numberof") return NumberOf(element, TermKind::kNumberOf, sort);
  if (element.name == "scalarproduct") return NumberOf(element, TermKind::kScalarProduct, sort);
  if (element.name == "add") {
    Term term = Make(TermKind::kAdd, element);
    term.sort = sort;
    for (std::size_t i = 0; i < element.children.size(); ++i) {
      term.operands.push_back(MultiSet(Operand(element, i, element.children.size()), sort));
    }
    if (term.operands.empty()) tree_.Fail(element, "a sum of nothing", "it has operands");
    return term;
  }
  if (element.name == "subtract") return Difference(element, sort);
  if (IsInParentheses(element)) return MultiSet(Operand(element, 0, 1), sort);
  return Colour(element, sort);
}

// The first operand without all the others: a - b - c is (a - b) - c.
Term TermReader::Difference(const Element& element, SortIndex sort) {
  const std::size_t count = element.children.size();
  if (count == 0) tree_.Fail(element, "a difference of nothing", "it has operands");
  Term term = MultiSet(Operand(element, 0, count), sort);
  for (std::size_t i = 1; i < count; ++i) {
    Term difference = Make(TermKind::kSubtract, element);
    difference.sort = sort;
    difference.operands.push_back(std::move(term));
    difference.operands.push_back(MultiSet(Operand(element, i, count), sort));
    term = std::move(difference);
  }
  return term;
}

// Without a number it is one.
Term TermReader::NumberOf(const Element& element, TermKind kind, SortIndex sort) {
  if (element.children.size() == 1) return MultiSet(Operand(element, 0, 1), sort);
  Term term = Make(kind, element);
  term.sort = sort;
  term.number = Coefficient(Operand(element, 0, 2));
  term.operands.push_back(MultiSet(Operand(element, 1, 2), sort));
  return term;
}

std::int64_t TermReader::Coefficient(const Element& element) {
  if (element.name != "numberconstant") {
    tree_.Fail(element, "<" + element.name + "> for a number of tokens",
               "it is a <numberconstant>");
  }
  return tree_.Number(element, "value", 0, kMostTokens);
}

Term TermReader::Colour(const Element& element, std::optional<SortIndex> sort) {
  if (const Operator* const op = declarations_.OperatorOf(element)) {
    return Expanded(*op, element, [&](const Element& e) { return Colour(e, sort); });
  }
  if (IsInParentheses(element)) return Colour(Operand(element, 0, 1), sort);
  if (element.name == "tuple") return Tuple(element, sort);
  if (element.name == "successor") return Step(element, TermKind::kSuccessor, sort);
  if (element.name == "predecessor") return Step(element, TermKind::kPredecessor, sort);
  Term term = element.name == "partitionelementof" ? PartOf(element) : Constant(element);
  if (sort) CheckSort(element, term, *sort);
  return term;
}

Term TermReader::PartOf(const Element& element) {
  Term term = Make(TermKind::kPartOf, element);
  term.sort = declarations_.PartitionOf(element);
  term.operands.push_back(Colour(Operand(element, 0, 1), net_.sorts[term.sort].base));
  if (term.operands.front().kind == TermKind::kAll) {
    tree_.Fail(element, "the element that <all> is in", "it is that of one colour");
  }
  return term;
}

Term TermReader::Constant(const Element& element) {
  if (element.name == "variable") {
    Term term = Make(TermKind::kVariable, element);
    term.index = declarations_.VariableOf(element);
    term.sort = net_.variables[term.index].sort;
    return term;
  }
  if (element.name == "useroperator") {
    Term term = Make(TermKind::kElement, element);
    std::tie(term.sort, term.index) = declarations_.ElementOf(element);
    return term;
  }
  if (element.name == "finiteintrangeconstant") {
    Term term = Make(TermKind::kInteger, element);
    term.sort = declarations_.SortOf(tree_.OnlyChild(element));
    const Sort& range = net_.sorts[term.sort];
    term.number = tree_.Number(element, "value", range.low, range.high);
    return term;
  }
  if (element.name == "all") {
    Term term = Make(TermKind::kAll, element);
    term.sort = declarations_.SortOf(tree_.OnlyChild(element));
    return term;
  }
  if (element.name == "dotconstant") {
    Term term = Make(TermKind::kDot, element);
    term.sort = declarations_.Basic(SortKind::kDot);
    return term;
  }
  if (element.name == "booleanconstant") {
    Term term = Make(TermKind::kBool, element);
    term.sort = declarations_.Basic(SortKind::kBool);
    const std::string& value = tree_.Attribute(element, "value");
    if (value != "true" && value != "false") {
      tree_.Fail(element, "value=\"" + value + "\"", "it is true or false");
    }
    term.number = value == "true";
    return term;
  }
  tree_.Fail(element, "a term <" + element.name + "> is not supported here", "");
}

Term TermReader::Tuple(const Element& element, std::optional<SortIndex> sort) {
  if (!sort) tree_.Fail(element, "a tuple in a condition is not supported", "compare its parts");
  const Sort& product = net_.sorts[*sort];
  if (product.kind != SortKind::kProduct || product.parts.size() != element.children.size()) {
    tree_.Fail(element, fmt::format("a tuple of {}", element.children.size()),
               "here belongs a colour of " + declarations_.NameOf(*sort));
  }
  const std::vector<SortIndex> parts = product.parts;
  Term term = Make(TermKind::kTuple, element);
  term.sort = *sort;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    term.operands.push_back(Colour(Operand(element, i, parts.size()), parts[i]));
  }
  return term;
}

Term TermReader::Step(const Element& element, TermKind kind, std::optional<SortIndex> sort) {
  Term term = Make(kind, element);
  term.operands.push_back(Colour(Operand(element, 0, 1), sort));
  term.sort = term.operands.front().sort;
  if (term.operands.front().kind == TermKind::kAll) {
    tree_.Fail(element, fmt::format("the {} of <all>", element.name), "it is that of one colour");
  }
  const SortKind stepped = net_.sorts[term.sort].kind;
  if (stepped != SortKind::kCyclicEnumeration) {
    tree_.Fail(
        element,
        fmt::format("the {} of a colour of {}", element.name, declarations_.NameOf(term.sort)),
        "only cyclic enumerations have one");
  }
  return term;
}

Term TermReader::Condition(const Element& element) {
  if (const Operator* const op = declarations_.OperatorOf(element)) {
    return Expanded(*op, element, [&](const Element& e) { return Condition(e); });
  }
  if (const auto comparison = Find(kComparisons, element.name)) {
    return Comparison(element, *comparison);
  }
  if (const auto connective = Find(kConnectives, element.name)) {
    Term term = Make(*connective, element);
    const std::size_t count = *connective == TermKind::kNot     ? 1
                              : *connective == TermKind::kImply ? 2
                                                                : element.children.size();
    for (std::size_t i = 0; i < count; ++i) {
      term.operands.push_back(Condition(Operand(element, i, count)));
    }
    if (term.operands.empty()) tree_.Fail(element, "<" + element.name + "> of nothing", "");
    return term;
  }
  if (element.name == "booleanconstant") return Constant(element);
  if (element.name == "variable") return IsTrue(element);
  tree_.Fail(element, "a condition <" + element.name + "> is not supported",
             "conditions are comparisons, <and>, <or>, <not> and <imply>");
}

Term TermReader::IsTrue(const Element& variable) {
  Term term = Make(TermKind::kEqual, variable);
  term.sort = declarations_.Basic(SortKind::kBool);
  term.operands.push_back(Colour(variable, term.sort));
  Term truth = Make(TermKind::kBool, variable);
  truth.sort = term.sort;
  truth.number = 1;
  term.operands.push_back(std::move(truth));
  return term;
}

// Tuples are equal when their parts are, and not when one pair of them is not.
Term TermReader::TupleComparison(const Element& element, TermKind kind, const Element& left,
                                 const Element& right) {
  if (kind != TermKind::kEqual && kind != TermKind::kNotEqual) {
    tree_.Fail(element, "<" + element.name + "> of tuples", "tuples have no order");
  }
  if (left.children.size() != right.children.size() || left.children.empty()) {
    tree_.Fail(
        element,
        fmt::format("a tuple of {} and one of {}", left.children.size(), right.children.size()),
        "tuples of as many parts can be compared");
  }
  Term term = Make(kind == TermKind::kEqual ? TermKind::kAnd : TermKind::kOr, element);
  for (std::size_t i = 0; i < left.children.size(); ++i) {
    term.operands.push_back(Compare(element, kind, Operand(left, i, left.children.size()),
                                    Operand(right, i, right.children.size())));
  }
  return term;
}

Term TermReader::Comparison(const Element& element, TermKind kind) {
  const Element& left = Operand(element, 0, 2);
  const Element& right = Operand(element, 1, 2);
  return Compare(element, kind, left, right);
}

Term TermReader::Compare(const Element& element, TermKind kind, const Element& left,
                         const Element& right) {
  if (IsInParentheses(left)) return Compare(element, kind, Operand(left, 0, 1), right);
  if (IsInParentheses(right)) return Compare(element, kind, left, Operand(right, 0, 1));
  if (left.name == "tuple" && right.name == "tuple") {
    return TupleComparison(element, kind, left, right);
  }
  Term term = Make(kind, element);
  // A tuple does not say of which sort it is.
  const bool right_first = left.name == "tuple";
  Term first = Colour(right_first ? right : left, std::nullopt);
  Term second = Colour(right_first ? left : right, first.sort);
  term.sort = first.sort;
  term.operands.push_back(std::move(right_first ? second : first));
  term.operands.push_back(std::move(right_first ? first : second));
  if (term.operands[0].kind == TermKind::kAll || term.operands[1].kind == TermKind::kAll) {
    tree_.Fail(element, "<all> in a comparison", "a comparison is of two colours");
  }
  const SortKind compared = net_.sorts[term.sort].kind;
  const bool of_partitions = element.name == "ltp" || element.name == "gtp";
  if (of_partitions && net_.sorts[term.sort].part_of.empty()) {
    tree_.Fail(element,
               fmt::format("<{}> of colours of {}", element.name, declarations_.NameOf(term.sort)),
               "it is of elements of a partition");
  }
  const bool has_order = compared == SortKind::kEnumeration ||
                         compared == SortKind::kCyclicEnumeration || compared == SortKind::kRange;
  if (kind != TermKind::kEqual && kind != TermKind::kNotEqual && !has_order) {
    tree_.Fail(element,
               fmt::format("<{}> of colours of {}", element.name, declarations_.NameOf(term.sort)),
               "only enumerations and ranges have an order");
  }
  return term;
}

}  // namespace pnml
