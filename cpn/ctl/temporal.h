// The temporal operators on sets of markings and arcs, each in time linear in the graph.
//
// A graph that a limit cut has nodes that are not expanded. `open` is what is taken for true of
// them where it depends on their arcs: false gives a lower bound of the set, true an upper bound.
//
// Until over markings reads its operands along the markings of paths. Until over arcs reads them
// along the arcs and says of which markings it holds as the beginning of a path; of an arc a it
// then holds if until(a), or hold(a) and it holds of the marking after a.
//
// Under fairness, FORALL_UNTIL fails on a path whose markings (arcs) all deny until(), up to one
// that denies hold(), too, or to the end, or for ever and fairly: a route into one of these.
// Source: Clarke, Emerson & Sistla (1986), EU and EG; here on maximal paths, which may be finite.
// Thread safety: as Graph.
#pragma once

#include "cpn/ctl/bits.h"
#include "cpn/ctl/fairness.h"
#include "cpn/ctl/graph.h"

namespace cpn::ctl {

/// The arcs after which the marking is one of `nodes`.
Bits ArcsTo(const Graph& graph, const Bits& nodes);
/// The markings with an arc in `arcs`.
Bits WithSomeArc(const Graph& graph, const Bits& arcs, bool open);
/// The markings all of whose arcs are in `arcs`; so the dead ones too.
Bits WithAllArcs(const Graph& graph, const Bits& arcs, bool open);

/// Operands are markings: on some, on all maximal paths.
Bits ExistUntil(const Graph& graph, const Bits& hold, const Bits& until, bool open);
Bits ForallUntil(const Graph& graph, const Bits& hold, const Bits& until, bool open);
/// Operands are arcs.
Bits ExistUntilArcs(const Graph& graph, const Bits& hold, const Bits& until, bool open);
Bits ForallUntilArcs(const Graph& graph, const Bits& hold, const Bits& until, bool open);

/// On all fair maximal paths: ForallUntil() and ForallUntilArcs() under fairness.
Bits FairForallUntil(const Graph& graph, const FairnessConstraints& fairness, const Bits& hold,
                     const Bits& until, bool open);
Bits FairForallUntilArcs(const Graph& graph, const FairnessConstraints& fairness, const Bits& hold,
                         const Bits& until, bool open);

/// The arcs with both ends in `nodes`.
Bits ArcsWithin(const Graph& graph, const Bits& nodes);

}  // namespace cpn::ctl
