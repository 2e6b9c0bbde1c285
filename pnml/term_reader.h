// Reads the terms of a symmetric net: inscriptions, markings and conditions. Internal to pnml/.
//
// Thread safety: none; one per reader.
#pragma once

#include <optional>

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
};

}  // namespace pnml
