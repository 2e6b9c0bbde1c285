// The binding elements of a net in finitely many classes: those of one transition with the same
// values of its variables of small colour sets. A class that leaves no variable open is one binding
// element; so are neighbours that differ in a list which they only insert into.
//
// Invariants:
//  1. Classes are numbered by transition, then by the values in their canonical order.
//  2. What a class says of tokens holds for each of its binding elements (shape.h).
// Thread safety: immutable once made.
// Source: partial unfolding as in Kristensen & Valmari, "Finding stubborn sets of coloured Petri
// nets without unfolding" (1998); ours decides by colour set.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "cpn/engine/engine.h"
#include "cpn/reduce/reduction.h"
#include "cpn/reduce/shape.h"

namespace cpn::reduce {

using ClassId = std::uint32_t;

/// What a class does to one place.
struct Touch {
  enum class Kind : std::uint8_t {
    kTest,        ///< needs tokens and leaves them
    kTake,        ///< needs tokens and takes them
    kAccumulate,  ///< needs any token, a list, and inserts into it: commutes with its like
    kAdd,
    kInhibitor,  ///< disabled by tokens
    kReset,      ///< takes all
  };
  Kind kind = Kind::kTest;
  PlaceId place = 0;
  Shape shape;
  /// Without one of these tokens no element of the class is enabled; for an inhibitor: with any
  /// token.
  bool decides = false;

  bool Needs() const { return kind <= Kind::kAccumulate; }
  bool Removes() const {
    return kind == Kind::kTake || kind == Kind::kAccumulate || kind == Kind::kReset;
  }
  bool Adds() const { return kind == Kind::kAdd || kind == Kind::kAccumulate; }
};

struct EventClass {
  TransitionId transition = 0;
  std::uint32_t level = 0;  ///< of its priority: 0 is the highest
  bool visible = false;
  std::vector<Touch> touches;
};

class EventClasses {
 public:
  EventClasses(Engine& engine, const ReductionOptions& options);

  const std::vector<EventClass>& all() const { return classes_; }
  std::size_t size() const { return classes_.size(); }
  /// The class of a binding element.
  ClassId Of(const BindingElement& element) const;

 private:
  struct Axis {
    std::uint32_t variable = 0;
    const std::vector<Value>* values = nullptr;
    std::unordered_map<std::uint32_t, std::uint32_t> index;  // by value
  };
  struct Unfolded {
    ClassId first = 0;
    std::vector<Axis> axes;
  };

  std::size_t ChooseAxes(Engine& engine, std::size_t most);
  void Make(Engine& engine, TransitionId id, std::uint32_t level, const ReductionOptions& options);

  std::vector<Unfolded> unfolded_;  // by transition
  std::vector<EventClass> classes_;
};

}  // namespace cpn::reduce
