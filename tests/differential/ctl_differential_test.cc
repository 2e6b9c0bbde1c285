// The ASK-CTL checker against the definitions on random nets and random formulas: verdicts,
// evidence, what a limited exploration may say, on-the-fly checking, and the note on dead markings.
//
// CPNGEN_NETS sets the number of nets (without it, as many as take about ten seconds),
// CPNGEN_FORMULAS the number of formulas for each, CPNGEN_FIRST_NET the first seed.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>

#include "cpn/ctl/atoms.h"
#include "cpn/ctl/check.h"
#include "cpn/ctl/testing.h"
#include "testing/sanitized.h"
#include "tests/differential/definitions.h"
#include "tests/differential/environment.h"
#include "tests/differential/evidence_check.h"
#include "tests/differential/random_formula.h"
#include "tests/differential/random_model.h"

namespace differential {
namespace {

using cpn::ctl::Formula;
using cpn::ctl::Note;
using cpn::ctl::Property;
using cpn::ctl::Result;
using cpn::ctl::Verdict;
using cpn::ctl::testing::LambdaFunctions;
using cpn::testing::ModelBuilder;
using cpn::testing::RunningNet;

constexpr std::size_t kMaxNodes = 60;

/// How much was exercised, so that the test cannot pass on nothing.
struct Coverage {
  std::uint64_t nets = 0, without_answer = 0, formulas = 0, markings = 0;
  std::map<std::string, std::uint64_t> count;
};

bool HasNote(const Result& result, Note::Kind kind) {
  return std::ranges::count(result.notes, kind, &Note::kind) > 0;
}

bool SameEvidence(const Result& a, const Result& b) {
  if (!a.evidence || !b.evidence) return a.evidence.has_value() == b.evidence.has_value();
  return a.evidence->steps == b.evidence->steps && a.evidence->loop == b.evidence->loop &&
         a.evidence->ends_dead == b.evidence->ends_dead;
}

void CountOperators(const Formula& formula, bool holds, Coverage& coverage) {
  ++coverage
        .count[std::string(NameOf(formula.op)) + (holds ? " in what holds" : " in what does not")];
  for (const Formula& operand : formula.operands) CountOperators(operand, holds, coverage);
}

class NetTest {
 public:
  NetTest(std::uint64_t seed, std::uint64_t formulas, Coverage* coverage)
      : random_(seed ^ 0x41534b2d43544cull),
        model_(seed % 2 == 0 ? RandomModel(seed) : RandomGraphModel(seed)),
        run_(*model_),
        coverage_(*coverage),
        formulas_(formulas) {}

  void Check() {
    ++coverage_.nets;
    std::optional<cpn::StateSpace> space;
    try {
      cpn::ExplorationOptions options;
      options.max_states = kMaxNodes;
      space = cpn::Explore(run_.engine, options);
    } catch (const cpn::ModelError&) {
      ++coverage_.without_answer;
      return;
    }
    if (!space->complete()) {
      ++coverage_.without_answer;
      return;
    }
    RandomFormulas formulas(&random_, &run_.engine, &*space, &functions_);
    // Half of the generator's nets are dead from the start: one formula will do.
    const std::uint64_t count =
        space->arcs() == 0 ? std::min<std::uint64_t>(formulas_, 1) : formulas_;
    for (std::uint64_t i = 0; i < count; ++i) {
      const int depth = 1 + static_cast<int>(random_.Below(4));
      properties_.push_back(
          cpn::ctl::testing::MakeProperty("p" + std::to_string(i), formulas.State(depth)));
    }
    coverage_.markings += space->nodes();
    CheckComplete(*space);
    CheckLimited(*space);
    CheckFromTheStart(*space);
  }

 private:
  std::vector<const Property*> All() const {
    std::vector<const Property*> all;
    for (const Property& property : properties_) all.push_back(&property);
    return all;
  }

  void CheckComplete(const cpn::StateSpace& space) {
    reference::Ctl truth = Definitions(run_.engine, space, functions_, false);
    reference::Ctl stutter = Definitions(run_.engine, space, functions_, true);
    results_ = cpn::ctl::CheckSpace(run_.engine, functions_, space, All());
    for (std::size_t i = 0; i < properties_.size(); ++i) {
      const Formula& formula = properties_[i].formula;
      const Result& result = results_[i];
      SCOPED_TRACE(cpn::ctl::testing::Format(formula));
      const bool holds = truth.InState(formula, 0);
      truth_.push_back(holds);
      ASSERT_EQ(result.verdict, holds ? Verdict::kHolds : Verdict::kViolated);
      ASSERT_EQ(HasNote(result, Note::Kind::kDependsOnDeadMarkings),
                stutter.InState(formula, 0) != holds);
      ASSERT_EQ(result.evidence.has_value(), ShouldHaveEvidence(truth, formula, holds));
      Count(result, formula, holds);
      if (!result.evidence) continue;
      ASSERT_EQ(result.evidence->witness, holds);
      ASSERT_EQ(WhatIsWrong(truth, formula, holds, ToRun(space, *result.evidence), Known::kAll),
                "");
    }
  }

  void Count(const Result& result, const Formula& formula, bool holds) {
    ++coverage_.formulas;
    CountOperators(formula, holds, coverage_);
    for (const Note& note : result.notes) {
      ++coverage_.count["note " + std::string(NameOf(note.kind))];
    }
    if (!result.evidence) return;
    ++coverage_.count[holds ? "witness" : "counterexample"];
    if (result.evidence->loop) ++coverage_.count["lasso"];
    if (result.evidence->ends_dead) ++coverage_.count["evidence that ends dead"];
    if (!result.evidence->steps.empty()) ++coverage_.count["evidence with steps"];
  }

  /// What is sure of a part is true of the whole.
  void CheckLimited(const cpn::StateSpace& whole) {
    if (whole.nodes() == 1) return;
    cpn::ctl::CheckOptions options;
    options.exploration.max_states =
        1 + random_.Below(static_cast<std::uint32_t>(whole.nodes() - 1));
    options.on_the_fly = false;
    const std::vector<Result> results = cpn::ctl::Check(run_.engine, functions_, All(), options);
    for (std::size_t i = 0; i < results.size(); ++i) {
      SCOPED_TRACE(cpn::ctl::testing::Format(properties_[i].formula));
      ASSERT_NE(results[i].end, cpn::ExplorationEnd::kComplete);
      if (results[i].verdict == Verdict::kUnknown) {
        ++coverage_.count["unknown at a limit"];
        ASSERT_FALSE(results[i].evidence.has_value());
        continue;
      }
      ++coverage_.count["sure at a limit"];
      ASSERT_EQ(results[i].verdict, results_[i].verdict);
      if (!results[i].evidence) continue;
      ++coverage_.count["evidence at a limit"];
      reference::Ctl truth = Definitions(run_.engine, whole, functions_, false);
      ASSERT_EQ(WhatIsWrong(truth, properties_[i].formula, truth_[i],
                            ToRun(whole, *results[i].evidence), Known::kPart),
                "");
    }
  }

  /// One property at a time, so that those that can are checked on the fly.
  void CheckFromTheStart(const cpn::StateSpace& whole) {
    reference::Ctl truth = Definitions(run_.engine, whole, functions_, false);
    for (std::size_t i = 0; i < properties_.size(); ++i) {
      SCOPED_TRACE(cpn::ctl::testing::Format(properties_[i].formula));
      const Property* const property = &properties_[i];
      const Result result = cpn::ctl::Check(run_.engine, functions_, {&property, 1}).front();
      if (result.on_the_fly) ++coverage_.count["on the fly"];
      if (result.end == cpn::ExplorationEnd::kStopped) ++coverage_.count["stopped early"];
      ASSERT_EQ(result.verdict, results_[i].verdict);
      // Of a disjunction, a part of the space may show another operand.
      const cpn::ctl::Operator op = properties_[i].formula.op;
      if (result.end == cpn::ExplorationEnd::kComplete || op == cpn::ctl::Operator::kInv ||
          op == cpn::ctl::Operator::kPos) {
        ASSERT_TRUE(SameEvidence(result, results_[i]));
      }
      if (!result.evidence) continue;
      ASSERT_EQ(
          WhatIsWrong(truth, properties_[i].formula, truth_[i], ToRun(whole, *result.evidence),
                      result.end == cpn::ExplorationEnd::kComplete ? Known::kAll : Known::kPart),
          "");
    }
  }

  base::Random random_;
  std::unique_ptr<ModelBuilder> model_;
  RunningNet run_;
  Coverage& coverage_;
  std::uint64_t formulas_;
  LambdaFunctions functions_;
  std::vector<Property> properties_;
  std::vector<Result> results_;
  std::vector<bool> truth_;
};

TEST(CtlDifferentialTest, CheckerEqualsDefinitionsOnRandomNetsAndFormulas) {
  const std::uint64_t first = FromEnvironment("CPNGEN_FIRST_NET", 1);
  const std::uint64_t nets = FromEnvironment("CPNGEN_NETS", test::kSanitized ? 450 : 8000);
  const std::uint64_t formulas = FromEnvironment("CPNGEN_FORMULAS", 8);
  Coverage coverage;
  for (std::uint64_t seed = first; seed < first + nets; ++seed) {
    NetTest(seed, formulas, &coverage).Check();
    ASSERT_FALSE(HasFatalFailure() || HasNonfatalFailure())
        << "net " << seed << "; rerun with CPNGEN_FIRST_NET=" << seed << " CPNGEN_NETS=1";
  }
  std::cout << coverage.nets << " nets, " << coverage.without_answer
            << " of them with a colour error or too large; " << coverage.formulas
            << " formulas compared, on " << coverage.markings << " markings\n";
  for (const auto& [what, count] : coverage.count) {
    std::cout << "  " << what << ": " << count << "\n";
  }
  if (nets < 500) return;
  for (auto op = cpn::ctl::Operator::kTrue; op <= cpn::ctl::Operator::kForallModal;
       op = static_cast<cpn::ctl::Operator>(static_cast<int>(op) + 1)) {
    const std::string name(NameOf(op));
    EXPECT_GT(coverage.count[name + " in what holds"], 100u) << name;
    EXPECT_GT(coverage.count[name + " in what does not"], 100u) << name;
  }
  for (const char* what :
       {"counterexample", "evidence at a limit", "evidence that ends dead", "evidence with steps",
        "lasso", "note depends_on_dead_markings", "note flattened", "note initial_marking_dead",
        "note left_side_never_holds", "note place_never_marked", "note transition_never_occurs",
        "on the fly", "stopped early", "sure at a limit", "unknown at a limit", "witness"}) {
    EXPECT_GT(coverage.count[what], 100u) << what;
  }
}

}  // namespace
}  // namespace differential
