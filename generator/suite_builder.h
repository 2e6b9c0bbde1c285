// From raw cases to the suite: normalised, duplicates removed, in canonical order, as XML elements.
//
// Invariants:
//  1. The result depends on the set of raw cases alone, not on their order or on observation ids.
//  2. No two test cases have the same normalised observations, or the same elements and attributes
//     as written (for order "set", in whatever order). A case of which nothing is written is left
//     out.
//  3. A case of order "set" is <TestValues> (its stimuli) and <TestOracles> (its responses), each
//     written even when empty. A case of order "sequence" has one such element for each stretch of
//     stimuli or of responses, in order; elements that the format hook calls TestValue, TestValues
//     or TestOracles itself stand for themselves.
//  4. When the specification has options, there are only as many cases as have all pairs of them
//     (pairwise.h).
// Thread safety: as the model (one worker).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cpn/lua/run/test_specification.h"
#include "cpn/values/value.h"
#include "generator/case_list.h"
#include "generator/raw_cases.h"
#include "suite/provenance.h"
#include "suite/shard.h"
#include "xml/element.h"

namespace generator {

struct BuiltCases {
  CaseList cases;
  /// By case, the raw cases that it stands for: indices into RawCases::cases, ascending.
  std::vector<std::vector<std::uint32_t>> sources;
  std::uint64_t empty = 0;  ///< raw cases that observe, or write, nothing
  std::uint64_t all = 0;    ///< cases of which `cases` have all pairs; else their number
};

/// Leaves these cases only, each named once, in this order and numbered from 1.
void Keep(const std::vector<std::size_t>& chosen, BuiltCases& built);

BuiltCases BuildCases(const RawCases& raw, cpn::lua::TestSpecification& specification);

/// The cases of one of several parts of the raw cases, all that there are (4. does not hold), and
/// in `part` what merged_parts.h needs to build what BuildCases() makes of all parts together.
/// `values` are the model's.
BuiltCases BuildPart(const RawCases& raw, cpn::lua::TestSpecification& specification,
                     const cpn::ValueStore& values, suite::Shard& part);

/// The `Test` element. Throws ModelError when the hooks of the specification made something that
/// XML cannot say, such as an attribute twice.
xml::Element BuildSuite(cpn::lua::TestSpecification& specification,
                        const suite::Provenance& provenance, std::vector<xml::Element> cases);

/// xml::Write() of BuildSuite(), without all elements in memory at once. Throws as it does.
std::string WriteSuite(cpn::lua::TestSpecification& specification,
                       const suite::Provenance& provenance, const CaseList& cases);

}  // namespace generator
