#include "cpn/lua/text/compile_cost.h"

#include <cstdint>

namespace cpn::lua {
namespace {

constexpr std::uint64_t kMostSteps = 1'000'000'000;
/// A step along a chain is a jump in the code made so far; one along local variables is not.
constexpr std::uint64_t kStepsOfJump = 4;

bool OpensBracket(const Token& t) { return t.Is("(") || t.Is("{") || t.Is("["); }
bool ClosesLevel(const Token& t) {
  return t.Is(")") || t.Is("}") || t.Is("]") || t.Is("end") || t.Is("until");
}
/// What stands between two expressions of one level.
bool EndsExpression(const Token& t) {
  return t.Is(",") || t.Is(";") || t.Is("=") || t.Is("return") || t.Is("then") || t.Is("do") ||
         t.Is("local") || t.Is("while") || t.Is("if") || t.Is("elseif") || t.Is("until");
}

class Counter {
 public:
  /// False when the compiler does not come behind the token.
  bool Take(const Token& t) {
    Declarations(t);
    if (t.kind == TokenKind::kName) steps_ += locals_;
    if (EndsExpression(t)) levels_.back().chain = 0;
    if (t.Is("and") || t.Is("or")) steps_ += kStepsOfJump * ++levels_.back().chain;
    if (t.Is("elseif")) steps_ += kStepsOfJump * ++levels_.back().branches;
    if (t.Is("elseif") || t.Is("else")) locals_ = levels_.back().locals;
    Levels(t);
    return steps_ <= kMostSteps;
  }

 private:
  /// Brackets, functions and blocks: an expression stays on its level.
  struct Level {
    std::uint64_t locals = 0;  ///< outside of it
    std::uint64_t chain = 0;
    std::uint64_t branches = 0;
    bool is_for = false;  ///< up to its `do`, which opens a level of its own
  };

  void Declarations(const Token& t) {
    if (declaring_ && t.kind == TokenKind::kName) ++locals_;
    const bool goes_on = t.kind == TokenKind::kName || t.Is(",") || t.Is("<") || t.Is(">") ||
                         (in_parameters_ && !t.Is(")"));
    if (!goes_on) declaring_ = false;
    if (t.Is("local") || t.Is("for")) declaring_ = true;
  }

  void Levels(const Token& t) {
    const bool parameters = t.Is("(") && before_parameters_;
    if (parameters) {
      before_parameters_ = false;
      in_parameters_ = declaring_ = true;
    } else if (t.Is(")") && in_parameters_) {
      in_parameters_ = false;
    } else if (OpensBracket(t) || t.Is("function") || t.Is("if") || t.Is("do") || t.Is("repeat") ||
               t.Is("for")) {
      if (t.Is("function")) before_parameters_ = true;
      levels_.push_back({locals_, 0, 0, t.Is("for")});
    } else if (ClosesLevel(t)) {
      Close();
      if (t.Is("end") && levels_.back().is_for) Close();
    }
  }

  void Close() {
    if (levels_.size() == 1) return;
    locals_ = levels_.back().locals;
    levels_.pop_back();
  }

  std::vector<Level> levels_ = std::vector<Level>(1);
  std::uint64_t locals_ = 0;
  std::uint64_t steps_ = 0;
  bool declaring_ = false;
  bool before_parameters_ = false;  ///< behind `function`
  bool in_parameters_ = false;
};

}  // namespace

const Token* TokenBeyondCompiler(const std::vector<Token>& tokens) {
  Counter counter;
  for (const Token& token : tokens) {
    if (!counter.Take(token)) return &token;
  }
  return nullptr;
}

}  // namespace cpn::lua
