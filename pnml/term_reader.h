// Reads the terms of a symmetric net: inscriptions, markings and conditions. Internal to pnml/.
//
// Thread safety: none; one per reader.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "pnml/declarations.h"
#include "pnml/net.h"
#include "pnml/tree.h"

namespace pnml {

class TermReader {
 public:
  /// All must outlive it.
  TermReader(const Tree& tree, Declarations& declarations, const Net& net)
      : tree_(tree), declarations_(declarations), net_(net) {}

  /// A multi-set over `sort`; one colour is a multi-set, too. Throws base::ParseError.
  Term MultiSet(const xml::Element& element, SortIndex sort);
  /// A truth value. Throws base::ParseError.
  Term Condition(const xml::Element& element);

 private:
  /// A colour; of `sort`, when that is said.
  Term Colour(const xml::Element& element, std::optional<SortIndex> sort);
  Term Difference(const xml::Element& element, SortIndex sort);
  Term Tuple(const xml::Element& element, std::optional<SortIndex> sort);
  Term Step(const xml::Element& element, TermKind kind, std::optional<SortIndex> sort);
  Term PartOf(const xml::Element& element);
  /// A variable as a condition.
  Term IsTrue(const xml::Element& variable);
  Term Compare(const xml::Element& element, TermKind kind, const xml::Element& left,
               const xml::Element& right);
  Term TupleComparison(const xml::Element& element, TermKind kind, const xml::Element& left,
                       const xml::Element& right);
  /// What a use of a declared operator stands for: its definition with the operands in it.
  xml::Element Expand(const Operator& op, const xml::Element& use);
  using Operands = std::map<std::string, const xml::Element*>;  // by id of the parameter
  void Substitute(xml::Element& element, const Operands& operands);
  /// Reads what a use stands for.
  template <typename Read>
  Term Expanded(const Operator& op, const xml::Element& use, Read&& read);
  /// Counts the elements that are made, against operators that stand for terms without end.
  void Spend(const xml::Element& element);
  Term Constant(const xml::Element& element);
  Term Comparison(const xml::Element& element, TermKind kind);
  Term NumberOf(const xml::Element& element, TermKind kind, SortIndex sort);
  std::int64_t Coefficient(const xml::Element& element);
  /// The operand in <subterm> `i` of those there are.
  const xml::Element& Operand(const xml::Element& element, std::size_t i, std::size_t count);
  void CheckSort(const xml::Element& element, const Term& term, SortIndex sort);

  const Tree& tree_;
  Declarations& declarations_;
  const Net& net_;
  std::size_t expanded_ = 0;  // elements
  int depth_ = 0;             // of operators in each other's definitions
};

}  // namespace pnml
