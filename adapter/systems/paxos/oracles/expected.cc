#include "adapter/systems/paxos/oracles/expected.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <set>
#include <utility>

#include "adapter/systems/paxos/oracles/observation.h"
#include "oracles/comparison.h"

// Where oracles::Comparison finds them.
namespace cases {

static std::string Text(const Promise& promise) {
  return fmt::format("promise (rnd {}, vrnd {}, vval \"{}\")", promise.rnd, promise.vrnd,
                     promise.vval);
}
static std::string Text(const Learn& learn) {
  return fmt::format("learn (rnd {}, value \"{}\")", learn.rnd, learn.vval);
}
static std::string Text(const Commit& commit) {
  return fmt::format("\"{}\" of round {}", commit.val, commit.rnd);
}
static std::string Text(const StorageContents::RoundValue& value) {
  return fmt::format("\"{}\" of round {}", value.val, value.rnd);
}
static std::string Text(const ExpectedCall& call) {
  const char* const phase = kCallPhaseWords[static_cast<std::size_t>(call.phase)];
  if (call.phase == ExpectedCall::Phase::kPrepare) {
    return fmt::format("{} of round {}", phase, call.rnd);
  }
  return fmt::format("{} of \"{}\" in round {}", phase, call.value, call.rnd);
}
static std::string Text(const std::optional<std::variant<Promise, Learn>>& reply) {
  if (!reply) return "a refusal";
  return std::visit([](const auto& message) { return Text(message); }, *reply);
}

}  // namespace cases

namespace oracles {

std::vector<Mismatch> Compare(const cases::PrepareQfCase& expected,
                              const PrepareQfOutcome& observed) {
  Comparison comparison;
  comparison.Check("quorum", expected.quorum, observed.quorum);
  if (comparison.BothCombined(expected.combined, observed.combined)) {
    comparison.Check("combined rnd", expected.combined->rnd, observed.combined->rnd);
    comparison.Check("combined vrnd", expected.combined->vrnd, observed.combined->vrnd);
    comparison.Check("combined vval", expected.combined->vval, observed.combined->vval);
  }
  return comparison.Take();
}

std::vector<Mismatch> Compare(const cases::AcceptQfCase& expected,
                              const AcceptQfOutcome& observed) {
  Comparison comparison;
  comparison.Check("quorum", expected.quorum, observed.quorum);
  if (comparison.BothCombined(expected.combined, observed.combined)) {
    comparison.Check("combined rnd", expected.combined->rnd, observed.combined->rnd);
    comparison.Check("combined value", expected.combined->vval, observed.combined->vval);
  }
  return comparison.Take();
}

std::vector<Mismatch> Compare(const cases::CommitQfCase& expected,
                              const CommitQfOutcome& observed) {
  Comparison comparison;
  comparison.Check("quorum", expected.quorum, observed.quorum);
  return comparison.Take();
}

std::vector<Mismatch> Compare(const cases::AcceptorCase& expected,
                              const AcceptorOutcome& observed) {
  assert(expected.steps.size() == observed.replies.size());
  Comparison comparison;
  for (std::size_t i = 0; i < expected.steps.size(); ++i) {
    comparison.Check(fmt::format("reply {}", i + 1), expected.steps[i].reply, observed.replies[i]);
  }
  return comparison.Take();
}

std::vector<Mismatch> Compare(const cases::FailureDetectorCase& expected,
                              const FailureDetectorOutcome& observed) {
  assert(expected.expect_suspected.size() == observed.suspected.size());
  Comparison comparison;
  for (std::size_t i = 0; i < observed.suspected.size(); ++i) {
    comparison.Check(fmt::format("suspected {}", expected.server_ids[i]),
                     bool{expected.expect_suspected[i]}, bool{observed.suspected[i]});
  }
  if (expected.expect_longer) {
    comparison.Check("longer delay", *expected.expect_longer, observed.longer);
  }
  if (expected.expect_newly_suspected) {
    comparison.CheckList("newly suspected", *expected.expect_newly_suspected,
                         observed.newly_suspected);
  }
  if (expected.expect_restored) {
    comparison.CheckList("restored", *expected.expect_restored, observed.restored);
  }
  return comparison.Take();
}

std::vector<Mismatch> Compare(const cases::LeaderChangeCase& expected,
                              const LeaderChangeOutcome& observed) {
  Comparison comparison;
  comparison.CheckList("leaders", expected.leaders, observed.leaders);
  return comparison.Take();
}

std::vector<Mismatch> Compare(const cases::LearnerCase& expected, const LearnerOutcome& observed) {
  assert(expected.steps.size() == observed.learned.size());
  Comparison comparison;
  for (std::size_t i = 0; i < expected.steps.size(); ++i) {
    const cases::Commit& learned = expected.steps[i].learned;
    if (observed.learned[i] == learned) continue;
    comparison.Add(
        {fmt::format("learned {}", i + 1), Text(learned), TextOrNone(observed.learned[i])});
  }
  return comparison.Take();
}

namespace {

std::string OpeningText(const std::variant<cases::StorageContents, std::string>& opened) {
  const auto* const refusal = std::get_if<std::string>(&opened);
  return refusal ? fmt::format("refused: {}", *refusal) : "opened";
}

}  // namespace

std::vector<Mismatch> Compare(const cases::StorageCase& expected, const StorageOutcome& observed) {
  Comparison comparison;
  comparison.CheckList("misuse", std::vector<std::string>{}, observed.misuses);
  const auto* const want = std::get_if<cases::StorageContents>(&expected.expected);
  const auto* const got = std::get_if<cases::StorageContents>(&observed.opened);
  if (want == nullptr || got == nullptr) {
    std::variant<cases::StorageContents, std::string> opened;
    if (const auto* refusal = std::get_if<cases::StorageRefusal>(&expected.expected)) {
      opened = cases::kRefusalWords[static_cast<std::size_t>(*refusal)];
    }
    const std::string wanted = OpeningText(opened);
    const std::string found = OpeningText(observed.opened);
    if (wanted != found) comparison.Add({"opening", wanted, found});
    return comparison.Take();
  }
  comparison.CheckOptional("promised", want->promised, got->promised);
  comparison.CheckOptional("vote", want->vote, got->vote);
  comparison.CheckOptional("begun", want->begun, got->begun);
  comparison.CheckOptional("decided", want->decided, got->decided);
  return comparison.Take();
}

namespace {

bool IsOfNumber(cases::ConfigurationDefect defect) {
  return cases::ConfigurationDefect::kPrepareQuorum <= defect &&
         defect <= cases::ConfigurationDefect::kTimeout;
}

std::string StartText(const std::vector<std::string>& words) {
  if (words.empty()) return "starts";
  return fmt::format("refused: {}", fmt::join(words, " or "));
}

}  // namespace

std::vector<Mismatch> Compare(const cases::ConfigurationCase& expected,
                              const ConfigurationOutcome& observed) {
  Comparison comparison;
  for (const StartOutcome& start : observed.starts) {
    std::vector<std::string> wanted;
    bool has_number = false;
    for (const cases::ConfigurationDefect defect : expected.defects) {
      if (std::count(start.looks_at.begin(), start.looks_at.end(), defect) == 0) continue;
      // Of the numbers the first that is wrong is named.
      if (IsOfNumber(defect) && std::exchange(has_number, true)) continue;
      wanted.emplace_back(cases::kDefectWords[static_cast<std::size_t>(defect)]);
    }
    const std::vector<std::string> found = start.refusal.value_or(std::vector<std::string>{});
    const bool agrees = wanted.empty()
                            ? !start.refusal
                            : std::find_first_of(found.begin(), found.end(), wanted.begin(),
                                                 wanted.end()) != found.end();
    if (!agrees) comparison.Add({start.who, StartText(wanted), StartText(found)});
  }
  return comparison.Take();
}

std::vector<Mismatch> Compare(const cases::WireCase& expected, const WireCaseOutcome& observed) {
  Comparison comparison;
  comparison.CheckList("misuse", std::vector<std::string>{}, observed.misuses);
  std::vector<std::string> outcomes;
  for (const cases::WireOutcome outcome : expected.outcomes) {
    outcomes.emplace_back(cases::kWireOutcomeWords[static_cast<std::size_t>(outcome)]);
  }
  comparison.CheckList("outcomes", outcomes, observed.outcomes);
  comparison.CheckOptional("promised", expected.state.promised, observed.state.promised);
  comparison.CheckOptional("vrnd", expected.state.vrnd, observed.state.vrnd);
  comparison.CheckOptional("decided", expected.state.decided, observed.state.decided);
  return comparison.Take();
}

namespace {

template <typename Outcome, std::size_t n>
void CompareOutcomes(const std::string& whose, const std::vector<Outcome>& expected,
                     const std::vector<Outcome>& observed, const char* const (&words)[n],
                     Comparison& comparison) {
  assert(expected.size() == observed.size());
  const auto word = [&](Outcome outcome) {
    return std::string(words[static_cast<std::size_t>(outcome)]);
  };
  for (std::size_t i = 0; i < expected.size(); ++i) {
    comparison.Check(fmt::format("{} {}", whose, i + 1), word(expected[i]), word(observed[i]));
  }
}

}  // namespace

std::vector<Mismatch> Compare(const cases::ConnectionCase& expected,
                              const ConnectionOutcome& observed) {
  Comparison comparison;
  comparison.CheckList("misuse", std::vector<std::string>{}, observed.misuses);
  CompareOutcomes("visitor", expected.visitor_outcomes, observed.visitors,
                  cases::kVisitorOutcomeWords, comparison);
  CompareOutcomes("host", expected.host_outcomes, observed.hosts, cases::kHostOutcomeWords,
                  comparison);
  return comparison.Take();
}

namespace {

void CompareStep(const std::string& where, const cases::ReplicaStep& expected,
                 const ReplicaOutcome::Step& observed, Comparison& comparison) {
  comparison.CheckList(where + "misuse", std::vector<std::string>{}, observed.misuses);
  if (expected.detectors) {
    const cases::ExpectedDetectors& detectors = *expected.detectors;
    comparison.CheckList(where + "suspected", detectors.suspects, observed.detectors.suspects);
    comparison.CheckList(where + "restored", detectors.restores, observed.detectors.restores);
    comparison.Check(where + "growths of the delay", detectors.growths, observed.detectors.growths);
    comparison.CheckOptional(where + "leader", detectors.leader, observed.detectors.leader);
  }
  std::vector<cases::ExpectedCall> calls;
  if (expected.call) calls.push_back(*expected.call);
  comparison.CheckList(where + "call", calls, observed.calls);
  comparison.CheckList(where + "answers to clients", expected.answers, observed.answers);
}

}  // namespace

std::vector<Mismatch> Compare(const cases::ReplicaCase& expected, const ReplicaOutcome& observed) {
  assert(expected.steps.size() == observed.steps.size());
  Comparison comparison;
  for (std::size_t i = 0; i < expected.steps.size(); ++i) {
    CompareStep(fmt::format("step {}: ", i + 1), expected.steps[i], observed.steps[i], comparison);
  }
  return comparison.Take();
}

namespace {

// Every client is answered but those that must not be, and the distinct answers are the distinct
// expected ones; with an open response there is one, which a client proposed.
void CompareResponses(const cases::SystemCase& expected, const SystemOutcome& observed,
                      Comparison& comparison) {
  const std::set<std::string> want(expected.responses.begin(), expected.responses.end());
  std::set<std::string> got;
  std::string unanswered;
  for (std::size_t i = 0; i < observed.responses.size(); ++i) {
    const std::string client = NameOfClient(static_cast<int>(i));
    const bool has_none = std::ranges::count(expected.unanswered, expected.proposals.at(i)) > 0;
    if (has_none) {
      comparison.CheckOptional("answer to " + client, std::optional<std::string>(),
                               observed.responses[i]);
    } else if (observed.responses[i]) {
      got.insert(*observed.responses[i]);
    } else if (!want.empty() || expected.any_response) {
      unanswered += (unanswered.empty() ? "" : ", ") + client;
    }
  }
  if (!expected.any_response) {
    comparison.CheckList("response", want, got);
  } else if (got.size() > 1 ||
             (got.size() == 1 &&
              std::ranges::find(expected.proposals, *got.begin()) == expected.proposals.end())) {
    comparison.Add({"response", "one of the proposals", ListText(got)});
  }
  if (!unanswered.empty()) {
    const std::size_t answered = observed.responses.size() - expected.unanswered.size();
    comparison.Add(
        {"answered clients", fmt::format("all {}", answered), "no answer to " + unanswered});
  }
}

}  // namespace

std::vector<Mismatch> Compare(const cases::SystemCase& expected, const SystemOutcome& observed) {
  Comparison comparison;
  comparison.CheckList("leaders", expected.leaders, observed.leaders);
  CompareResponses(expected, observed, comparison);
  if (expected.failed_phases) {
    comparison.Check("failed phases", *expected.failed_phases, observed.failed_phases);
  }
  for (const cases::LeaderFailure& failure : expected.failures) {
    if (std::ranges::find(observed.failures, failure) == observed.failures.end()) {
      comparison.Add({fmt::format("failure of {} in phase {}", failure.server, failure.phase),
                      "happens", "never happens"});
    }
  }
  std::set<cases::ServerId> halting;
  for (const cases::Fault& fault : observed.faults) {
    if (fault.kind == cases::FaultKind::kFailedWrite) halting.insert(fault.servers.front());
  }
  comparison.CheckList("halted servers", halting,
                       std::set(observed.halted.begin(), observed.halted.end()));
  std::vector<cases::Fault> happened = observed.faults;  // one that is asked for twice, twice
  for (const cases::Fault& fault : expected.faults) {
    const auto found = std::ranges::find(happened, fault);
    if (found != happened.end()) {
      happened.erase(found);
    } else {
      comparison.Add({cases::ToString(fault), "happens", "never happens"});
    }
  }
  return comparison.Take();
}

}  // namespace oracles
