import unittest

from mutation.operators.rules import OPERATORS
from mutation.operators.sampling import Mutant, in_turn, sample
from mutation.operators.statements import parse
from mutation.operators.tokens import tokens_of
from mutation.operators.variables import names_by_type, others_of_type


def mutants(operator, body, header=""):
    """The bodies that an operator makes of one, without spaces at the ends of lines."""
    source = "int f(int a) {\n" + body + "\n}\n"
    made = []
    for change in OPERATORS[operator](parse(source), header):
        mutated = source[:change.start] + change.text + source[change.end:]
        made.append(mutated.removeprefix("int f(int a) {\n").removesuffix("\n}\n"))
    return made


class TokenTest(unittest.TestCase):
    def texts(self, source):
        return [token.text for token in tokens_of(source)]

    def test_comments_and_directives_are_none(self):
        self.assertEqual(self.texts("#define A \\\n  b\nc; // d;\n/* e; */ f"), ["c", ";", "f"])

    def test_strings_and_numbers_are_one(self):
        self.assertEqual(self.texts("\"a;\\\"\" R\"(b;\")\" 1'000 'c' x->y"),
                         ['"a;\\""', 'R"(b;")"', "1'000", "'c'", "x", "->", "y"])


class NegateTest(unittest.TestCase):
    def test_ifs_and_loops(self):
        self.assertEqual(mutants("negate", "if (a < 1) g(); else if (b) h();"),
                         ["if (!(a < 1)) g(); else if (b) h();", "if (a < 1) g(); else if (!(b)) h();"])
        self.assertEqual(mutants("negate", "while (a) --a;"), ["while (!(a)) --a;"])
        self.assertEqual(mutants("negate", "for (int i = 0; i < a; ++i) g();"),
                         ["for (int i = 0; !(i < a); ++i) g();"])

    def test_a_declaration_is_no_condition(self):
        self.assertEqual(mutants("negate", "if (const auto* x = g()) h();"), [])
        self.assertEqual(mutants("negate", "if (auto x = g(); x > 1) h();"), ["if (auto x = g(); !(x > 1)) h();"])

    def test_nor_is_a_range(self):
        self.assertEqual(mutants("negate", "for (int i : g()) h(i);"), [])

    def test_lambdas_are_looked_into(self):
        self.assertEqual(mutants("negate", "g([a] { if (a) h(); });"), ["g([a] { if (!(a)) h(); });"])
        self.assertEqual(mutants("negate", "auto f = [](int b) { if (b) h(); };"),
                         ["auto f = [](int b) { if (!(b)) h(); };"])


class DropTest(unittest.TestCase):
    def test_a_statement(self):
        self.assertEqual(mutants("drop", "g(); a = 1;"), [" a = 1;", "g(); "])

    def test_the_body_of_an_if_becomes_empty(self):
        self.assertEqual(mutants("drop", "if (a) return 1;"), ["if (a) {}"])

    def test_declarations_stay_but_for_locks(self):
        self.assertEqual(mutants("drop", "int b = 1; const auto c = g(); std::vector<int> d; A& e = h();"), [])
        self.assertEqual(mutants("drop", "std::lock_guard lock(mutex_);"), [""])

    def test_assertions_and_what_only_observes_stay(self):
        self.assertEqual(mutants("drop", "assert(a == 1); PAXOS_OBSERVE(probe_, kVoted, .rnd = 1);"), [])


class SwapTest(unittest.TestCase):
    def test_statements_that_follow_each_other(self):
        self.assertEqual(mutants("swap", "g();\nh();\ni();"), ["h();\ng();\ni();", "g();\ni();\nh();"])

    def test_not_across_blocks_and_not_with_jumps(self):
        self.assertEqual(mutants("swap", "g(); if (a) { h(); } i(); return a;"), [])

    def test_a_declaration_may_come_later(self):
        self.assertEqual(mutants("swap", "Lock lock(mutex_); g();"), ["g(); Lock lock(mutex_);"])


class OffByOneTest(unittest.TestCase):
    def test_comparisons(self):
        self.assertEqual(mutants("off-by-one", "return a < b;"), ["return a <= b;"])
        self.assertEqual(mutants("off-by-one", "return a >= b;"), ["return a > b;"])

    def test_templates_are_none(self):
        self.assertEqual(mutants("off-by-one", "std::vector<A> b;"), [])

    def test_numbers(self):
        self.assertEqual(sorted(mutants("off-by-one", "return 5;")), ["return 4;", "return 6;"])
        self.assertEqual(mutants("off-by-one", "return 0u;"), ["return 1u;"])
        self.assertEqual(mutants("off-by-one", "return 0.5;"), [])


class VariableTest(unittest.TestCase):
    def test_one_of_the_same_type(self):
        self.assertEqual(mutants("variable", "return a;", "class A { int b_ = 0; long c_; };"), ["return b_;"])

    def test_const_and_references_make_no_difference(self):
        names = names_by_type("void f(const std::string& a, std::string b, const char* c, char d);")
        self.assertEqual(others_of_type(names, "a"), ["b"])
        self.assertEqual(others_of_type(names, "d"), [])

    def test_variables_of_other_functions_are_not_there(self):
        source = "int f(int a, int b) { return a; }\nint g(int c, int d) { return c; }\n"
        self.assertEqual([change.text for change in OPERATORS["variable"](parse(source), "")], ["b", "d"])

    def test_a_declaration_and_a_call_are_no_use(self):
        self.assertEqual(mutants("variable", "int b = g();"), [])


class SampleTest(unittest.TestCase):
    def mutant(self, operator, line, rank):
        return Mutant(operator, "a.cc", line, "does", "one\n", "two\n", rank)

    def test_operators_take_turns_and_no_line_is_changed_twice(self):
        all_of_them = [self.mutant("drop", 1, "3"), self.mutant("drop", 2, "1"), self.mutant("drop", 3, "2"),
                       self.mutant("negate", 2, "9"), self.mutant("negate", 4, "8")]
        chosen, failed = sample(all_of_them, 3, lambda one: True)
        self.assertEqual([(one.operator, one.line) for one in chosen], [("negate", 4), ("drop", 2), ("drop", 3)])
        self.assertEqual(failed, 0)

    def test_files_take_turns(self):
        many = [Mutant("drop", file, line, "does", "", "", rank)
                for file, line, rank in (("a.cc", 1, "1"), ("a.cc", 2, "2"), ("b.cc", 1, "8"), ("b.cc", 2, "9"))]
        self.assertEqual([one.rank for one in in_turn(many)], ["1", "8", "2", "9"])

    def test_how_many_compile_at_a_time_makes_no_difference(self):
        many = [self.mutant(operator, line, f"{(line * 7 + len(operator) * 3) % 100:02}")
                for operator in OPERATORS for line in range(30)]
        samples = [sample(many, 25, lambda one: one.line % 3 != 0, jobs)[0] for jobs in (1, 4)]
        self.assertEqual(samples[0], samples[1])

    def test_what_does_not_compile_is_replaced(self):
        chosen, failed = sample([self.mutant("drop", 1, "1"), self.mutant("drop", 2, "2")], 1,
                                lambda one: one.line != 1)
        self.assertEqual(([one.line for one in chosen], failed), ([2], 1))

    def test_a_patch_says_what_it_does(self):
        self.assertEqual(self.mutant("drop", 1, "abcdefgh").patch("equivalent: nobody counts\n"),
                         "effect: does (a.cc:1)\nclass: drop\nequivalent: nobody counts\n\n"
                         "--- a/a.cc\n+++ b/a.cc\n@@ -1 +1 @@\n-one\n+two\n")


if __name__ == "__main__":
    unittest.main()
