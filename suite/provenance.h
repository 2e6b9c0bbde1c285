// How a generated suite was made, so that anybody can make it again: the element `Generated`.
//
// Plain values; distinct objects may be used from different threads.
// Source: docs/suite_format.md, "Generated".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "suite/shard.h"
#include "xml/checked.h"
#include "xml/element.h"

namespace suite {

/// How test cases are found: by seeded random runs, in the whole state space, or in failing runs of
/// a real system (online testing).
enum class Method { kSimulation, kStateSpace, kOnline };

/// "simulation", "state-space" or "online".
const char* MethodName(Method method);

struct Provenance {
  std::string generator;      ///< program and version; may be empty
  std::string model;          ///< as given to the program
  std::string specification;  ///< name of the test case specification
  Method method = Method::kStateSpace;
  std::optional<std::uint64_t> seed;  ///< always there, except for state spaces
  std::optional<std::uint64_t> runs;  ///< number of simulations; there for simulations only
  std::vector<std::pair<std::string, std::string>> parameters;  ///< all of the model's, in order
  std::optional<std::uint64_t> observations = std::nullopt;  ///< cases end once so many were made
  bool merged = false;    ///< cases with the same stimuli so far are one, with alternatives
  std::string goal = {};  ///< only few cases, which cover this; empty: all that the method finds
  /// The suite is one of several parts, which are still to be put together.
  std::optional<Shard> shard = std::nullopt;
  bool operator==(const Provenance&) const = default;
};

/// What a `Generated` element says. Throws base::ParseError.
Provenance ReadProvenance(const xml::Checked& generated);

/// The `Generated` element, to be the first child of `Test`.
xml::Element ToElement(const Provenance& provenance);

}  // namespace suite
