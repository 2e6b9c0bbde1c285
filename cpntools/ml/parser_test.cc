#include "cpntools/ml/parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cpntools::ml {
namespace {

using ::testing::ElementsAre;

std::string Show(const Pattern& p) {
  std::string text = p.text;
  for (std::size_t i = 0; i < p.children.size(); ++i) {
    text += (i ? " " : text.empty() ? "" : " ");
    if (i < p.labels.size()) text += p.labels[i] + "=";
    text += Show(p.children[i]);
  }
  using Kind = Pattern::Kind;
  switch (p.kind) {
    case Kind::kTuple:
      return "(" + text + ")";
    case Kind::kList:
      return "[" + text + "]";
    case Kind::kRecord:
      return "{" + text + (p.flexible ? " ..." : "") + "}";
    case Kind::kCons:
      return "(:: " + text + ")";
    case Kind::kConstructor:
    case Kind::kAs:
      return "<" + text + ">";
    default:
      return text;
  }
}

std::string Show(const Expression& e) {
  std::string inside;
  for (std::size_t i = 0; i < e.children.size(); ++i) {
    if (i) inside += " ";
    if (i < e.labels.size()) inside += e.labels[i] + "=";
    inside += Show(e.children[i]);
  }
  for (const Match& match : e.matches) {
    inside += " | " + Show(match.pattern) + " => " + Show(match.body);
  }
  using Kind = Expression::Kind;
  switch (e.kind) {
    case Kind::kTuple:
      return "(" + inside + ")";
    case Kind::kList:
      return "[" + inside + "]";
    case Kind::kRecord:
      return "{" + inside + "}";
    case Kind::kSelector:
      return "#" + e.text;
    case Kind::kApply:
      return "<" + inside + ">";
    case Kind::kIf:
      return "if{" + inside + "}";
    case Kind::kAndAlso:
      return "and{" + inside + "}";
    case Kind::kOrElse:
      return "or{" + inside + "}";
    case Kind::kCase:
      return "case{" + inside + "}";
    case Kind::kFn:
      return "fn{" + inside + "}";
    case Kind::kLet:
      return "let{" + std::to_string(e.declarations.size()) + " " + inside + "}";
    case Kind::kString:
      return '"' + e.text + '"';
    default:
      return e.text + inside;
  }
}

std::string Parsed(std::string_view text) { return Show(ParseExpression(text)); }

std::string ErrorOf(std::string_view text) {
  try {
    ParseDeclarations(text);
  } catch (const MlError& e) {
    return std::to_string(e.where().line) + ":" + std::to_string(e.where().column) + ": " +
           e.what();
  }
  return "no error";
}

TEST(Parser, ApplicationBindsTighterThanMultiSetOperators) {
  EXPECT_EQ(Parsed("1`Data(1,x) ++ 2`f y"), "<++ (<` (1 <Data (1 x)>)> <` (2 <f y>)>)>");
}

TEST(Parser, ArithmeticHasSmlPrecedences) {
  EXPECT_EQ(Parsed("a + b * c - d = e"), "<= (<- (<+ (a <* (b c)>)> d)> e)>");
}

TEST(Parser, ListOperatorsAreRightAssociative) {
  EXPECT_EQ(Parsed("a :: b :: c ^^ d"), "<:: (a <:: (b <^^ (c d)>)>)>");
}

TEST(Parser, AndAlsoBindsTighterThanOrElse) {
  EXPECT_EQ(Parsed("a orelse b andalso not c"), "or{a and{b <not c>}}");
}

TEST(Parser, NegationAppliesToAnAtom) { EXPECT_EQ(Parsed("~x * y"), "<* (<~ x> y)>"); }

TEST(Parser, IfReachesAsFarAsPossible) {
  EXPECT_EQ(Parsed("if a then b else c ++ d"), "if{a b <++ (c d)>}");
}

TEST(Parser, SelectorsAreFunctions) {
  EXPECT_EQ(Parsed("#rid msg = #1 t"), "<= (<#rid msg> <#1 t>)>");
}

TEST(Parser, OpMakesAFunctionOfAnOperator) {
  EXPECT_EQ(Parsed("List.foldr op + 0 xs"), "<<<List.foldr +> 0> xs>");
}

TEST(Parser, FnTakesClauses) {
  EXPECT_EQ(Parsed("fn Data(n,_) => Ack(n+1) | _ => Ack 0"),
            "fn{ | <Data (n _)> => <Ack <+ (n 1)>> | _ => <Ack 0>}");
}

TEST(Parser, LetHasDeclarationsAndABody) {
  EXPECT_EQ(Parsed("let val (a,b) = f x; fun g y = y in g a end"), "let{2 <g a>}");
}

TEST(Parser, GuardIsAListOfConditions) {
  const std::vector<Expression> guard = ParseGuard("[a = b, c]");
  EXPECT_EQ(guard.size(), 2u);
  EXPECT_EQ(Show(guard[0]), "<= (a b)>");
}

TEST(Parser, GuardMayHaveCommasWithoutBrackets) {
  const std::vector<Expression> guard = ParseGuard("n=i, i<k, [a, b];");
  ASSERT_EQ(guard.size(), 4u);
  EXPECT_EQ(Show(guard[0]), "<= (n i)>");
  EXPECT_EQ(Show(guard[1]), "<< (i k)>");
  EXPECT_EQ(Show(guard[3]), "b");
}

TEST(Parser, PatternsOfRecordsMayBeFlexible) {
  const std::vector<Declaration> d = ParseDeclarations("fun f ({data, seq=1, ...} : P) = data");
  EXPECT_EQ(Show(d[0].functions[0].clauses[0].patterns[0]), "{data=data seq=1 ...}");
  EXPECT_EQ(d[0].functions[0].clauses[0].patterns[0].type->name, "P");
}

TEST(Parser, FieldsOfRecordPatternsMayHaveTypes) {
  const std::vector<Declaration> d = ParseDeclarations("fun f ({sbj:SBJ, ...}:MSG) = sbj");
  EXPECT_EQ(d[0].functions[0].clauses[0].patterns[0].children[0].type->name, "SBJ");
}

TEST(Parser, AsPatternNamesTheWhole) {
  const std::vector<Declaration> d = ParseDeclarations("fun f (ik as (a,_)::xs) = a");
  EXPECT_EQ(Show(d[0].functions[0].clauses[0].patterns[0]), "<ik (:: (a _) xs)>");
}

TEST(Parser, FunctionsHaveClausesAndCompanions) {
  const std::vector<Declaration> d =
      ParseDeclarations("fun even 0 = true | even n = odd (n-1) and odd n = even (n-1);");
  ASSERT_EQ(d.size(), 1u);
  ASSERT_EQ(d[0].functions.size(), 2u);
  EXPECT_EQ(d[0].functions[0].clauses.size(), 2u);
  EXPECT_EQ(d[0].functions[1].name, "odd");
}

TEST(Parser, ValRecIsAFunction) {
  const std::vector<Declaration> d = ParseDeclarations("val rec f = fn 0 => 1 | n => f (n-1)");
  EXPECT_EQ(d[0].kind, Declaration::Kind::kFunctions);
  EXPECT_EQ(d[0].functions[0].clauses.size(), 2u);
}

TEST(Parser, CodeSegmentsNameTheirOutputs) {
  const CodeSegment code = ParseCodeSegment("input (a);\noutput (b,c);\naction f a;");
  EXPECT_THAT(code.output, ElementsAre("b", "c"));
  EXPECT_EQ(Show(code.action), "<f a>");
}

TEST(Parser, ErrorsSayWhatWasExpected) {
  EXPECT_EQ(ErrorOf("fun f (x = 1"), "1:10: expected ), not =");
  EXPECT_EQ(ErrorOf("val x = if a then b"), "1:20: expected else, not the end");
}

TEST(Parser, ClausesOfAFunctionHaveOneName) {
  EXPECT_EQ(ErrorOf("fun f 1 = 2 | g n = n"),
            "1:15: a clause of f is named g; all clauses of a function have its name");
}

TEST(Parser, TimingIsRefused) {
  EXPECT_EQ(ErrorOf("val x = 1`a @+ 5"),
            "1:13: timed inscriptions are not supported: there is no time");
}

TEST(Parser, LoopsAreRefused) {
  EXPECT_EQ(ErrorOf("val x = while true do ()"),
            "1:9: while is not supported: there are no references");
}

TEST(Parser, OtherDeclarationsAreRefused) {
  EXPECT_EQ(ErrorOf("datatype t = A"),
            "1:1: declarations with datatype are not supported; val, fun and exception are");
}

TEST(Parser, DeepNestingIsAnErrorAndNoCrash) {
  EXPECT_EQ(ErrorOf("val x = " + std::string(100000, '(')), "1:408: nested more than 400 deep");
  std::string sum = "val x = a";
  for (int i = 0; i < 100000; ++i) sum += "+a";
  EXPECT_EQ(ErrorOf(sum), "1:2008: an expression of more than 2000 levels");
}

}  // namespace
}  // namespace cpntools::ml
