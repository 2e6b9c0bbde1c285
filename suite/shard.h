// What a part of a suite says of itself, so that the parts that several machines generated can be
// put together without the model: element `Shard` of `Generated`.
//
// Plain values; distinct objects may be used from different threads.
// Source: docs/suite_format.md, "Shard".
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "xml/checked.h"
#include "xml/element.h"

namespace suite {

using NamedTexts = std::vector<std::pair<std::string, std::string>>;

/// What all cases of a suite can show, each once.
struct ShardObservation {
  std::string key;      ///< sorts as observations do (generator/order_key.h)
  std::string written;  ///< its elements, as XML; empty: it is not written
  bool operator==(const ShardObservation&) const = default;
};

/// Where a case of the suite comes from.
struct ShardCase {
  std::vector<std::uint32_t> observations;  ///< as normalised; indices
  NamedTexts options;                       ///< of pairwise suites
  bool operator==(const ShardCase&) const = default;
};

struct Shard {
  std::string part;              ///< "2/3"
  bool is_set = false;           ///< the order of cases is "set", not "sequence"
  bool pairwise = false;         ///< of all cases, only as many are wanted as have all pairs
  std::uint64_t unfinished = 0;  ///< runs of the part that a limit ended
  NamedTexts call;               ///< what else decides the cases, the same in all parts
  std::vector<ShardObservation> observations;  ///< by key, rising
  std::vector<ShardCase> cases;                ///< by case of the suite
  bool operator==(const Shard&) const = default;
};

/// What a `Shard` element says. Throws base::ParseError.
Shard ReadShard(const xml::Checked& element);

/// The `Shard` element, to be the first child of `Generated`.
xml::Element ToElement(const Shard& shard);

}  // namespace suite
