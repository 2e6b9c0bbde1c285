// Coloured Petri nets by definition, and nothing but: the reference that the engine is compared
// with. Every binding over the whole colour sets is tried, every marking is a std::map, instances
// are made by walking the hierarchy again for each question. No interning, no memo, no search plan.
//
// Enabling and occurrence: cpn/engine/compiled_transition.h, rules 1-5, restated here in code.
// A variable whose colour set is not small ranges over what occurs in the marking (no other value
// can match); a variable that only a let binds is computed.
// Source: Jensen & Kristensen (2009), ch. 4.2-4.4.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cpn/net/model.h"
#include "tests/reference/colour.h"

namespace reference {

/// By place, in the order of cpn::Net::places().
using Marking = std::vector<Bag>;

struct Transition {
  std::string name;
  const cpn::TransitionDeclaration* declaration = nullptr;
  std::vector<std::size_t> places;  ///< by place declaration of its module: index into a Marking
  std::vector<cpn::ColourSetId> types;
};

struct Element {
  std::size_t transition = 0;
  std::vector<Colour> binding;
  std::vector<Colour> wildcards;
  friend std::strong_ordering operator<=>(const Element&, const Element&);
  friend bool operator==(const Element&, const Element&);
};

/// An output token is no colour of its place.
struct ColourError {
  std::size_t transition = 0;
};

class Net {
 public:
  /// `universe` for the model's colour sets and functions.
  Net(const cpn::Model& model, const Universe& universe);

  const std::vector<std::string>& places() const { return place_names_; }
  const std::vector<Transition>& transitions() const { return transitions_; }
  const Marking& initial() const { return initial_; }
  /// Enabled binding elements of the highest priority, in canonical order.
  std::vector<Element> Enabled(const Marking& marking) const;
  /// The marking after `element`. Throws ColourError.
  Marking Occur(const Marking& marking, const Element& element) const;

 private:
  using Binding = std::vector<std::optional<Colour>>;
  /// A term of an arc, with the arc.
  struct ArcTerm {
    const cpn::ArcDeclaration* arc;
    const cpn::ArcTerm* term;
  };

  std::set<Element> EnabledOf(std::size_t transition, const Marking& marking) const;
  std::vector<Colour> Domain(const Transition& t, std::size_t variable,
                             const Marking& marking) const;
  /// `domains`: by variable; empty for those that a let gives a value.
  void TryBindings(std::size_t transition, const std::vector<std::vector<Colour>>& domains,
                   Binding& binding, std::size_t variable, const Marking& marking,
                   std::set<Element>& out) const;
  void TryWildcards(std::size_t transition, const Binding& binding, std::vector<Colour>& chosen,
                    const Marking& marking, std::set<Element>& out) const;
  /// Is there each token that an input or test pattern denotes? Asked before lets and guards, which
  /// need not be defined where tokens are missing; variables of lets are not bound yet.
  bool HasTokens(const Transition& t, const Binding& binding, const Marking& marking) const;
  bool IsEnabled(const Transition& t, const Binding& binding, const std::vector<Colour>& chosen,
                 const Marking& marking) const;
  bool SolveLets(const Transition& t, Binding& binding) const;
  bool Guards(const Transition& t, const Binding& binding) const;
  bool Disables(const Transition& t, const cpn::ArcDeclaration& arc, const Binding& binding,
                const Marking& marking) const;
  bool CanChoose(const Transition& t, std::vector<ArcTerm> wild, const Binding& binding,
                 const Bag& sum, const Bag& place) const;

  std::vector<cpn::Value> Arguments(const Transition& t, cpn::FunctionId function,
                                    const Binding& binding) const;
  bool Test(const Transition& t, cpn::FunctionId function, const Binding& binding) const;
  Colour Compute(const Transition& t, cpn::FunctionId function, cpn::ColourSetId type,
                 const Binding& binding) const;
  /// The tokens of a term without wildcard.
  Bag Tokens(const Transition& t, const ArcTerm& term, const Binding& binding) const;
  Colour Build(const cpn::Pattern& pattern, const Binding& binding) const;
  bool Matches(const cpn::Pattern& pattern, const Colour& token, const Binding& binding) const;
  bool IsWild(const cpn::Pattern& pattern, cpn::ColourSetId set) const;
  /// The terms of arcs of these kinds, in order; those whose pattern has a wildcard, or the others.
  std::vector<ArcTerm> TermsOf(const Transition& t, const std::vector<cpn::ArcKind>& kinds,
                               bool wild) const;

  const cpn::Model& model_;
  Universe universe_;
  std::vector<std::string> place_names_;
  std::vector<Transition> transitions_;
  Marking initial_;
};

struct StateSpace {
  std::vector<Marking> markings;  ///< breadth first
  struct Arc {
    std::size_t source;
    Element element;
    std::size_t target;
  };
  std::vector<Arc> arcs;
  bool complete = true;
};

/// Keeps whole breadth-first levels of at most `max_nodes` markings, as cpn::Explore() does. Throws
/// ColourError.
StateSpace Explore(const Net& net, std::size_t max_nodes);

}  // namespace reference
