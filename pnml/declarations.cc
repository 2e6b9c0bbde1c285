#include "pnml/declarations.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

namespace pnml {
namespace {

using xml::Element;

// Of ranges: their sizes fit into 64 bits.
constexpr std::int64_t kLeast = -1'000'000'000'000'000;
constexpr std::int64_t kMost = 1'000'000'000'000'000;
// As in the model language.
constexpr int kDeepestSort = 50;

constexpr std::int64_t kMostParted = 100'000;
constexpr std::size_t kNoPart = std::numeric_limits<std::size_t>::max();

/// Elements of one name are known by their ids.
void MakeNamesDistinct(Sort& sort) {
  std::set<std::string> names;
  for (const SortElement& element : sort.elements) names.insert(element.name);
  if (names.size() == sort.elements.size()) return;
  for (SortElement& element : sort.elements) element.name = element.id;
}

}  // namespace

void Declarations::Read(const Element& declaration) {
  const Element& declarations = tree_.Child(tree_.Child(declaration, "structure"), "declarations");
  for (const Element& element : declarations.children) {
    if (element.name == "namedsort") {
      ReadSort(element);
    } else if (element.name == "variabledecl") {
      ReadVariable(element);
    } else if (element.name == "partition") {
      ReadPartition(element);
    } else if (element.name == "namedoperator") {
      ReadOperator(element);
    } else if (element.name != "unparsed") {  // whatever uses it fails there
      tree_.Fail(element, "a declaration <" + element.name + "> is not supported",
                 "declarations are <namedsort>, <partition>, <variabledecl> and <namedoperator>");
    }
  }
}

void Declarations::ReadSort(const Element& element) {
  const std::string& id = tree_.Attribute(element, "id");
  const xml::Attribute* const name = element.FindAttribute("name");
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

void Declarations::ReadPartition(const Element& element) {
  Sort partition;
  partition.kind = SortKind::kEnumeration;
  partition.id = tree_.Attribute(element, "id");
  const xml::Attribute* const name = element.FindAttribute("name");
  partition.name = name != nullptr ? name->value : partition.id;
  const Element* base = nullptr;
  for (const Element& child : element.children) {
    if (child.name == "partitionelement") continue;
    if (base != nullptr) tree_.Fail(child, "a partition of two sorts", "it is of one");
    base = &child;
  }
  if (base == nullptr) tree_.Fail(element, "a partition of no sort", "it names one: <usersort>");
  partition.base = SortOf(*base);
  partition.part_of.assign(SizeOf(*base, partition.base), kNoPart);
  for (const Element* const part : element.FindChildren("partitionelement")) {
    ReadPart(*part, partition);
  }
  const auto missing = std::ranges::count(partition.part_of, kNoPart);
  if (missing > 0) {
    tree_.Fail(element,
               fmt::format("{} of {} colours are in no element of the partition", missing,
                           partition.part_of.size()),
               "each is in one");
  }
  MakeNamesDistinct(partition);
  net_.sorts.push_back(partition);
  Register(element, partition.id, net_.sorts.size() - 1);
}

void Declarations::ReadPart(const Element& element, Sort& partition) {
  const std::size_t part = partition.elements.size();
  for (const Element& constant : element.children) {
    std::size_t& part_of = partition.part_of[NumberOf(constant, partition.base)];
    if (part_of != kNoPart) {
      tree_.Fail(constant, "this colour is in the partition already", "each is in one element");
    }
    part_of = part;
  }
  if (element.children.empty()) tree_.Fail(element, "an element without colours", "");
  AddElement(element, partition);
}

std::size_t Declarations::SizeOf(const Element& element, SortIndex index) const {
  const Sort& sort = net_.sorts[index];
  if (!sort.elements.empty()) return sort.elements.size();
  if (sort.kind == SortKind::kRange && sort.high - sort.low < kMostParted) {
    return static_cast<std::size_t>(sort.high - sort.low + 1);
  }
  tree_.Fail(
      element, "a partition of " + NameOf(index),
      fmt::format("it is of an enumeration, or of a range of at most {} integers", kMostParted));
}

std::size_t Declarations::NumberOf(const Element& constant, SortIndex index) const {
  const Sort& sort = net_.sorts[index];
  if (sort.kind == SortKind::kRange) {
    if (constant.name != "finiteintrangeconstant") {
      tree_.Fail(constant, "<" + constant.name + "> is no colour of " + NameOf(index),
                 "it is a <finiteintrangeconstant>");
    }
    return static_cast<std::size_t>(tree_.Number(constant, "value", sort.low, sort.high) -
                                    sort.low);
  }
  const auto [of, number] = ElementOf(constant);
  if (of != index) {
    tree_.Fail(constant, "a colour of " + NameOf(of), "here belongs one of " + NameOf(index));
  }
  return number;
}

void Declarations::ReadOperator(const Element& element) {
  const std::string& id = tree_.Attribute(element, "id");
  Operator op;
  op.definition = &tree_.OnlyChild(tree_.Child(element, "def"));
  if (const Element* const parameters = tree_.OptionalChild(element, "parameter")) {
    for (const Element& parameter : parameters->children) {
      op.parameters.push_back(tree_.Attribute(parameter, "id"));
    }
  }
  if (!operators_.emplace(id, std::move(op)).second) {
    tree_.Fail(element, "a second operator of id " + id, "ids are distinct");
  }
}

const Operator* Declarations::OperatorOf(const Element& element) const {
  if (element.name != "useroperator") return nullptr;
  const auto found = operators_.find(tree_.Attribute(element, "declaration"));
  return found == operators_.end() ? nullptr : &found->second;
}

SortIndex Declarations::PartitionOf(const Element& element) const {
  const std::string& id = tree_.Attribute(element, "refpartition");
  const auto found = sorts_.find(id);
  if (found == sorts_.end() || net_.sorts[found->second].part_of.empty()) {
    tree_.Fail(element, "there is no partition of id " + id, "");
  }
  return found->second;
}

void Declarations::ReadVariable(const Element& element) {
  const std::string& id = tree_.Attribute(element, "id");
  const xml::Attribute* const name = element.FindAttribute("name");
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
  if (definition.name == "productsort" && definition.children.size() == 1) {
    return SortOf(definition.children.front());  // a tuple of one element is that element
  }
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
  for (const Element& element : enumeration.children) {
    if (element.name != "feconstant") {
      tree_.Fail(element, fmt::format("<{}> in <{}>", element.name, enumeration.name),
                 "its elements are <feconstant>");
    }
    AddElement(element, sort);
  }
  if (sort.elements.empty()) tree_.Fail(enumeration, "an enumeration of nothing", "");
  MakeNamesDistinct(sort);
}

void Declarations::AddElement(const Element& element, Sort& sort) {
  const std::string& id = tree_.Attribute(element, "id");
  const xml::Attribute* const name = element.FindAttribute("name");
  sort.elements.push_back({id, name != nullptr && !name->value.empty() ? name->value : id});
  if (!elements_.emplace(id, std::pair(net_.sorts.size(), sort.elements.size() - 1)).second) {
    tree_.Fail(element, "a second element of id " + id, "ids are distinct");
  }
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
