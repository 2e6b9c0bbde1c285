// What a step does to the tokens of one place, for people: lines that say what changes, not the
// whole tokens before and after.
//
// Thread safety: as Engine.
#pragma once

#include <string>
#include <vector>

#include "cpn/engine/engine.h"

namespace debugger {

/// The lines on a step that replaces tokens of `place` in `before`, each a sign, the place and
/// tokens:
///   = Config: 1`(3, 2)                      tokens that the step only looks at
///   ~ Server: (2, {role: candidate -> leader})   the one token that it replaces, when it is a
///                                           record or has one in it: the fields that change
///   - Free: 1`()                            other tokens that it takes
///   + Holding: 1`2                          other tokens that it gives
/// Where the place has more tokens, the plain fields that stay as they are tell which one it is:
///   ~ Server: {id = 2, role: candidate -> leader}
std::vector<std::string> MoveLines(const cpn::Engine& engine, const cpn::Marking& before,
                                   cpn::PlaceId place, cpn::MultiSet taken, cpn::MultiSet given);

}  // namespace debugger
