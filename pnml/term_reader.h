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

  /// A multi-set over `sort`; one colour is a multi-set, too. Throws suite::ParseError.
  Term MultiSet(const suite::Element& element, SortIndex sort);
  /// A truth value. Throws suite::ParseError.
  Term Condition(const suite::Element& element);

 private:
  /// A colour; of `sort`, when that is said.
  Term Colour(const suite::Element& element, std::optional<SortIndex> sort);
  Term Tuple(const suite::Element& element, std::optional<SortIndex> sort);
  Term Step(const suite::Element& element, TermKind kind, std::optional<SortIndex> sort);
  Term PartOf(const suite::Element& element);
  /// A variable as a condition.
  Term IsTrue(const suite::Element& variable);
  Term Compare(const suite::Element& element, TermKind kind, const suite::Element& left,
               const suite::Element& right);
  Term TupleComparison(const suite::Element& element, TermKind kind, const suite::Element& left,
                       const suite::Element& right);
  /// What a use of a declared operator stands for: its definition with the operands in it.
  suite::Element Expand(const Operator& op, const suite::Element& use);
  using Operands = std::map<std::string, const suite::Element*>;  // by id of the parameter
  void Substitute(suite::Element& element, const Operands& operands);
  /// Reads what a use stands for.
  template <typename Read>
  Term Expanded(const Operator& op, const suite::Element& use, Read&& read);
  /// Counts the elements that are made, against operators that stand for terms without end.
  void Spend(const suite::Element& element);
  Term Constant(const suite::Element& element);
  Term Comparison(const suite::Element& element, TermKind kind);
  Term NumberOf(const suite::Element& element, TermKind kind, SortIndex sort);
  std::int64_t Coefficient(const suite::Element& element);
  /// The operand in <subterm> `i` of those there are.
  const suite::Element& Operand(const suite::Element& element, std::size_t i, std::size_t count);
  void CheckSort(const suite::Element& element, const Term& term, SortIndex sort);

  const Tree& tree_;
  Declarations& declarations_;
  const Net& net_;
  std::size_t expanded_ = 0;  // elements
  int depth_ = 0;             // of operators in each other's definitions
};

}  // namespace pnml
