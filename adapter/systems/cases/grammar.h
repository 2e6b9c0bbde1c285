// What the elements of a case look like, as a value: how many, in which order, what is in them.
// From it come the list of a kind's elements, the schema of its suites (schema.h) and its
// description for people (description.h), so that these cannot differ.
//
//   Sequence({One("Type", Words(kTypes)), Any(One("Bytes", kNumber))})
//
// is a `Type` with one of these words, and then any number of `Bytes` with numbers in them.
//
// Plain values; distinct objects may be used from different threads.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace cases {

struct Particle;

/// What is in an element: a text or children, never both.
struct Type {
  /// Of the text: the name of a type of schema_types.xsd, or one that is built into XML Schema.
  /// Empty when there are words or children.
  std::string name;
  std::vector<std::string> words;  ///< the text is one of these
  std::vector<Particle> children;  ///< at most one
};

/// An element; or elements one after the other; or one of several.
struct Particle {
  enum class Kind { kElement, kSequence, kChoice };
  Kind kind = Kind::kElement;
  std::string name = "";             ///< of an element
  Type type = {};                    ///< of an element
  std::vector<Particle> parts = {};  ///< of a sequence or choice
  bool optional = false;             ///< it may be left out
  bool repeated = false;             ///< it may stand there more than once
  bool shared = false;               ///< an element that cases of other kinds have, too
};

/// The parts of a case.
struct Grammar {
  std::vector<Particle> values = {};   ///< in `TestValues`; none or one
  std::vector<Particle> oracles = {};  ///< in `TestOracles`; none or one
  std::vector<Particle> steps =
      {};  ///< in each of several `TestValue`, instead of both; none or one
  /// What the values stand in; published suites of some kinds have `TestValue`.
  std::string values_name = "TestValues";
};

inline const Type kNumber{"Number", {}, {}};
inline const Type kServer{"Server", {}, {}};  ///< a number that names a server
inline const Type kInteger{"Integer", {}, {}};
inline const Type kLongInteger{"LongInteger", {}, {}};
inline const Type kTruthValue{"TruthValue", {}, {}};
inline const Type kAnyText{"xs:string", {}, {}};
inline const Type kNonEmptyText{"NonEmpty", {}, {}};
inline const Type kNothing{"Empty", {}, {}};  ///< neither text nor children

/// The text is one of the words.
template <typename Range>
Type Words(const Range& words) {
  Type type;
  for (const auto& word : words) type.words.emplace_back(word);
  return type;
}
inline Type Words(std::initializer_list<const char*> words) {
  return Words<std::initializer_list<const char*>>(words);
}
inline Type Children(Particle particle) { return {"", {}, {std::move(particle)}}; }

/// An element that is there once.
inline Particle One(std::string name, Type type) {
  return {Particle::Kind::kElement, std::move(name), std::move(type), {}};
}
inline Particle Sequence(std::vector<Particle> parts) {
  return {Particle::Kind::kSequence, "", {}, std::move(parts)};
}
inline Particle Choice(std::vector<Particle> parts) {
  return {Particle::Kind::kChoice, "", {}, std::move(parts)};
}

/// The particle, 0 or 1 times.
inline Particle Maybe(Particle particle) {
  particle.optional = true;
  return particle;
}
/// The particle, once or more.
inline Particle Some(Particle particle) {
  particle.repeated = true;
  return particle;
}
/// The particle, 0 or more times.
inline Particle Any(Particle particle) { return Maybe(Some(std::move(particle))); }
/// An element that cases of other kinds have, too: it does not tell the kind of its case.
inline Particle Shared(Particle element) {
  element.shared = true;
  return element;
}

}  // namespace cases
