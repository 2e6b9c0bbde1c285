// Why a transition cannot occur at the present step of a session, for people: its bindings that
// come nearest, and what each of them lacks.
//
// Thread safety: as the session.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "debugger/net_session.h"

namespace debugger {

/// A binding that comes near, and what it lacks.
struct NearMiss {
  std::string element;               ///< "Grant (c = 2)"
  std::vector<std::string> reasons;  ///< clauses without subject: "needs 1`2 on Free; ..."
};

struct WhyNot {
  std::string transition;
  std::vector<std::string> enabled;  ///< bindings that can occur; then there is nothing to explain
  std::vector<NearMiss> nearest;     ///< nearest first; of as many obstacles as the first
};

/// `binding` is as people write it, "{x = 1}", and may be empty. Throws SessionError for names and
/// values that are not there.
WhyNot ExplainWhyNot(NetSession& session, const std::string& transition, std::string_view binding);

}  // namespace debugger
