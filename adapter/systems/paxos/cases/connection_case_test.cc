// The kind connectiontest: what is read, and the whole error of what is refused.
#include "adapter/systems/paxos/cases/connection_case.h"

#include <gtest/gtest.h>

#include "adapter/systems/paxos/cases/test_util.h"
#include "adapter/systems/testing/typed_suite.h"

namespace cases {
namespace {

using testing::ErrorAfter;
using testing::Examples;

const std::string& Example() { return Examples().at("connectiontest"); }

TEST(ConnectionCaseTest, ReadsVisitorsAndHosts) {
  const Suite suite = ParseSuite(Example(), "a.xml");
  EXPECT_EQ(suite.kind, "connectiontest");
  using Sends = Visitor::Sends;
  ConnectionCase expected;
  expected.tls = true;
  expected.visitors = {{Identity::kGood, Sends::kHalfMessage, true},
                       {Identity::kStranger, Sends::kMessage},
                       {Identity::kGood, Sends::kMessage}};
  expected.hosts = {Identity::kGood, Identity::kExpired};
  expected.visitor_outcomes = {VisitorOutcome::kUnanswered, VisitorOutcome::kUnanswered,
                               VisitorOutcome::kAnswered};
  expected.host_outcomes = {HostOutcome::kTrusted, HostOutcome::kRefused};
  EXPECT_EQ(suite.cases[0].content.As<ConnectionCase>(), expected);
}

TEST(ConnectionCaseTest, VisitorWithoutAnOutcome) {
  EXPECT_EQ(ErrorAfter(Example(), "      <ExpectVisitor>answered</ExpectVisitor>\n", ""),
            "a.xml:21:5: 2 outcomes of 3 <Visitor>\n"
            "    <TestOracles>\n"
            "    ^\n"
            "there is one <ExpectVisitor> for each <Visitor>");
}

TEST(ConnectionCaseTest, HostWithoutACertificate) {
  EXPECT_EQ(ErrorAfter(Example(), "<Host>good</Host>", "<Host>anonymous</Host>"),
            "a.xml:18:13: 'anonymous' for <Host>\n"
            "      <Host>anonymous</Host>\n"
            "            ^\n"
            "a server with TLS has a certificate");
}

TEST(ConnectionCaseTest, NobodyConnects) {
  EXPECT_EQ(testing::SuiteError("<Test TestName='x' SystemSize='1' QuorumSize='1'>\n"
                                "<TestCase CaseID='1'>\n"
                                "<TestValues><Protection>tls</Protection></TestValues>\n"
                                "<TestOracles/></TestCase></Test>"),
            "a.xml:3:1: nobody connects\n"
            "<TestValues><Protection>tls</Protection></TestValues>\n"
            "^\n"
            "a case has a <Visitor> or a <Host>");
}

}  // namespace
}  // namespace cases
