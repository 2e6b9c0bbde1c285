#include "adapter/online/saved_case.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "adapter/online/explore.h"
#include "adapter/online/testing/toy_lock.h"
#include "suite/reader.h"
#include "xml/xml.h"

namespace adapter::online {
namespace {

using ::testing::HasSubstr;
using Bug = ToyLock::Bug;
using cpn::lua::ObservationKind;

std::string SavedText(const PlayedRun& run, const ToyOracle& toy) {
  suite::Provenance provenance;
  provenance.model = "toy.lua";
  provenance.specification = "lock";
  provenance.method = suite::Method::kOnline;
  provenance.seed = 1;
  const std::string text = xml::Write(SavedSuite(run, "1-1", toy.oracle, provenance));
  const suite::Suite read = suite::ParseSuite(text, "saved.xml");
  suite::StepsOf(read, read.cases().front());
  return text.substr(text.find("<TestCase"));
}

PlayedRun FailingRun(Bug bug, const ToyOracle& toy) {
  ToySubject subject(bug);
  const ExplorationProgress no_progress = [](const Exploration&, std::optional<std::size_t>) {};
  return Explore(subject, toy.oracle, {.runs = 50}, nullptr, no_progress).failures.at(0).run;
}

TEST(SavedCaseTest, WhereNothingMayComeTheLastStepHasNoResponse) {
  const ToyOracle toy(LockModel(2));
  EXPECT_THAT(SavedText(FailingRun(Bug::kTwoHolders, toy), toy),
              ::testing::MatchesRegex(
                  ".*<TestValues>\\s*<Request>\\s*<client>.</client>\\s*</Request>\\s*</TestValues>"
                  "\\s*<TestOracles>\\s*<Granted>.*</TestOracles>\\s*<TestValues>.*"
                  "<TestOracles></TestOracles>\\s*</TestCase>\\s*</Test>\\s*"));
}

TEST(SavedCaseTest, WhereOneOfSeveralMustComeTheLastStepHasAlternatives) {
  const ToyOracle toy(LockModel(3));
  PlayedRun run;
  run.seen = {{{cpn::lua::ObservationKind::kStimulus, {"Request", {{"client", "1"}}, ""}}, false},
              {{cpn::lua::ObservationKind::kStimulus, {"Request", {{"client", "2"}}, ""}}, false}};
  conformance::Tracker tracker(toy.start);
  for (const Seen& seen : run.seen) ASSERT_TRUE(tracker.Take(seen.event));
  EXPECT_EQ(SavedText(run, toy), R"(<TestCase CaseID="1-1">
    <TestValues>
      <Request>
        <client>1</client>
      </Request>
      <Request>
        <client>2</client>
      </Request>
    </TestValues>
    <OneOf>
      <Alternative>
        <TestOracles>
          <Granted>
            <client>1</client>
          </Granted>
        </TestOracles>
      </Alternative>
      <Alternative>
        <TestOracles>
          <Granted>
            <client>2</client>
          </Granted>
        </TestOracles>
      </Alternative>
    </OneOf>
  </TestCase>
</Test>
)");
}

TEST(SavedCaseTest, ARunThatFailsBeforeItsFirstStimulusIsACaseToo) {
  const ToyOracle toy(LockModel(2));
  EXPECT_EQ(SavedText({}, toy),
            "<TestCase CaseID=\"1-1\">\n    <TestValues></TestValues>\n"
            "    <TestOracles></TestOracles>\n  </TestCase>\n</Test>\n");
}

Seen Sent(const std::string& name, int client, bool waited = true) {
  return {{ObservationKind::kStimulus, {name, {{"client", std::to_string(client)}}, ""}}, waited};
}
Seen Granted(int client) {
  return {{ObservationKind::kResponse, {"Granted", {{"client", std::to_string(client)}}, ""}},
          false};
}

/// The text of a case without white space, with short names.
std::string Short(std::string text) {
  text.erase(std::remove_if(text.begin(), text.end(), [](char c) { return c == ' ' || c == '\n'; }),
             text.end());
  const std::vector<std::pair<std::string, std::string>> words = {
      {"<client>", ""},
      {"</client>", ""},
      {"<TestValues>", "do:"},
      {"</TestValues>", ";"},
      {"<TestOracles>", "get:"},
      {"</TestOracles>", ";"},
      {"<OneOf>", "("},
      {"</OneOf>", ")"},
      {"<Alternative>", "{"},
      {"</Alternative>", "}"},
      {"</Request>", " "},
      {"<Request>", "request"},
      {"</Granted>", " "},
      {"<Granted>", "granted"},
      {"</Release>", " "},
      {"<Release>", "release"},
      {"</TestCase></Test>", ""},
      {"<TestCaseCaseID=\"1-1\">", ""},
      {"<TestOraclesOrder=\"set\">", "get any:"}};
  for (const auto& [from, to] : words) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
      text.replace(at, from.size(), to);
    }
  }
  return text;
}

std::string ShortCase(const std::vector<Seen>& seen, const std::string& model) {
  const ToyOracle toy(model);
  conformance::Tracker tracker(toy.start);
  for (const Seen& one : seen) EXPECT_TRUE(tracker.Take(one.event)) << ToString(one.event);
  PlayedRun run;
  run.seen = seen;
  return Short(SavedText(run, toy));
}

TEST(SavedCaseTest, EachStepAcceptsAnyRightAnswerAndGoesOnWithWhatTheModelStillAllows) {
  // Where the other client gets the lock, it is not there to be released by the first.
  EXPECT_EQ(ShortCase({Sent("Request", 1), Sent("Request", 2, false), Granted(1),
                       Sent("Release", 1), Granted(2), Sent("Request", 1)},
                      LockModel(2)),
            "do:request1 request2 ;("
            "{get:granted1 ;do:release1 ;get:granted2 ;do:request1 ;get:;}"
            "{get:granted2 ;})");
}

TEST(SavedCaseTest, AnotherAnswerLeadsToTheSameStimuliWhereTheyArePossible) {
  EXPECT_EQ(
      ShortCase({Sent("Request", 1), Sent("Request", 2, false), Granted(1), Sent("Request", 3)},
                LockModel(3)),
      "do:request1 request2 ;("
      "{get:granted1 ;do:request3 ;get:;}"
      "{get:granted2 ;do:request3 ;get:;})");
}

TEST(SavedCaseTest, WhereTheRunDidNotWaitForAnAnswerTheCaseTakesItNowOrLater) {
  EXPECT_EQ(ShortCase({Sent("Request", 1), Sent("Request", 2), Granted(1)}, LockModel(2)),
            "do:request1 ;("
            "{get:;do:request2 ;({get:granted1 ;}{get:granted2 ;})}"
            "{get:granted1 ;do:request2 ;get:;})");
}

TEST(SavedCaseTest, WhatIsOwedWhenTheStimuliAreAtTheirEndIsAwaited) {
  // The run went on before the second answer; where the first one is that of client 2, nothing more
  // can be done, but the other one must come.
  const std::string model = R"(
Client = range(1, 2)
var { c = Client }
Idle, Asked, Got = place(Client, all), place(Client), place(Client)
Ask = transition { input = { Idle(c) }, output = { Asked(c) } }
Answer = transition { input = { Asked(c) }, output = { Got(c) } }
Release = transition { input = { Got(1) } }
test "two" {
  order = "sequence",
  observe = {
    [Ask] = function(c) return stimulus("Request", { client = c }) end,
    [Answer] = function(c) return response("Granted", { client = c }) end,
    [Release] = function() return stimulus("Release", { client = 1 }) end,
  },
}
)";
  EXPECT_EQ(ShortCase({Sent("Request", 1), Sent("Request", 2, false), Granted(1),
                       Sent("Release", 1), Granted(2)},
                      model),
            "do:request1 request2 ;("
            "{get:granted1 ;do:release1 ;get:granted2 ;}"
            "{get:granted2 ;do:;get:granted1 ;}"
            "{get:granted1 granted2 ;do:release1 ;get:;}"
            "{get:granted2 granted1 ;do:release1 ;get:;})");
}

TEST(SavedCaseTest, OfASetTheOrderMakesNoAlternatives) {
  const std::string two = R"(
Client = range(1, 2)
var { c = Client }
Idle, Asked = place(Client, all), place(Client)
Ask = transition { input = { Idle(c) }, output = { Asked(c) } }
Answer = transition { input = { Asked(c) } }
test "two" {
  order = "ORDER",
  observe = {
    [Ask] = function(c) return stimulus("Request", { client = c }) end,
    [Answer] = function(c) return response("Granted", { client = c }) end,
  },
}
)";
  const auto with = [&](const std::string& order) {
    std::string model = two;
    model.replace(model.find("ORDER"), 5, order);
    return ShortCase({Sent("Request", 1), Sent("Request", 2, false), Granted(2)}, model);
  };
  EXPECT_EQ(with("set"), "do:request1 request2 ;get any:granted1 granted2 ;");
  EXPECT_EQ(with("sequence"),
            "do:request1 request2 ;({get:granted1 granted2 ;}{get:granted2 granted1 ;})");
}

TEST(SavedCaseTest, OfVeryManyChoicesTheLastOnesHaveAlternatives) {
  std::vector<Seen> seen;
  for (int i = 0; i < 40; ++i) {
    const std::vector<Seen> round = {Sent("Request", 1), Sent("Request", 2, false),
                                     Granted(1),         Sent("Release", 1),
                                     Granted(2),         Sent("Release", 2)};
    seen.insert(seen.end(), round.begin(), round.end());
  }
  // SavedText() has the reader check it, which refuses more than 24 inside each other.
  const std::string text = ShortCase(seen, LockModel(2));
  EXPECT_GT(text.find("("), 16 * std::string("do:request1 request2 ;get:granted1 ;").size());
  EXPECT_THAT(text, HasSubstr("({get:granted1 ;do:release1 ;get:granted2 ;do:release2 ;"));
  EXPECT_LT(text.size(), 200'000u);
}

}  // namespace
}  // namespace adapter::online
