// The kind quorumcalltest: its form, and how its cases are read and written.
//
// Beside the form of the elements is checked what cannot happen: a result of a server that got no
// request, a late result without an earlier call, an end after more events than there are.
#pragma once

#include "adapter/systems/cases/kind.h"
#include "adapter/systems/quorum/call_case.h"

namespace cases {

Kind<QuorumCallCase> QuorumCallKind();

}  // namespace cases
