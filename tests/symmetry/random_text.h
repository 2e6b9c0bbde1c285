// Random models in which nothing tells apart the values of two symmetric colour sets.
//
// Thread safety: none.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace symmetry_tests {

/// The text of a random model in which nothing tells apart the values of W, nor those of V.
class RandomText {
 public:
  explicit RandomText(std::uint64_t seed) : random_(seed * 7919 + 17) {}

  std::string Make();
  /// After Make(): test case specification "t", which may tell them apart. Transitions are observed
  /// with their values, without them, or only for some values.
  std::string MakeTest();

 private:
  std::size_t Below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  const char* OneOf(const std::vector<const char*>& texts) { return texts[Below(texts.size())]; }
  void AddTransition(std::size_t index);
  void AddProperties(std::size_t transitions);

  std::mt19937_64 random_;
  std::size_t workers_ = 0;
  std::size_t values_ = 0;
  std::string text_;
  std::vector<std::string> variables_;  ///< by transition, of W and V: "wx", say
};

}  // namespace symmetry_tests
