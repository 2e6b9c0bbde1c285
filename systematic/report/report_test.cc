#include <gtest/gtest.h>

#include <string>

#include "systematic/report/html_report.h"
#include "systematic/report/recording.h"
#include "systematic/report/text_report.h"
#include "systematic/report/trace_of.h"
#include "systematic/testing/mail.h"
#include "systematic/testing/recorded.h"
#include "trace/trace.h"
#include "xml/xml.h"

namespace systematic {
namespace {

/// Sends two letters; delivers the second, with priority 2, first.
Recording TwoLetters() {
  const HarnessInfo harness = MailHarness("mail", 2, false);
  return Record(harness, FailingSchedule(harness, "order"));
}

Recording Lost() {
  const HarnessInfo harness = MailHarness("lossy", 3, true);
  Recording recording = Record(harness, FailingSchedule(harness, "delivered"));
  FindCritical(harness, recording);
  return recording;
}

TEST(Recording, IsTheExecutionOfTheSchedule) {
  const HarnessInfo harness = MailHarness("mail", 5, true);
  for (const char* monitor : {"order", "delivered"}) {
    const Schedule schedule = FailingSchedule(harness, monitor);
    const Recording recording = Record(harness, schedule);
    EXPECT_EQ(recording.difference, "");
    EXPECT_EQ(recording.schedule, schedule);
    EXPECT_EQ(recording.choices.size(), schedule.choices.size());
  }
}

TEST(Recording, SaysWhereTheHarnessIsAnotherOne) {
  Schedule schedule = FailingSchedule(MailHarness("mail", 2, false), "order");
  const Recording recording = Record(MailHarness("mail", 3, false), schedule);
  EXPECT_EQ(
      recording.difference,
      "choice 5: the schedule has deliver ann>bob Letter #1 of 2 options, the execution of 3");
}

TEST(TextReport, HasALaneForEachMachine) {
  EXPECT_EQ(TextReport(TwoLetters()),
            "order: the last letter came first\n"
            "harness mail (letters = 2), strategy random, seed 1, iteration 9: 5 choices, "
            "0 faults\n"
            "\n"
            "     #  ann  bob\n"
            "     1  *    |    send ann #0\n"
            "     2  ?    |    priority ann>bob Letter #0: 0 of 3\n"
            "        |    |      monitor delivered is hot\n"
            "     3  *    |    send ann #1\n"
            "     4  ?    |    priority ann>bob Letter #1: 2 of 3\n"
            "     5  3--->*    deliver ann>bob Letter #1\n"
            "        |    |      letter 1 <of 2>\n");
}

TEST(TextReport, ShowsFaultsAndWhereNothingHelpsAnyMore) {
  const std::string text = TextReport(Lost());
  EXPECT_NE(text.find("!    lose ann>bob Letter #"), std::string::npos) << text;
  EXPECT_NE(text.find("critical: from here on no sampled execution makes good what is owed\n"),
            std::string::npos)
      << text;
}

TEST(CriticalTransition, IsTheLossAfterWhichNothingHelps) {
  const Recording recording = Lost();
  ASSERT_TRUE(recording.of_liveness());
  ASSERT_TRUE(recording.critical);
  const RecordedChoice& choice = recording.choices.at(*recording.critical - 1);
  EXPECT_EQ(choice.kind, "lose");
  for (std::size_t i = 0; i + 1 < *recording.critical; ++i) {
    EXPECT_NE(recording.choices[i].kind, "lose");
  }
}

TEST(CriticalTransition, IsOfLivenessOnly) { EXPECT_FALSE(TwoLetters().of_liveness()); }

TEST(HtmlReport, IsWellFormedAndRefersToNothingOutside) {
  const std::string page = HtmlReport(Lost(), "test 1", "test --replay 'a&b'");
  EXPECT_NO_THROW(xml::Parse(page.substr(page.find('\n') + 1), "report.html"));
  for (const char* outside : {"src=", "href=\"http", "url(", "@import"}) {
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
  }
  EXPECT_NE(page.find("<code>test --replay 'a&amp;b'</code>"), std::string::npos);
  EXPECT_NE(page.find("letter 0 &lt;of 3&gt;"), std::string::npos);
}

TEST(TraceOfExecution, HasNoFlawAndKnowsWhatSentAMessage) {
  for (const Recording& recording : {TwoLetters(), Lost()}) {
    const trace::Trace trace = TraceOf(recording, "test 1");
    const auto flaw = trace::FindFlaw(trace);
    EXPECT_FALSE(flaw) << flaw->where << ' ' << flaw->what;
    for (const trace::Step& step : trace.steps) {
      if (step.kind != trace::Kind::kDeliver) continue;
      ASSERT_NE(step.cause, 0u);
      EXPECT_EQ(trace.steps[step.cause - 1].node, "ann");
    }
  }
}

}  // namespace
}  // namespace systematic
