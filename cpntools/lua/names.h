// From names of CPN Tools models to names of the model language: the same where they can be, and
// otherwise a readable replacement that depends on nothing but the model.
//
// Invariants:
//  1. every name that Claim returns is a Lua identifier, no word of Lua and no name of the model
//     language or of a helper (lua/helpers.h);
//  2. one Names never returns a name twice, nor one that its parent has given away.
// Thread safety: one thread at a time.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "cpn/lua/language_names.h"

namespace cpntools {

/// The name as a Lua identifier: "Send\nPacket" is Send_Packet, id' is id_prime, l'rng is l_rng.
std::string Identifier(std::string_view name);

/// Whether the identifier means something in Lua or in the model language.
bool IsReserved(std::string_view identifier);

using cpn::lua::Quoted;

class Names {
 public:
  explicit Names(const Names* parent = nullptr) : parent_(parent) {}

  /// Identifier(name), followed by `_` and `kind` if that is taken, and by a number if that is
  /// taken as well.
  std::string Claim(std::string_view name, std::string_view kind);
  /// Gives away this very identifier.
  void Reserve(const std::string& identifier) { taken_.insert(identifier); }
  bool IsTaken(const std::string& identifier) const;

 private:
  const Names* parent_;
  std::set<std::string> taken_;
  std::map<std::string, int> numbers_;  ///< the next to try, by name and kind
};

}  // namespace cpntools
