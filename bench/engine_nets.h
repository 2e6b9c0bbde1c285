// The nets of the engine's benchmark, built in C++ so that nothing but the engine is measured. The
// same transition systems as philosophers and producers/consumers of ../shared/bench/peers.py.
#pragma once

#include <cstdint>

#include "cpn/testing.h"

namespace bench {

/// n philosophers take the left fork, then the right one, and put both back.
/// Markings (arcs): n = 12: 39,202 (304,104); 14: 228,486 (2,067,856); 16: 1,331,714 (13,774,112).
void BuildPhilosophers(cpn::testing::ModelBuilder& b, std::int64_t n);

struct ProducersConsumers {
  std::int64_t producers;
  std::int64_t consumers;
  std::int64_t values;
  std::uint32_t capacity;
};

/// Producers put values into a bounded buffer, consumers take them out.
/// Markings (arcs): 2 2 4 6: 131,250 (672,000); 3 3 4 6: 3,281,250 (25,200,000).
void BuildProducersConsumers(cpn::testing::ModelBuilder& b, const ProducersConsumers& size);

}  // namespace bench
