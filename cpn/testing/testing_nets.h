// Nets with known state spaces, built in C++, for tests and benchmarks of the engine alone.
// Philosophers and producers/consumers are the transition systems that bench/against_spin has as a
// SPIN model, too; the data base is that of CPN Tools (CPNGEN_CORPUS, folder cpn/).
#pragma once

#include <cstdint>

#include "cpn/testing/testing.h"

namespace cpn::testing {

/// n philosophers take the left fork, then the right one, and put both back.
/// Markings (arcs): n = 12: 39,202 (304,104); 14: 228,486 (2,067,856); 16: 1,331,714 (13,774,112).
void BuildPhilosophers(ModelBuilder& b, std::int64_t n);

struct ProducersConsumers {
  std::int64_t producers;
  std::int64_t consumers;
  std::int64_t values;
  std::uint32_t capacity;
};

/// Producers put values into a bounded buffer, consumers take them out.
/// Markings (arcs): 2 2 4 6: 131,250 (672,000); 3 3 4 6: 3,281,250 (25,200,000).
void BuildProducersConsumers(ModelBuilder& b, const ProducersConsumers& size);

/// The distributed data base of Jensen & Kristensen (2009), ch. 4.6: a site that changes its copy
/// sends a message to every other of n sites and waits until all have acknowledged it.
/// Markings: n * 3^(n-1) + 1 (arcs, n = 2 ... 7: 8, 42, 224, 1,090, 4,872, 20,426).
void BuildDataBase(ModelBuilder& b, std::int64_t n);

}  // namespace cpn::testing
