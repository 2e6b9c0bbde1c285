// Every published suite, and every golden one of ours, is read, written, read again, and the same;
// and a few are read by eye.
#include <gtest/gtest.h>

#include "adapter/systems/paxos/cases/test_util.h"
#include "adapter/systems/testing/typed_suite.h"
#include "suite/compare.h"
#include "testing/files.h"
#include "testing/paths.h"
#include "xml/xml.h"

namespace cases {
namespace {

class CorpusTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (PaxosFiles().empty()) GTEST_SKIP() << "no corpus at " << test::CorpusPath();
  }
  static std::vector<std::string> PaxosFiles() {
    return test::FilesBelow(test::CorpusPath("/paxos-suites"), ".xml");
  }
  static Suite Read(const std::string& file) {
    return ReadSuite(test::CorpusPath("/paxos-suites/") + file);
  }
};

/// The golden suites that are about Paxos.
std::vector<std::string> GoldenFiles() {
  std::vector<std::string> files =
      test::FilesBelow(test::SourcePath("/tests/golden/expected"), ".xml");
  std::erase_if(files, [](const std::string& file) { return file.find("/paxos-") == file.npos; });
  return files;
}

TEST(GoldenSuitesTest, EveryPaxosSuiteSurvivesARoundTrip) {
  for (const std::string& file : GoldenFiles()) {
    SCOPED_TRACE(file);
    const Suite suite = ReadSuite(file);
    EXPECT_EQ(suite.file, file);
    EXPECT_EQ(ParseSuite(WriteSuite(suite), "written.xml"), suite);
  }
  EXPECT_EQ(GoldenFiles().size(), 4u);
}

TEST(GoldenSuitesTest, GeneratedPaxosSuitesAreWrittenAsTheyAre) {
  for (const std::string& file : GoldenFiles()) {
    EXPECT_EQ(WriteSuite(ReadSuite(file)), test::ReadFile(file)) << file;
  }
}

TEST_F(CorpusTest, EveryPaxosSuiteSurvivesARoundTrip) {
  for (const std::string& file : PaxosFiles()) {
    SCOPED_TRACE(file);
    const Suite suite = ReadSuite(file);
    EXPECT_EQ(suite.file, file);
    EXPECT_EQ(ParseSuite(WriteSuite(suite), "written.xml"), suite);
  }
  EXPECT_EQ(PaxosFiles().size(), 34u);
}

TEST_F(CorpusTest, WhatIsWrittenHasTheContentsOfTheFile) {
  for (const std::string& file : PaxosFiles()) {
    // An empty list of suspects is written out, and the kind has other tests.
    if (file.ends_with("timeouttest.xml")) continue;
    SCOPED_TRACE(file);
    EXPECT_EQ(suite::CompareCases(xml::ParseFile(file), ToElement(ReadSuite(file))),
              std::vector<std::string>());
  }
}

TEST_F(CorpusTest, GeneratedPaxosSuitesAreWrittenAsPublished) {
  // The hand-made indentation of the files differs; their elements and attributes do not.
  for (const std::string& file : PaxosFiles()) {
    if (file.find("/examples/") != std::string::npos) continue;
    EXPECT_EQ(xml::ParseFile(file), ToElement(ReadSuite(file))) << file;
  }
}

TEST_F(CorpusTest, EverySuiteSurvivesARoundTripAsElements) {
  auto files = PaxosFiles();
  const auto others = test::FilesBelow(test::CorpusPath("/two-phase-commit-suites"), ".xml");
  EXPECT_EQ(others.size(), 3u);
  files.insert(files.end(), others.begin(), others.end());
  for (const std::string& file : files) {
    const xml::Element element = xml::ParseFile(file);
    EXPECT_EQ(xml::Parse(xml::Write(element), "written.xml"), element) << file;
  }
}

TEST_F(CorpusTest, ReadsASystemSuite) {
  const Suite suite = Read("examples/systemtestexample.xml");
  EXPECT_EQ(suite.name, "si-5-2/tcs-paxos-si-2-system-s5-0-2");
  EXPECT_EQ(suite.kind, "system");
  EXPECT_EQ(suite.configuration, (Configuration{5, 3, {8080, 8081, 8082, 8083, 8084}, 0, 2}));
  EXPECT_EQ(suite.provenance, std::nullopt);
  ASSERT_EQ(suite.cases.size(), 1u);
  EXPECT_EQ(suite.cases[0].id, "1");
  EXPECT_EQ(suite.cases[0].line, 15);
  EXPECT_EQ(suite.cases[0].content.As<SystemCase>(),
            (SystemCase{{"M1"}, {}, {{2, 8080}, {2, 8081}}, {8080, 8081, 8082}, {"M1"}}));
}

TEST_F(CorpusTest, ReadsAnAcceptSuiteThatWritesVval) {
  const Suite suite = Read("ss-2/tcs-paxos-ss-qfaccept-s2-0-1.xml");
  EXPECT_EQ(suite.kind, "qfaccept");
  ASSERT_EQ(suite.cases.size(), 4u);
  EXPECT_EQ(suite.cases[0].content.As<AcceptQfCase>(),
            (AcceptQfCase{{{8081, "M1"}, {8081, "M1"}}, true, Learn{8081, "M1"}}));
  EXPECT_EQ(suite.cases[1].content.As<AcceptQfCase>(),
            (AcceptQfCase{{{8081, "M1"}}, false, std::nullopt}));
}

TEST_F(CorpusTest, ReadsAPrepareSuite) {
  const Suite suite = Read("ss-2/tcs-paxos-ss-qfprepare-s2-0-1.xml");
  EXPECT_EQ(suite.kind, "qfprepare");
  ASSERT_EQ(suite.cases.size(), 4u);
  EXPECT_EQ(
      suite.cases[0].content.As<PrepareQfCase>(),
      (PrepareQfCase{{{8081, 8080, "M1"}, {8081, 8080, "M1"}}, true, Promise{8081, 8080, "M1"}}));
  EXPECT_EQ(suite.cases[3].content.As<PrepareQfCase>(),
            (PrepareQfCase{{{8080, 0, ""}}, false, std::nullopt}));
}

TEST_F(CorpusTest, ReadsACommitSuite) {
  const Suite suite = Read("ss-2/tcs-paxos-ss-qfcommit-s2-0-1.xml");
  EXPECT_EQ(suite.kind, "qfcommit");
  ASSERT_EQ(suite.cases.size(), 2u);
  EXPECT_EQ(suite.cases[0].content.As<CommitQfCase>(), (CommitQfCase{2, true}));
  EXPECT_EQ(suite.cases[1].content.As<CommitQfCase>(), (CommitQfCase{1, false}));
}

TEST_F(CorpusTest, ReadsAnAcceptorSuiteThatWritesVal) {
  const Suite suite = Read("examples/acceptortest.xml");
  EXPECT_EQ(suite.kind, "acceptortest");
  EXPECT_EQ(suite.configuration, (Configuration{3, 2, {}, 0, 0}));
  ASSERT_EQ(suite.cases.size(), 10u);
  EXPECT_EQ(suite.cases[2].content.As<AcceptorCase>(),
            (AcceptorCase{{{Prepare{8080}, Promise{8080, 0, ""}},
                           {Accept{8080, "M1"}, Learn{8080, "M1"}},
                           {Prepare{8081}, Promise{8081, 8080, "M1"}}}}));
  EXPECT_EQ(
      suite.cases[4].content.As<AcceptorCase>(),
      (AcceptorCase{{{Prepare{8081}, Promise{8081, 0, ""}}, {Accept{8080, "M1"}, std::nullopt}}}));
}

TEST_F(CorpusTest, ReadsEmptySuspectsAsNobodySuspected) {
  const Suite suite = Read("examples/timeouttest.xml");
  EXPECT_EQ(suite.kind, "timeouttest");
  ASSERT_EQ(suite.cases.size(), 5u);
  EXPECT_EQ(
      suite.cases[0].content.As<FailureDetectorCase>(),
      (FailureDetectorCase{
          {8080, 8081, 8082}, {true, true, true}, {false, false, false}, {false, false, false}}));
  EXPECT_EQ(
      suite.cases[1].content.As<FailureDetectorCase>(),
      (FailureDetectorCase{
          {8080, 8081, 8082}, {true, false, true}, {false, true, false}, {false, true, false}}));
}

TEST_F(CorpusTest, ReadsALeaderChangeSuite) {
  const Suite suite = Read("examples/leaderchangetest.xml");
  EXPECT_EQ(suite.kind, "leaderchangetest");
  ASSERT_EQ(suite.cases.size(), 1u);
  EXPECT_EQ(suite.cases[0].content.As<LeaderChangeCase>(),
            (LeaderChangeCase{{8080, 8081, 8082}, {8080, 8081}}));
}

}  // namespace
}  // namespace cases
