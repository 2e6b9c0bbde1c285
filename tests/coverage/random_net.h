// Random small nets for the coverage tests, as values and as text in the model language: every
// transition takes a token of fuel, so that runs are short and their number is small.
//
// The same seed makes the same net anywhere.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace coverage {

/// A guard's expression over x and y: a condition, or what and, or and not make of others.
struct Expression {
  enum class Kind { kCondition, kNot, kAnd, kOr };
  Kind kind = Kind::kCondition;
  std::string text;   ///< kCondition: "x < y"
  int condition = 0;  ///< kCondition: which of Conditions()
  std::vector<Expression> operands;
};

/// Is the condition of that number true of x and y?
bool Holds(int condition, int x, int y);

struct RandomTransition {
  int x_from = 0;                             ///< place of the token x
  int y_from = -1;                            ///< place of the token y; -1: there is no y
  std::vector<std::pair<int, char>> outputs;  ///< places, and 'x', 'y', '1' or '2'
  std::vector<Expression> guard;              ///< all must hold
  bool high = false;                          ///< priority
  char observed = '-';                        ///< 's'timulus, 'r'esponse, or '-'
};

constexpr int kPlaces = 3;  ///< over the colours 1 and 2
constexpr int kColours = 2;

struct RandomNet {
  int fuel = 0;
  std::array<std::array<int, kColours>, kPlaces> initial{};  ///< tokens by place and colour
  std::vector<RandomTransition> transitions;
  bool sequence = false;  ///< the order of the specification
};

RandomNet MakeRandomNet(std::uint64_t seed);
/// The net as a model: places Fuel and P0 to P2, transitions T0, T1, ..., and test "all", which
/// observes T2 as T2 with the field x.
std::string ModelText(const RandomNet& net);

}  // namespace coverage
