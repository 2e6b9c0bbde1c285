#include "pnml/truth_table.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

namespace pnml {
namespace {

using Rows = std::span<const char>;

Term Pair(TermKind kind, Term left, Term right) {
  Term term;
  term.kind = kind;
  term.operands.push_back(std::move(left));
  term.operands.push_back(std::move(right));
  return term;
}

/// What the rest of a table says, and for which colours of its first variable.
struct Case {
  Rows rest;
  std::vector<std::size_t> colours;
};

class Diagram {
 public:
  Diagram(const TruthTable& table, ExportedSorts& sorts) : table_(table), sorts_(sorts) {}

  Term Write(std::size_t column, Rows rows) {
    if (std::ranges::count(rows, rows.front()) == std::ssize(rows)) return Truth(rows.front() != 0);
    if (column + 2 == table_.columns.size()) {
      if (const auto comparison = AsComparison(column, rows)) return *comparison;
    }
    const std::vector<Case> cases = CasesOf(column, rows);
    if (cases.size() == 1) return Write(column + 1, cases[0].rest);
    std::vector<Term> alternatives;
    for (const Case& one : cases) {
      Term rest = Write(column + 1, one.rest);
      if (IsTruth(rest, false)) continue;
      Term here = IsOneOf(column, one.colours);
      alternatives.push_back(IsTruth(rest, true)
                                 ? std::move(here)
                                 : Pair(TermKind::kAnd, std::move(here), std::move(rest)));
    }
    return Join(TermKind::kOr, std::move(alternatives));
  }

 private:
  std::vector<Case> CasesOf(std::size_t column, Rows rows) const {
    std::vector<Case> cases;
    const std::size_t colours = table_.columns[column].colours.size();
    const std::size_t size = rows.size() / colours;
    for (std::size_t i = 0; i < colours; ++i) {
      const Rows rest = rows.subspan(i * size, size);
      auto same = std::ranges::find_if(
          cases, [&](const Case& one) { return std::ranges::equal(one.rest, rest); });
      if (same == cases.end()) same = cases.insert(same, {rest, {}});
      same->colours.push_back(i);
    }
    return cases;
  }

  Term IsOneOf(std::size_t column, const std::vector<std::size_t>& chosen) {
    const Column& c = table_.columns[column];
    const bool mostly = chosen.size() * 2 > c.colours.size();
    std::vector<Term> comparisons;
    for (std::size_t i = 0; i < c.colours.size(); ++i) {
      const bool is_chosen = std::ranges::binary_search(chosen, i);
      if (is_chosen == mostly) continue;
      comparisons.push_back(Compare(mostly ? TermKind::kNotEqual : TermKind::kEqual, c.variable,
                                    sorts_.Constant(c.colours[i], c.variable.sort)));
    }
    return Join(mostly ? TermKind::kAnd : TermKind::kOr, std::move(comparisons));
  }

  std::optional<Term> AsComparison(std::size_t column, Rows rows) {
    const Column& left = table_.columns[column];
    const Column& right = table_.columns[column + 1];
    if (left.variable.sort != right.variable.sort) return std::nullopt;
    const SortKind sort = sorts_[left.variable.sort].kind;
    const bool has_order = sort == SortKind::kRange || sort == SortKind::kEnumeration ||
                           sort == SortKind::kCyclicEnumeration;
    constexpr std::array kKinds{TermKind::kEqual,   TermKind::kNotEqual,
                                TermKind::kLess,    TermKind::kLessOrEqual,
                                TermKind::kGreater, TermKind::kGreaterOrEqual};
    for (const TermKind kind : kKinds) {
      if (Says(kind, left.colours.size(), rows))
        return Compare(kind, left.variable, right.variable);
      if (kind == TermKind::kNotEqual && !has_order) break;
    }
    return std::nullopt;
  }

  static bool Says(TermKind kind, std::size_t colours, Rows rows) {
    for (std::size_t a = 0; a < colours; ++a) {
      for (std::size_t b = 0; b < colours; ++b) {
        if (Holds(kind, a, b) != (rows[a * colours + b] != 0)) return false;
      }
    }
    return true;
  }

  static bool Holds(TermKind kind, std::size_t a, std::size_t b) {
    switch (kind) {
      case TermKind::kEqual:
        return a == b;
      case TermKind::kNotEqual:
        return a != b;
      case TermKind::kLess:
        return a < b;
      case TermKind::kLessOrEqual:
        return a <= b;
      case TermKind::kGreater:
        return a > b;
      default:
        return a >= b;
    }
  }

  const TruthTable& table_;
  ExportedSorts& sorts_;
};

}  // namespace

Term Truth(bool holds) {
  Term term;
  term.kind = TermKind::kBool;
  term.number = holds;
  return term;
}

bool IsTruth(const Term& condition, bool holds) {
  return condition.kind == TermKind::kBool && (condition.number != 0) == holds;
}

Term Join(TermKind kind, std::vector<Term> conditions) {
  if (conditions.empty()) return Truth(kind == TermKind::kAnd);
  while (conditions.size() > 1) {
    std::vector<Term> pairs;
    for (std::size_t i = 0; i + 1 < conditions.size(); i += 2) {
      pairs.push_back(Pair(kind, std::move(conditions[i]), std::move(conditions[i + 1])));
    }
    if (conditions.size() % 2 == 1) pairs.push_back(std::move(conditions.back()));
    conditions = std::move(pairs);
  }
  return std::move(conditions.front());
}

Term Not(Term condition) {
  Term term;
  term.kind = TermKind::kNot;
  term.operands.push_back(std::move(condition));
  return term;
}

Term Compare(TermKind kind, Term left, Term right) {
  const SortIndex sort = left.sort;
  Term term = Pair(kind, std::move(left), std::move(right));
  term.sort = sort;
  return term;
}

Term ConditionOf(const TruthTable& table, ExportedSorts& sorts) {
  return Diagram(table, sorts).Write(0, table.rows);
}

}  // namespace pnml
