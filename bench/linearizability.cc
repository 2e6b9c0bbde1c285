// How long a check takes of whether a history is linearizable: histories of 64 operations by 4 and
// 8 clients, of each ready specification, right ones and ones with a wrong result.
//
//   cmake --preset release && ninja -C build/release linearizability_bench &&
//   build/release/bin/linearizability_bench
//
// A line has the milliseconds of one check (median, 99th of a hundred, worst), the most operations
// tried in one, and how many were linearizable, not linearizable, and undecided. A twentieth of the
// operations never returns. Arguments: histories a line, operations a history, and how many of a
// hundred operations never return.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "base/random.h"
#include "oracles/linearizability/check.h"
#include "oracles/linearizability/consensus.h"
#include "oracles/linearizability/queue.h"
#include "oracles/linearizability/register.h"
#include "oracles/linearizability/set.h"
#include "oracles/linearizability/testing/random_history.h"

namespace {

using namespace oracles::linearizability;  // NOLINT: all of this file is about it
using oracles::linearizability::testing::Domain;
using oracles::linearizability::testing::Shape;
using oracles::linearizability::testing::Simulation;

struct Size {
  int histories = 100;
  int operations = 64;
  std::uint32_t lost_percent = 5;
};

template <typename Spec>
void Line(const std::string& name, const Domain<Spec>& domain, const Size& size,
          std::uint32_t clients, std::uint32_t wrong_percent) {
  base::Random random(clients);
  std::vector<double> milliseconds;
  std::array<int, 3> answers{};
  std::uint64_t steps = 0;
  for (int i = 0; i < size.histories; ++i) {
    const Shape shape{size.operations, clients, size.lost_percent, wrong_percent};
    const History<Spec> history = Simulation<Spec>({}, domain, shape, random).Run();
    const auto start = std::chrono::steady_clock::now();
    const Verdict verdict = Check(Spec(), history);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    milliseconds.push_back(took.count());
    steps = std::max(steps, verdict.steps);
    ++answers[static_cast<std::size_t>(verdict.answer)];
  }
  std::ranges::sort(milliseconds);
  fmt::print("{:10} {:7} {:>6} {:8.3f} {:8.3f} {:8.3f} {:9} {:6} {:6} {:6}\n", name, clients,
             wrong_percent == 0 ? "right" : "wrong", milliseconds[milliseconds.size() / 2],
             milliseconds[milliseconds.size() * 99 / 100], milliseconds.back(), steps, answers[0],
             answers[1], answers[2]);
}

template <typename Spec>
void Lines(const std::string& name, const Domain<Spec>& domain, const Size& size) {
  for (const std::uint32_t wrong_percent : {0, 100}) {
    for (const std::uint32_t clients : {4, 8}) {
      Line(name, domain, size, clients, wrong_percent);
    }
  }
}

int Value(base::Random& random) { return static_cast<int>(random.Below(8)); }

// One register, so that the keys do not make it easy.
void Registers(const Size& size) {
  using Spec = Register<int, int>;
  Domain<Spec> domain{[](base::Random& random) {
                        const std::uint32_t kind = random.Below(3);
                        if (kind == 0) return Spec::Write(0, Value(random));
                        if (kind == 1) return Spec::Read(0);
                        return Spec::CompareAndSet(0, Value(random), Value(random));
                      },
                      {{std::nullopt, true}, {std::nullopt, false}}};
  for (int value = 0; value < 8; ++value) domain.results.push_back({value, true});
  Lines<Spec>("register", domain, size);
}

void Decisions(const Size& size) {
  using Spec = Consensus<int>;
  Domain<Spec> domain{[](base::Random& random) {
                        return random.Below(2) == 0 ? Spec::Wait() : Spec::Propose(Value(random));
                      },
                      {}};
  for (int value = 0; value < 8; ++value) domain.results.push_back(value);
  Lines<Spec>("consensus", domain, size);
}

void Queues(const Size& size) {
  using Spec = Queue<int>;
  Domain<Spec> domain{[](base::Random& random) {
                        return random.Below(2) == 0 ? Spec::Take() : Spec::Put(Value(random));
                      },
                      {std::nullopt}};
  for (int value = 0; value < 8; ++value) domain.results.emplace_back(value);
  Lines<Spec>("queue", domain, size);
}

void Sets(const Size& size) {
  using Spec = Set<int>;
  Lines<Spec>("set",
              {[](base::Random& random) {
                 const int element = Value(random) / 4;
                 const std::uint32_t kind = random.Below(3);
                 if (kind == 0) return Spec::Add(element);
                 if (kind == 1) return Spec::Remove(element);
                 return Spec::Contains(element);
               },
               {false, true}},
              size);
}

}  // namespace

int main(int argc, char** argv) {
  Size size;
  if (argc > 1) size.histories = std::max(1, std::atoi(argv[1]));
  if (argc > 2) size.operations = std::max(1, std::atoi(argv[2]));
  if (argc > 3) size.lost_percent = static_cast<std::uint32_t>(std::atoi(argv[3]));
  fmt::print("{:10} {:>7} {:>6} {:>8} {:>8} {:>8} {:>9} {:>6} {:>6} {:>6}\n", "", "clients",
             "result", "median", "99%", "worst", "steps", "yes", "no", "?");
  Registers(size);
  Decisions(size);
  Queues(size);
  Sets(size);
}
