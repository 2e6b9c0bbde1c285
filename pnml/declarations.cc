#include "pnml/declarations.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace pnml {
namespace {

using suite::Element;

// Of ranges: their sizes fit into 64 bits.
constexpr std::int64_t kLeast = -1'000'000'000'000'000;
constexpr std::int64_t kMost = 1'000'000'000'000'000;
// As in the model language.
constexpr int kDeepestSort = 50;

}  // namespace

void Declarations::Read(const Element& declaration) {
  const Element& declarations = tree_.Child(tree_.Child(declaration, "structure"), "declarations");
  for (const Element& element : declarations.children) {
    if (element.name == "namedsort") {
      ReadSort(element);
    } else if (element.name == "variabledecl") {
      ReadVariable(element);
    } else {
      tree_.Fail(element, "a declaration <" + element.name + "> is not supported",
                 "declarations are <namedsort> and <variabledecl>");
    }
  }
}

void Declarations::ReadSort(const Element& element) {
  const std::string& id = tree_.Attribute(element, "id");
  const suite::Attribute* const name = element.FindAttribute("name");
  const Element& definition = tree_.OnlyChild(element);
  const bool is_alias = definition.name == "usersort";
  const SortIndex sort =
      is_alias ? SortOf(definition) : MakeSort(definition, id, name != nullptr ? name->value : id);
  Register(element, id, sort);
}

void Declarations::Register(const Element& element, const std::string& id, SortIndex sort) {
  if (!sorts_.emplace(id, sort).second) {
    tree_.Fail(element, "a second sort of id " + id, "ids are distinct");
  }
}

void Declarations::ReadVariable(const Element& element) {
  const std::string& id = tree_.Attribute(element, "id");
  const suite::Attribute* const name = element.FindAttribute("name");
  const SortIndex sort = SortOf(tree_.OnlyChild(element));
  if (!variables_.emplace(id, net_.variables.size()).second) {
    tree_.Fail(element, "a second variable of id " + id, "ids are distinct");
  }
  net_.variables.push_back({id, name != nullptr ? name->value : id, sort});
}

SortIndex Declarations::SortOf(const Element& element) {
  if (element.name != "usersort") return MakeSort(element, "", "");
  const std::string& id = tree_.Attribute(element, "declaration");
  const auto found = sorts_.find(id);
  if (found == sorts_.end()) {
    tree_.Fail(element, "there is no sort of id " + id, "a sort is declared before it is used");
  }
  return found->second;
}

SortIndex Declarations::Basic(SortKind kind) {
  const auto found = std::ranges::find(net_.sorts, kind, &Sort::kind);
  if (found != net_.sorts.end()) return static_cast<SortIndex>(found - net_.sorts.begin());
  net_.sorts.emplace_back();
  net_.sorts.back().kind = kind;
  return net_.sorts.size() - 1;
}

SortIndex Declarations::MakeSort(const Element& definition, const std::string& id,
                                 const std::string& name) {
  Sort sort;
  sort.id = id;
  sort.name = name;
  if (definition.name == "dot") {
    sort.kind = SortKind::kDot;
  } else if (definition.name == "bool") {
    sort.kind = SortKind::kBool;
  } else if (definition.name == "cyclicenumeration" || definition.name == "finiteenumeration") {
    const bool is_cyclic = definition.name == "cyclicenumeration";
    sort.kind = is_cyclic ? SortKind::kCyclicEnumeration : SortKind::kEnumeration;
    ReadElements(definition, sort);
  } else if (definition.name == "finiteintrange") {
    sort.kind = SortKind::kRange;
    sort.low = tree_.Number(definition, "start", kLeast, kMost);
    sort.high = tree_.Number(definition, "end", sort.low, kMost);
  } else if (definition.name == "productsort") {
    sort.kind = SortKind::kProduct;
    for (const Element& part : definition.children) {
      sort.parts.push_back(SortOf(part));
      sort.depth = std::max(sort.depth, net_.sorts[sort.parts.back()].depth + 1);
    }
    if (sort.depth > kDeepestSort) {
      tree_.Fail(definition, fmt::format("sorts nested more than {} deep", kDeepestSort), "");
    }
    if (sort.parts.empty()) tree_.Fail(definition, "a product of nothing", "");
  } else {
    tree_.Fail(definition, "a sort <" + definition.name + "> is not supported",
               "sorts are <dot>, <bool>, <finiteenumeration>, <cyclicenumeration>, "
               "<finiteintrange> and <productsort>");
  }
  net_.sorts.push_back(std::move(sort));
  return net_.sorts.size() - 1;
}

void Declarations::ReadElements(const Element& enumeration, Sort& sort) {
  std::set<std::string> names;
  bool distinct = true;
  for (const Element& element : enumeration.children) {
    if (element.name != "feconstant") {
      tree_.Fail(element, fmt::format("<{}> in <{}>", element.name, enumeration.name),
                 "its elements are <feconstant>");
    }
    const std::string& id = tree_.Attribute(element, "id");
    const suite::Attribute* const name = element.FindAttribute("name");
    sort.elements.push_back({id, name != nullptr && !name->value.empty() ? name->value : id});
    distinct = distinct && names.insert(sort.elements.back().name).second;
    if (!elements_.emplace(id, std::pair(net_.sorts.size(), sort.elements.size() - 1)).second) {
      tree_.Fail(element, "a second element of id " + id, "ids are distinct");
    }
  }
  if (sort.elements.empty()) tree_.Fail(enumeration, "an enumeration of nothing", "");
  if (distinct) return;
  for (SortElement& element : sort.elements) element.name = element.id;
}

std::uint64_t Declarations::VariableOf(const Element& element) const {
  const std::string& id = tree_.Attribute(element, "refvariable");
  const auto found = variables_.find(id);
  if (found == variables_.end()) tree_.Fail(element, "there is no variable of id " + id, "");
  return found->second;
}

std::pair<SortIndex, std::uint64_t> Declarations::ElementOf(const Element& element) const {
  const std::string& id = tree_.Attribute(element, "declaration");
  const auto found = elements_.find(id);
  if (found == elements_.end()) {
    tree_.Fail(element, "there is no element of id " + id,
               "a <useroperator> here is an element of an enumeration");
  }
  return found->second;
}

bool Declarations::Same(SortIndex a, SortIndex b) {
  if (a == b || same_.contains({a, b})) return true;
  const Sort& one = net_.sorts[a];
  const Sort& other = net_.sorts[b];
  if (one.kind != other.kind || one.parts.size() != other.parts.size()) return false;
  if (one.kind == SortKind::kRange) return one.low == other.low && one.high == other.high;
  if (one.kind == SortKind::kEnumeration || one.kind == SortKind::kCyclicEnumeration) return false;
  for (std::size_t i = 0; i < one.parts.size(); ++i) {
    if (!Same(one.parts[i], other.parts[i])) return false;
  }
  same_.emplace(a, b);  // products of products may meet the same parts very often
  return true;
}

std::string Declarations::NameOf(SortIndex index) const {
  const Sort& sort = net_.sorts[index];
  if (!sort.name.empty()) return sort.name;
  switch (sort.kind) {
    case SortKind::kDot:
      return "dot";
    case SortKind::kBool:
      return "bool";
    case SortKind::kRange:
      return fmt::format("{}..{}", sort.low, sort.high);
    default:
      return "a sort without a name";
  }
}

}  // namespace pnml
