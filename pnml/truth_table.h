// What a function says of the colours of some variables, as a condition of a symmetric net, which
// has comparisons and connectives and no functions. Internal to pnml/.
//
// How it works: as in a decision diagram, the colours of the first variable for which the rest of
// the table is the same are one case; a table of two variables of one sort that is a comparison is
// written as one.
// Thread safety: free functions without state. Source: Srinivasan, Kam, Malik & Brayton,
// "Algorithms for discrete function manipulation" (1990).
#pragma once

#include <string_view>
#include <vector>

#include "pnml/exported_sorts.h"
#include "pnml/net.h"

namespace pnml {

/// The most rows that a table may have.
inline constexpr std::size_t kMostRows = 1'000'000;

/// A variable that a table is about.
struct Column {
  Term variable;
  std::vector<cpn::Value> colours;  ///< in the sort's order
};

struct TruthTable {
  std::vector<Column> columns;
  std::vector<char> rows;  ///< 1: holds. In lexicographic order, the last column varies fastest
};

Term Truth(bool holds);
/// Is it Truth(holds)?
bool IsTruth(const Term& condition, bool holds);
/// Both or one of the conditions, in a tree of little depth; Truth(kind == kAnd) of none.
Term Join(TermKind kind, std::vector<Term> conditions);
Term Not(Term condition);
Term Compare(TermKind kind, Term left, Term right);

/// The condition that holds exactly where the table says so.
Term ConditionOf(const TruthTable& table, ExportedSorts& sorts);

}  // namespace pnml
