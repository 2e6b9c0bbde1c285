// A net as a PNML file describes it: a place/transition net, or a symmetric net with its sorts,
// variables and terms. Plain data; reader.h makes it, to_lua.h translates it.
//
// Invariants of a Net that ReadNet() returned:
//  1. ids are distinct, and what names one names what is there; sorts stand before those that are
//     built from them;
//  2. every arc joins a place and a transition, and every term has the sort that its place says;
//  3. a place/transition net is a symmetric net whose only sort is the dot, index 0.
// Plain values; distinct objects may be used from different threads.
// Source: ISO/IEC 15909-2:2011; Hillah, Kordon, Petrucci & Treves, "PNML Framework" (2010).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "xml/element.h"

namespace pnml {

using SortIndex = std::size_t;

enum class SortKind : std::uint8_t {
  kDot,
  kBool,
  kEnumeration,        ///< finite
  kCyclicEnumeration,  ///< finite; the last one's successor is the first one
  kRange,              ///< integers
  kProduct,
};

struct SortElement {
  std::string id;
  std::string name;
};

struct Sort {
  SortKind kind = SortKind::kDot;
  std::string id;                     ///< empty for one that a declaration contains
  std::string name;                   ///< as the file calls it
  std::vector<SortElement> elements;  ///< kEnumeration, kCyclicEnumeration
  std::int64_t low = 0;               ///< kRange
  std::int64_t high = 0;
  std::vector<SortIndex> parts;  ///< kProduct
  int depth = 1;                 ///< of products in products
  /// A partition is an enumeration of its elements: of what, ...
  SortIndex base = 0;
  /// ... and in which element each colour of that is, by number. Empty: it is no partition.
  std::vector<std::size_t> part_of;
};

struct Variable {
  std::string id;
  std::string name;
  SortIndex sort = 0;
};

/// What a term is made by. The first group yields a colour, the second one a multi-set, the third
/// one a truth value.
enum class TermKind : std::uint8_t {
  kVariable,  ///< index into Net::variables
  kDot,
  kBool,
  kElement,  ///< index into the elements of its sort
  kInteger,  ///< of a range
  kTuple,
  kSuccessor,
  kPredecessor,
  kPartOf,  ///< the element of `sort`, a partition, that operand 0 is in

  kAll,       ///< every colour of `sort`, once
  kNumberOf,  ///< `number` copies of operand 0, a colour or a multi-set
  kAdd,
  kSubtract,       ///< operand 0 without operand 1
  kScalarProduct,  ///< `number` times operand 0, a multi-set

  kAnd,
  kOr,
  kNot,
  kImply,
  kEqual,
  kNotEqual,
  kLess,
  kLessOrEqual,
  kGreater,
  kGreaterOrEqual,
};

struct Term {
  TermKind kind = TermKind::kDot;
  SortIndex sort = 0;       ///< of the colour, or of the multi-set's colours; not for truth values
  std::uint64_t index = 0;  ///< kVariable, kElement
  std::int64_t number = 0;  ///< kInteger, kNumberOf, kScalarProduct; kBool: 0 or 1
  std::vector<Term> operands;
  base::Position position;
};

struct Place {
  std::string id;
  std::string name;
  SortIndex sort = 0;
  std::optional<Term> initial;  ///< a multi-set; nothing: empty
};

struct Transition {
  std::string id;
  std::string name;
  std::optional<Term> condition;
};

struct Arc {
  std::size_t place = 0;
  std::size_t transition = 0;
  bool is_input = true;  ///< from the place to the transition
  Term inscription;      ///< a multi-set
};

struct Net {
  std::string id;
  bool is_coloured = false;  ///< a symmetric net
  std::vector<Sort> sorts;
  std::vector<Variable> variables;
  std::vector<Place> places;
  std::vector<Transition> transitions;
  std::vector<Arc> arcs;  ///< in document order
  /// What of the file was left out without harm, with its place: for the user, who may not know.
  std::vector<std::string> warnings{};
};

/// Does the term yield a multi-set? A colour where one is asked for is a multi-set of one token.
bool IsMultiSet(TermKind kind);
/// Does it yield a truth value?
bool IsCondition(TermKind kind);

}  // namespace pnml
