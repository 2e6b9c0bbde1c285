// The stable name of a choice: what happens, between whom, the how-manieth time. Schedules are
// written in keys and not in indices, so that they survive edits: taking one choice out of a
// schedule must not rename others.
//
// Values, thread-safe as such. Source: Deligiannis et al., "Uncovering bugs in distributed storage
// systems during testing (not in production!)", FAST 2016, for schedules as lists of choices.
#pragma once

#include <compare>
#include <cstdint>

namespace systematic {

/// A name (of a kind, a machine, a method) as a number: Scheduler::Intern. 0 is no name.
using Word = std::uint16_t;

/// Who, what, to whom, the how-manieth. No global counter may be part of it.
struct Key {
  Word kind = 0;              ///< "deliver", "lose", "timer", "crash", "choose", ...
  Word from = 0;              ///< the sender's name; 0: none
  Word to = 0;                ///< the receiver's name; 0: none
  Word what = 0;              ///< the method, the timer's name, ...; 0: none
  std::uint16_t life = 0;     ///< the sender's incarnation
  std::uint32_t ordinal = 0;  ///< the how-manieth of (from, to, what, life): Scheduler::NextOrdinal

  bool operator==(const Key&) const = default;
  /// In the order of the members.
  std::strong_ordering operator<=>(const Key& other) const {
    const auto names = Names() <=> other.Names();
    return names != 0 ? names : Count() <=> other.Count();
  }

 private:
  std::uint64_t Names() const {
    return std::uint64_t{kind} << 48 | std::uint64_t{from} << 32 | std::uint64_t{to} << 16 | what;
  }
  std::uint64_t Count() const { return std::uint64_t{life} << 32 | ordinal; }
};

}  // namespace systematic
