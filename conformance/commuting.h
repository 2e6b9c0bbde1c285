// Transitions whose silent elements may occur at once, before anything else: partial-order
// reduction of silent steps.
//
// A transition t is commuting when
//  1. none has a higher priority than t;
//  2. t has no inhibitor and no reset arc, and at least one input arc. Each input term is a pattern
//     without wildcard or condition that has all variables of t but those of lets. Nothing else
//     takes, tests or resets tokens that an input term can match, and nothing takes or resets those
//     that a test term can match;
//  3. no place that t puts tokens on has an inhibitor or a reset arc;
//  4. no circle of commuting transitions feeds itself.
//
// Let a be an element of t, enabled in M. By 2 it takes tokens that no other element takes or
// tests, other elements of t among them: a pattern with all variables makes different tokens of
// different bindings. By 3 its outputs disable nothing and are lost to nothing. So whatever occurs
// instead leaves a enabled and stays enabled behind it, with the same marking in the end; 1 holds
// off lower priorities until a has occurred, and nothing can hold off a. Hence for each run w from
// M either a is in w, and may be moved to its front, or w can go on by a, and a w leads to the same
// marking. When a is silent, M and the marking behind a therefore show the same events, in the same
// order, and the same responses are owed: what explains a run, what may come and what may rest is
// decided by the latter alone. By 4 and 2 such steps come to an end (in the order of 4, each takes
// a token that only finitely many earlier ones have put), where all other silent steps are
// followed. What they come to does not depend on their order, since they commute.
//
// Source: Valmari, "Stubborn sets for reduced state space generation" (1990); Godefroid,
// "Partial-order methods for the verification of concurrent systems" (1996), persistent sets of one
// transition.
// Thread safety: a free function without state.
#pragma once

#include <vector>

#include "cpn/engine/engine.h"

namespace conformance {

/// By transition: is it commuting? Which of its elements are silent is another question.
std::vector<bool> CommutingTransitions(const cpn::Engine& engine);

}  // namespace conformance
