#include "adapter/run_trace.h"

#include <utility>

#include "oracles/observed_event.h"

#ifndef CPNGEN_VERSION
#error "CPNGEN_VERSION must be defined by the build"
#endif

namespace adapter {
namespace {

trace::Outcome OutcomeOf(Outcome outcome) {
  switch (outcome) {
    case Outcome::kPass:
      return trace::Outcome::kPass;
    case Outcome::kFail:
      return trace::Outcome::kFail;
    case Outcome::kInconclusive:
      return trace::Outcome::kInconclusive;
  }
  return trace::Outcome::kNone;
}

/// Calls use(part, element) for what is in `TestValues`, or in `TestOracles`.
template <typename Use>
void ForEachElement(const suite::Case& test, const xml::Name& where, const Use& use) {
  int part = 0;
  for (const xml::Element& child : test.element->children) {
    if (suite::kTestValues.Is(child.name)) ++part;
    if (!where.Is(child.name)) continue;
    for (const xml::Element& element : child.children) use(part, element);
  }
}

std::vector<trace::Step> StimuliOf(const suite::Case& test) {
  std::vector<trace::Step> steps;
  ForEachElement(test, suite::kTestValues, [&](int part, const xml::Element& element) {
    oracles::ObservedEvent event = oracles::EventOf(element);
    steps.push_back({.kind = trace::Kind::kStimulus,
                     .name = std::move(event.name),
                     .fields = std::move(event.fields),
                     .part = part});
  });
  return steps;
}

std::vector<trace::Expectation> OraclesOf(const suite::Case& test) {
  std::vector<trace::Expectation> expected;
  ForEachElement(test, suite::kTestOracles, [&](int part, const xml::Element& element) {
    oracles::ObservedEvent event = oracles::EventOf(element);
    expected.push_back({.name = std::move(event.name),
                        .fields = std::move(event.fields),
                        .part = part,
                        .came = true});
  });
  return expected;
}

std::vector<trace::Expectation> MismatchesOf(const Verdict& verdict) {
  std::vector<trace::Expectation> expected;
  for (const oracles::Mismatch& mismatch : verdict.mismatches) {
    expected.push_back(
        {.name = mismatch.what,
         .fields = {{"expected", mismatch.expected}, {"observed", mismatch.observed}}});
  }
  return expected;
}

}  // namespace

std::string ProgramAndVersion() { return "adapter " CPNGEN_VERSION; }

trace::Trace WholeTrace(const SelectedCase& selected, std::uint64_t seed, const Verdict& verdict) {
  trace::Trace trace = verdict.trace;
  trace::Header& header = trace.header;
  header.made_by = ProgramAndVersion();
  if (header.system.empty()) header.system = selected.suite->driver->name();
  header.seed = seed;
  header.suite = selected.suite->suite.name();
  header.test = selected.test->id;
  const bool passed = verdict.outcome == Outcome::kPass;
  if (trace.steps.empty()) trace.steps = StimuliOf(*selected.test);
  if (trace.expected.empty()) {
    trace.expected = passed ? OraclesOf(*selected.test) : MismatchesOf(verdict);
  }
  trace.outcome = OutcomeOf(verdict.outcome);
  trace.detail = verdict.detail;
  return trace;
}

}  // namespace adapter
