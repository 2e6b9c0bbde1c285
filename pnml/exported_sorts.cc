#include "pnml/exported_sorts.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "pnml/refusal.h"

namespace pnml {

using cpn::ColourSetKind;

SortIndex ExportedSorts::SortOf(cpn::ColourSetId set) {
  const cpn::ColourSetId stripped = model_.colour_sets().StripAliases(set);
  for (SortIndex i = 0; i < sets_.size(); ++i) {
    if (model_.colour_sets().Same(sets_[i], stripped)) return i;
  }
  Sort sort = Make(stripped);
  sort.id = fmt::format("sort-{}", sets_.size() + 1);
  sort.name = model_.colour_sets()[stripped].name;
  net_.sorts.push_back(std::move(sort));
  sets_.push_back(stripped);
  return sets_.size() - 1;
}

Sort ExportedSorts::Make(cpn::ColourSetId id) {
  const cpn::ColourSet& set = model_.colour_sets()[id];
  Sort sort;
  switch (set.kind) {
    case ColourSetKind::kUnit:
      sort.kind = SortKind::kDot;
      return sort;
    case ColourSetKind::kBool:
      sort.kind = SortKind::kBool;
      return sort;
    case ColourSetKind::kRange:
    case ColourSetKind::kIndex:
      sort.kind = SortKind::kRange;
      sort.low = set.low;
      sort.high = set.high;
      return sort;
    case ColourSetKind::kProduct:
      sort.kind = SortKind::kProduct;
      for (const cpn::ColourSetId part : set.parts) sort.parts.push_back(SortOf(part));
      return sort;
    case ColourSetKind::kRecord: {
      sort.kind = SortKind::kProduct;
      std::vector<cpn::ColourSetField> fields = set.fields;
      std::ranges::sort(fields, {}, &cpn::ColourSetField::name);
      for (const cpn::ColourSetField& field : fields) sort.parts.push_back(SortOf(*field.type));
      if (fields.empty()) Enumerate(id, sort);
      return sort;
    }
    default:
      Enumerate(id, sort);
      return sort;
  }
}

void ExportedSorts::Enumerate(cpn::ColourSetId set, Sort& sort) {
  const auto* colours = model_.colour_sets().Enumerate(set, model_.evaluator());
  const std::string& name = model_.colour_sets()[set].name;
  if (colours == nullptr) {
    throw Refusal(
        fmt::format("{} has more than {} colours, or infinitely many; PNML's symmetric "
                    "nets have finite sorts",
                    name, cpn::ColourSets::kSmall));
  }
  if (colours->empty()) throw Refusal(name + " has no colour");
  sort.kind = SortKind::kEnumeration;
  auto& numbers = numbers_[sets_.size()];
  for (std::size_t i = 0; i < colours->size(); ++i) {
    const std::string id = fmt::format("element-{}-{}", sets_.size() + 1, i + 1);
    sort.elements.push_back({id, model_.values().Format((*colours)[i])});
    numbers.emplace((*colours)[i].id, i);
  }
}

bool ExportedSorts::Contains(SortIndex sort, cpn::Value v) {
  return model_.colour_sets().Contains(sets_[sort], v, model_.evaluator());
}

const std::vector<cpn::Value>& ExportedSorts::ColoursOf(SortIndex sort) {
  const auto* colours = model_.colour_sets().Enumerate(sets_[sort], model_.evaluator());
  if (colours != nullptr) return *colours;
  throw Refusal(
      fmt::format("it is computed from colours of {}, which has more than {}: too many "
                  "for a table",
                  net_.sorts[sort].name, cpn::ColourSets::kSmall));
}

Term ExportedSorts::Constant(cpn::Value v, SortIndex index) {
  const Sort& sort = net_.sorts[index];
  Term term;
  term.sort = index;
  switch (sort.kind) {
    case SortKind::kDot:
      term.kind = TermKind::kDot;
      return term;
    case SortKind::kBool:
      term.kind = TermKind::kBool;
      term.number = model_.values().AsBool(v);
      return term;
    case SortKind::kRange:
      term.kind = TermKind::kInteger;
      term.number = model_.values().AsInt(v);
      return term;
    case SortKind::kProduct: {
      term.kind = TermKind::kTuple;
      const auto parts = model_.values().Elements(v);
      for (std::size_t i = 0; i < parts.size(); ++i) {
        term.operands.push_back(Constant(parts[i], sort.parts[i]));
      }
      return term;
    }
    default:
      term.kind = TermKind::kElement;
      term.index = numbers_.at(index).at(v.id);
      return term;
  }
}

Term ExportedSorts::Tokens(std::span<const cpn::MultiSetEntry> entries, SortIndex sort) {
  const auto* colours = model_.colour_sets().Enumerate(sets_[sort], model_.evaluator());
  const bool is_all = colours != nullptr && colours->size() == entries.size() &&
                      std::ranges::all_of(entries, [&](const cpn::MultiSetEntry& entry) {
                        return entry.count == entries.front().count;
                      });
  Term sum;
  sum.kind = TermKind::kAdd;
  sum.sort = sort;
  if (is_all) {
    Term all;
    all.kind = TermKind::kAll;
    all.sort = sort;
    sum.operands.push_back(NumberOf(entries.front().count, std::move(all)));
  } else {
    for (const cpn::MultiSetEntry& entry : entries) {
      sum.operands.push_back(NumberOf(entry.count, Constant(entry.value, sort)));
    }
  }
  return sum.operands.size() == 1 ? sum.operands.front() : sum;
}

Term NumberOf(std::int64_t count, Term operand) {
  Term term;
  term.kind = TermKind::kNumberOf;
  term.sort = operand.sort;
  term.number = count;
  term.operands.push_back(std::move(operand));
  return term;
}

}  // namespace pnml
