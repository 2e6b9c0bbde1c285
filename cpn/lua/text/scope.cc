#include "cpn/lua/text/scope.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace cpn::lua {
namespace {

/// More than Lua compiles (200 levels): only texts that it has yet to refuse are cut.
constexpr int kDeepest = 250;

// A recursive-descent walk over Lua's grammar (reference manual, section 9) that keeps track of
// scopes only.
class Analyser {
 public:
  explicit Analyser(const std::vector<Token>& tokens) : tokens_(tokens) {}

  Scopes Chunk() {
    Block();
    return std::move(scopes_);
  }
  Scopes SingleExpression() {
    Expression();
    return std::move(scopes_);
  }

 private:
  const Token& Now() const { return tokens_[at_]; }
  const Token& After() const { return tokens_[std::min(at_ + 1, tokens_.size() - 1)]; }
  bool AtEnd() const { return Now().kind == TokenKind::kEnd; }
  void Skip() {
    if (!AtEnd()) ++at_;
  }
  bool Take(std::string_view symbol) {
    if (!Now().Is(symbol)) return false;
    Skip();
    return true;
  }
  /// Declares nothing yet: a local is visible only after its initialiser.
  std::string_view TakeName() {
    if (Now().kind != TokenKind::kName) return {};
    const std::string_view name = Now().text;
    Skip();
    return name;
  }

  void Declare(std::string_view name) {
    locals_.push_back(name);
    ++visible_[name];
  }
  /// The scope ends that began when there were so many locals.
  void Leave(std::size_t outer) {
    for (; locals_.size() > outer; locals_.pop_back()) --visible_[locals_.back()];
  }
  void Use(const Token& token) {
    const auto local = visible_.find(token.text);
    if (local != visible_.end() && local->second > 0) return;
    scopes_.free_names.push_back({token.text, token.offset, token.line, function_});
  }

  /// One level of nesting. What is nested more deeply than Lua allows ends the walk.
  class Level {
   public:
    explicit Level(Analyser* analyser) : analyser_(analyser) {
      if (++analyser_->depth_ > kDeepest) analyser_->at_ = analyser_->tokens_.size() - 1;
    }
    ~Level() { --analyser_->depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Analyser* analyser_;
  };

  bool BlockEnds() const {
    const Token& t = Now();
    return AtEnd() || t.Is("end") || t.Is("else") || t.Is("elseif") || t.Is("until");
  }

  void Block() {
    const std::size_t outer = locals_.size();
    Statements();
    Leave(outer);
  }

  void Statements() {
    while (!BlockEnds()) {
      const std::size_t before = at_;
      Statement();
      if (at_ == before) Skip();  // not Lua after all: go on anyway
    }
  }

  void BlockThen(std::string_view close) {
    Block();
    Take(close);
  }

  void Statement() {
    const Level level(this);
    if (Take(";") || Take("break")) return;
    if (Take("::") || Take("goto")) {
      TakeName();
      Take("::");
    } else if (Take("do")) {
      BlockThen("end");
    } else if (Take("while")) {
      Expression();
      Take("do");
      BlockThen("end");
    } else if (Take("repeat")) {
      Repeat();
    } else if (Take("if")) {
      If();
    } else if (Take("for")) {
      For();
    } else if (Now().Is("function")) {
      NamedFunction();
    } else if (Take("local")) {
      Local();
    } else if (Take("return")) {
      if (!BlockEnds() && !Now().Is(";")) ExpressionList();
      Take(";");
    } else {
      do {
        SuffixedExpression();
      } while (Take(","));
      if (Take("=")) ExpressionList();
    }
  }

  void Repeat() {
    const std::size_t outer = locals_.size();
    Statements();
    Take("until");
    Expression();  // sees the block's locals
    Leave(outer);
  }

  void If() {
    do {
      Expression();
      Take("then");
      Block();
    } while (Take("elseif"));
    if (Take("else")) Block();
    Take("end");
  }

  void For() {
    const std::size_t outer = locals_.size();
    std::vector<std::string_view> names;
    do {
      names.push_back(TakeName());
    } while (Take(","));
    if (!Take("=")) Take("in");
    ExpressionList();
    Take("do");
    for (std::string_view name : names) Declare(name);
    BlockThen("end");
    Leave(outer);
  }

  void NamedFunction() {
    const std::size_t start = at_;
    Skip();
    bool method = false;
    if (Now().kind == TokenKind::kName) Use(Now());
    Skip();
    while (Now().Is(".") || Now().Is(":")) {
      method = Now().Is(":");
      Skip();
      Skip();
    }
    FunctionBody(start, method);
  }

  void Local() {
    if (Now().Is("function")) {
      const std::size_t start = at_;
      Skip();
      Declare(TakeName());
      FunctionBody(start, false);
      return;
    }
    std::vector<std::string_view> names;
    do {
      names.push_back(TakeName());
      if (Take("<")) {
        TakeName();
        Take(">");
      }
    } while (Take(","));
    if (Take("=")) ExpressionList();
    for (std::string_view name : names) Declare(name);
  }

  /// At the "(" of the parameters; `start` is the token of the function's first word.
  void FunctionBody(std::size_t start, bool method) {
    const int index = static_cast<int>(scopes_.functions.size());
    FunctionText text;
    text.line = tokens_[start].line;
    text.begin = tokens_[start].offset;
    text.parent = function_;
    const std::size_t outer = locals_.size();
    if (method) Declare("self");
    Take("(");
    while (!AtEnd() && !Now().Is(")")) {
      if (Now().kind == TokenKind::kName) {
        text.parameters.push_back(Now().text);
        Declare(Now().text);
      }
      Skip();
    }
    text.body_begin = Now().offset + 1;
    Take(")");
    scopes_.functions.push_back(text);
    const int around = std::exchange(function_, index);
    Statements();
    function_ = around;
    Leave(outer);
    FunctionText& done = scopes_.functions[static_cast<std::size_t>(index)];
    done.body_end = Now().offset;
    done.end = Now().offset + Now().text.size();
    done.last_line = Now().line;
    Take("end");
  }

  void ExpressionList() {
    do {
      Expression();
    } while (Take(","));
  }

  bool TakeUnary() { return Take("not") || Take("-") || Take("#") || Take("~"); }
  bool TakeBinary() {
    static constexpr std::string_view kOperators[] = {
        "+",  "-",  "*",  "/", "//", "%", "^",  "..", "<",   "<=", ">",
        ">=", "==", "~=", "&", "|",  "~", "<<", ">>", "and", "or"};
    return std::any_of(std::begin(kOperators), std::end(kOperators),
                       [this](std::string_view op) { return Take(op); });
  }

  void Expression() {
    const Level level(this);
    do {
      while (TakeUnary()) {
      }
      Operand();
    } while (TakeBinary());
  }

  void Operand() {
    const Token& t = Now();
    if (t.kind == TokenKind::kNumber || t.kind == TokenKind::kString || t.Is("nil") ||
        t.Is("true") || t.Is("false") || t.Is("...")) {
      Skip();
    } else if (t.Is("{")) {
      Table();
    } else if (t.Is("function")) {
      const std::size_t start = at_;
      Skip();
      FunctionBody(start, false);
    } else {
      SuffixedExpression();
    }
  }

  void SuffixedExpression() {
    if (Now().kind == TokenKind::kName) {
      Use(Now());
      Skip();
    } else if (Take("(")) {
      Expression();
      Take(")");
    } else {
      return;
    }
    for (;;) {
      if (Take(".") || Take(":")) {
        Skip();
      } else if (Take("[")) {
        Expression();
        Take("]");
      } else if (Take("(")) {
        if (!Now().Is(")")) ExpressionList();
        Take(")");
      } else if (Now().Is("{")) {
        Table();
      } else if (Now().kind == TokenKind::kString) {
        Skip();
      } else {
        return;
      }
    }
  }

  void Table() {
    Take("{");
    while (!AtEnd() && !Now().Is("}")) {
      const std::size_t before = at_;
      if (Take("[")) {
        Expression();
        Take("]");
        Take("=");
      } else if (Now().kind == TokenKind::kName && After().Is("=")) {
        Skip();
        Skip();
      }
      Expression();
      if (!Take(",")) Take(";");
      if (at_ == before) Skip();
    }
    Take("}");
  }

  const std::vector<Token>& tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
  int function_ = -1;
  std::vector<std::string_view> locals_;
  std::unordered_map<std::string_view, int> visible_;  ///< how many locals have the name
  Scopes scopes_;
};

}  // namespace

Scopes AnalyseChunk(const std::vector<Token>& tokens) { return Analyser(tokens).Chunk(); }
Scopes AnalyseExpression(const std::vector<Token>& tokens) {
  return Analyser(tokens).SingleExpression();
}

}  // namespace cpn::lua
