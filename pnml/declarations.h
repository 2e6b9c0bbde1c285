// The sorts and variables that a symmetric net declares, by id. Internal to pnml/.
//
// Invariants: a declaration is known from the place where it stands on; ids are distinct.
// Thread safety: none; one per reader.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "pnml/net.h"
#include "pnml/tree.h"

namespace pnml {

/// What <namedoperator> declares: a term with parameters.
struct Operator {
  std::vector<std::string> parameters;  ///< ids of variables
  const xml::Element* definition = nullptr;
};

class Declarations {
 public:
  /// What is declared goes to `net`. Both must outlive it.
  Declarations(const Tree& tree, Net& net) : tree_(tree), net_(net) {}

  /// Reads a <declaration>. Throws base::ParseError.
  void Read(const xml::Element& declaration);

  /// The sort that an element such as <usersort> or <dot> names; declares what has no name.
  SortIndex SortOf(const xml::Element& element);
  /// A sort of dots or of booleans, which need no declaration.
  SortIndex Basic(SortKind kind);
  /// The index of the variable that <variable> names.
  std::uint64_t VariableOf(const xml::Element& element) const;
  /// The sort, and which of its elements it is, that <useroperator> names.
  std::pair<SortIndex, std::uint64_t> ElementOf(const xml::Element& element) const;
  /// The partition that <partitionelementof> names.
  SortIndex PartitionOf(const xml::Element& element) const;
  /// The operator that a <useroperator> stands for; null when it is the element of a sort.
  const Operator* OperatorOf(const xml::Element& element) const;
  /// Whether two sorts have the same colours under two names.
  bool Same(SortIndex a, SortIndex b);
  /// For messages.
  std::string NameOf(SortIndex sort) const;

 private:
  void ReadSort(const xml::Element& element);
  void ReadPartition(const xml::Element& element);
  void ReadPart(const xml::Element& element, Sort& partition);
  /// The number of a constant of `sort` among its colours.
  std::size_t NumberOf(const xml::Element& constant, SortIndex sort) const;
  /// How many colours an enumeration or a range has.
  std::size_t SizeOf(const xml::Element& element, SortIndex sort) const;
  void ReadOperator(const xml::Element& element);
  void ReadVariable(const xml::Element& element);
  SortIndex MakeSort(const xml::Element& definition, const std::string& id,
                     const std::string& name);
  /// Adds an element to what will be the next sort.
  void AddElement(const xml::Element& element, Sort& sort);
  void ReadElements(const xml::Element& enumeration, Sort& sort);
  void Register(const xml::Element& element, const std::string& id, SortIndex sort);

  const Tree& tree_;
  Net& net_;
  std::map<std::string, SortIndex> sorts_;  // by id; several may name one
  std::map<std::string, std::uint64_t> variables_;
  std::map<std::string, Operator> operators_;
  std::map<std::string, std::pair<SortIndex, std::uint64_t>> elements_;
  std::set<std::pair<SortIndex, SortIndex>> same_;  // products found to be the same
};

}  // namespace pnml
