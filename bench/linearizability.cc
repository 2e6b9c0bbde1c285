// How long a check takes of whether a history is linearizable. First, histories of 64 operations by
// 4 and 8 clients, of each ready specification, right ones and ones with a wrong result.
//
//   cmake --preset release && ninja -C build/release linearizability_bench &&
//   build/release/bin/linearizability_bench
//
// A line has the milliseconds of one check (median, 99th of a hundred, worst), the most operations
// tried in one, and how many were linearizable, not linearizable, and undecided. A twentieth of the
// operations never returns. Arguments: histories a line, operations a history, and how many of a
// hundred operations never return.
//
// Then, with the argument `long` (and how many histories a line, and how many operations),
// histories
// of 10,000 operations by 10 clients that are always busy: right ones, and ones with a wrong result
// in the middle or at the end; all operations return, or ten never do. A line has the milliseconds
// of a whole check with its explanation (median, worst), and those of the search of Wing, Gong and
// Lowe alone (wing_gong_lowe.h) on the same histories, without any explanation, in at most
// 2,000,000 steps; each with how many it left undecided.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "base/random.h"
#include "bench/wing_gong_lowe.h"
#include "oracles/linearizability/check.h"
#include "oracles/linearizability/consensus.h"
#include "oracles/linearizability/queue.h"
#include "oracles/linearizability/register.h"
#include "oracles/linearizability/set.h"
#include "oracles/linearizability/testing/long_history.h"
#include "oracles/linearizability/testing/random_history.h"
#include "oracles/linearizability/testing/workloads.h"

namespace {

using namespace oracles::linearizability;  // NOLINT: all of this file is about it
namespace testing = oracles::linearizability::testing;
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

// ------------------------------------------------------------------------------- long histories

double Since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

double Median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

// The answer of the search alone: of all keys, the worst that can be said.
template <typename Spec>
Answer WingGongLoweAnswer(const History<Spec>& history) {
  const Spec spec;
  Answer answer = Answer::kLinearizable;
  for (const std::vector<std::size_t>& part : PartsOf(spec, history)) {
    bench::WingGongLowe<Spec> search(spec, history, Whole(history, part));
    const Answer of_part = search.Run(2'000'000);
    if (of_part == Answer::kNotLinearizable) return of_part;
    if (of_part == Answer::kUndecided) answer = of_part;
  }
  return answer;
}

template <typename Spec>
void LongLine(const char* name, const testing::Workload<Spec>& workload,
              const testing::Length& length, int histories) {
  std::vector<double> now;
  std::vector<double> before;
  int now_undecided = 0;
  int before_undecided = 0;
  for (int i = 1; i <= histories; ++i) {
    base::Random random(static_cast<std::uint64_t>(i));
    const History<Spec> history = testing::LongHistory<Spec>(workload, length, random);
    auto start = std::chrono::steady_clock::now();
    const Verdict verdict = Check(Spec(), history);
    now.push_back(Since(start));
    start = std::chrono::steady_clock::now();
    const Answer other = WingGongLoweAnswer(history);
    before.push_back(Since(start));
    now_undecided += verdict.answer == Answer::kUndecided ? 1 : 0;
    before_undecided += other == Answer::kUndecided ? 1 : 0;
    const bool both = verdict.answer != Answer::kUndecided && other != Answer::kUndecided;
    if (both && verdict.answer != other) {
      fmt::print("the two do not agree on {}, seed {}\n", name, i);
      std::exit(1);
    }
  }
  const char* const wrong = !length.wrong_at ? "right" : *length.wrong_at < 0.9 ? "middle" : "end";
  fmt::print("{:26} {:6} {:>4} {:9.1f} {:9.1f} {:3} {:9.1f} {:9.1f} {:3}\n", name, wrong,
             length.lost, Median(now), std::ranges::max(now), now_undecided, Median(before),
             std::ranges::max(before), before_undecided);
  std::fflush(stdout);
}

template <typename Spec>
void LongLines(const char* name, const testing::Workload<Spec>& workload, std::size_t operations,
               int histories) {
  for (const std::optional<double> wrong_at : {std::optional<double>(), {0.5}, {0.99}}) {
    for (const std::size_t lost : {0, 10}) {
      LongLine(name, workload, {operations, 10, lost, wrong_at}, histories);
    }
  }
}

void LongTable(int histories, std::size_t operations) {
  fmt::print("{:26} {:6} {:>4} {:>9} {:>9} {:>3} {:>9} {:>9} {:>3}\n", "", "result", "lost",
             "median ms", "worst", "?", "WGL ms", "worst", "?");
  LongLines("register, own values", testing::Registers(0), operations, histories);
  LongLines("register, 5 values", testing::Registers(5), operations, histories);
  LongLines("map, 10 keys, own values", testing::Maps(10, 0), operations, histories);
  LongLines("map, 1 key, own values", testing::Maps(1, 0), operations, histories);
  LongLines("map, 1 key, 5 values", testing::Maps(1, 5), operations, histories);
  LongLines("cas, own values", testing::CompareAndSets(0), operations, histories);
  LongLines("cas, 5 values", testing::CompareAndSets(5), operations, histories);
  LongLines("queue, own values", testing::Queues(0), operations, histories);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "long") {
    LongTable(argc > 2 ? std::max(1, std::atoi(argv[2])) : 7,
              argc > 3 ? static_cast<std::size_t>(std::max(100, std::atoi(argv[3]))) : 10'000);
    return 0;
  }
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
