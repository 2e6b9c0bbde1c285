// The schemas of the kinds accept what is published and what is written, and refuse broken suites.
// They are applied by libxml2's program, so that this does not depend on our own parser.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <sstream>

#include "adapter/systems/paxos/cases/test_util.h"
#include "adapter/systems/testing/typed_suite.h"
#include "base/temporary_folder.h"
#include "testing/files.h"
#include "testing/paths.h"
#include "testing/text.h"

namespace cases {
namespace {

using test::Replace;
using testing::Examples;

/// A suite, or a text that should not be taken for one.
struct Document {
  std::string kind;  ///< whose schema is applied
  std::string text;
};

/// Whether the schema accepts each of the files, by path; one process for all of them.
std::map<std::string, bool> Validate(const std::string& schema,
                                     const std::vector<std::string>& files) {
  std::string command = "'" CPNGEN_XMLLINT "' --noout --schema '" + schema + "'";
  for (const std::string& file : files) command += " '" + file + "'";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(
      ::popen((command + " 2>&1").c_str(), "r"), ::pclose);
  std::string output;
  std::array<char, 4096> block;
  while (const std::size_t read = std::fread(block.data(), 1, block.size(), pipe.get())) {
    output.append(block.data(), read);
  }
  std::map<std::string, bool> valid;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    for (const auto& [suffix, is_valid] :
         {std::pair{std::string(" validates"), true}, {std::string(" fails to validate"), false}}) {
      if (line.ends_with(suffix)) valid[line.substr(0, line.size() - suffix.size())] = is_valid;
    }
  }
  return valid;
}

class SchemaTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::string(CPNGEN_XMLLINT).empty()) GTEST_SKIP() << "no xmllint (libxml2-utils)";
  }

  /// Whether the schema of its kind accepts each of the documents, in order.
  std::vector<bool> Accepts(const std::vector<Document>& documents) {
    std::map<std::string, std::vector<std::string>> files;  // by kind
    for (const Document& document : documents) {
      std::vector<std::string>& of_kind = files[document.kind];
      of_kind.push_back(folder_.Write(FileName(document.kind, of_kind.size()), document.text));
    }
    std::map<std::string, std::map<std::string, bool>> valid;
    for (const auto& [kind, paths] : files) {
      valid[kind] = Validate(folder_.Write(kind + ".xsd", SchemaOfKind(kind)), paths);
    }
    std::map<std::string, std::size_t> next;
    std::vector<bool> accepts;
    for (const Document& document : documents) {
      const std::string& path = files[document.kind][next[document.kind]++];
      accepts.push_back(valid[document.kind].at(path));
    }
    return accepts;
  }

 private:
  static std::string FileName(const std::string& kind, std::size_t number) {
    return kind + "-" + std::to_string(number) + ".xml";
  }

  base::TemporaryFolder folder_;
};

TEST_F(SchemaTest, AcceptsEveryGoldenPaxosSuiteAndEachAsWeWriteIt) {
  std::vector<Document> documents;
  for (const std::string& file :
       test::FilesBelow(test::SourcePath("/tests/golden/expected"), ".xml")) {
    if (file.find("/paxos-") == std::string::npos) continue;
    const Suite suite = ReadSuite(file);
    documents.push_back({suite.kind, test::ReadFile(file)});
    documents.push_back({suite.kind, WriteSuite(suite)});
  }
  EXPECT_EQ(Accepts(documents), std::vector<bool>(8, true));
}

TEST_F(SchemaTest, AcceptsEveryPublishedPaxosSuiteAndEachAsWeWriteIt) {
  std::vector<Document> documents;
  for (const std::string& file : test::FilesBelow(test::CorpusPath("/paxos-suites"), ".xml")) {
    const Suite suite = ReadSuite(file);
    documents.push_back({suite.kind, test::ReadFile(file)});
    documents.push_back({suite.kind, WriteSuite(suite)});
  }
  if (documents.empty()) GTEST_SKIP() << "no corpus at " << test::CorpusPath();
  EXPECT_EQ(Accepts(documents), std::vector<bool>(documents.size(), true));
}

TEST_F(SchemaTest, AcceptsTheExamplesOfAllKinds) {
  std::vector<Document> documents;
  for (const auto& [name, text] : Examples()) {
    if (name != "broken") documents.push_back({ParseSuite(text, name).kind, text});
  }
  EXPECT_EQ(Accepts(documents), std::vector<bool>(17, true));
}

TEST_F(SchemaTest, RefusesCasesOfOtherKinds) {
  std::vector<Document> documents;
  for (const auto& [name, text] : Examples()) {
    if (name == "broken") continue;
    const bool is_system = ParseSuite(text, name).kind == "system";
    documents.push_back({is_system ? "wiretest" : "system", text});
  }
  EXPECT_EQ(Accepts(documents), std::vector<bool>(17, false));
}

TEST_F(SchemaTest, RefusesBrokenSuites) {
  const std::string& system = Examples().at("system");
  const std::string& faults = Examples().at("faults");
  const std::string& prepare = Examples().at("qfprepare");
  const std::string& accept = Examples().at("qfaccept");
  const std::string& acceptor = Examples().at("acceptortest");
  const std::string& timeout = Examples().at("timeouttest");
  const std::string& late = Examples().at("timeouttest-late");
  const std::string& leader_change = Examples().at("leaderchangetest");
  const std::string& call = Examples().at("quorumcalltest");
  const std::string& learner = Examples().at("learnertest");
  const std::string& storage = Examples().at("storagetest");
  const std::string& configuration = Examples().at("configurationtest");
  const std::string& wire = Examples().at("wiretest");
  const std::string& replica = Examples().at("replicatest");
  const std::vector<Document> broken = {
      {"leaderchangetest", Examples().at("broken")},
      {"system", Replace(system, " TestName=\"paxos/system-s3-1-0\"", "")},
      {"system", Replace(system, "<SystemSize>3</SystemSize>", "<SystemSize>three</SystemSize>")},
      {"system", Replace(system, "<SystemSize>3</SystemSize>", "<SystemSize>0</SystemSize>")},
      {"system", Replace(system, "<QuorumSize>2</QuorumSize>", "")},
      {"system", Replace(system, "<FailurePhaseOne>1<", "<FailurePhaseOne>-1<")},
      {"system", Replace(system, " CaseID=\"1\"", "")},
      {"system", Replace(system, "<ClientPropose>M1<", "<ClientPropose><")},
      {"system", Replace(system, "<P1Failure>8080</P1Failure>", "<P3Failure>8080</P3Failure>")},
      {"system", Replace(system, "<P1Failure>8080", "<P1Failure>9090")},
      {"system", Replace(system, "<Leader>8081", "<Leader>9090")},
      {"system", Replace(system, "      <Response>M2</Response>\n", "")},
      {"system", Replace(system, "Method=\"simulation\"", "Method=\"guess\"")},
      {"system", Replace(system, "Seed=\"7\"", "Seed=\"-7\"")},
      {"system", Replace(faults, "<Message>accept<", "<Message>ping<")},
      {"system", Replace(faults, "<From>8080</From>\n        <To>8081</To>", "<To>8081</To>")},
      {"system", Replace(faults, "<ID>8082</ID>\n        <At>", "<ID>8083</ID>\n        <At>")},
      {"system", Replace(faults, "<Restart>decided<", "<Restart>soon<")},
      {"system", Replace(faults, "<Round>higher<", "<Round>equal<")},
      {"system", Replace(faults, "<At>phase_one_quorum<", "<At>vote<")},
      {"system", Replace(faults, "<Until>phase_three_quorum<", "<Until>start<")},
      {"system", Replace(faults, "<AnyResponse></AnyResponse>",
                         "<AnyResponse></AnyResponse><Response>M1</Response>")},
      {"qfprepare", Replace(prepare, "CaseID=\"2\"", "CaseID=\"1\"")},
      {"qfprepare", Replace(prepare, "<Quorum>false</Quorum>", "<Quorum>no</Quorum>")},
      {"qfaccept", Replace(accept, "<Quorum>true</Quorum>", "")},
      {"acceptortest", Replace(acceptor, "<MsgType>prepare<", "<MsgType>promise<")},
      {"timeouttest", Replace(timeout, "<Suspects>", "<Suspect>true</Suspect><Suspects>")},
      {"timeouttest", Replace(late, "<Late>true<", "<Late>late<")},
      {"timeouttest", Replace(late, "<ExpectLonger>true<", "<ExpectLonger>50<")},
      {"leaderchangetest",
       Replace(leader_change, "<ExpectLeaders>", "<ExpectLeaders><Leader>first</Leader>")},
      {"quorumcalltest", Replace(call, "<Skip>8081<", "<Skip>9090<")},
      {"quorumcalltest", Replace(call, "<LateReply>8082<", "<LateReply>9090<")},
      {"quorumcalltest", Replace(call, "<NextCall></NextCall>", "<NextCall>8081</NextCall>")},
      {"quorumcalltest", Replace(call, "<Outcome>incomplete<", "<Outcome>none<")},
      {"quorumcalltest", Replace(call, "<After>3</After>", "")},
      {"learnertest", Replace(learner, "<Val>M2</Val>", "<Val></Val>")},
      {"storagetest", Replace(storage, "<Record>round<", "<Record>rounds<")},
      {"storagetest", Replace(storage, "<FailsAt>torn_head<", "<FailsAt>head<")},
      {"storagetest",
       Replace(storage, "<Reopen></Reopen>", "<Reopen><FailsAt>mark</FailsAt></Reopen>")},
      {"storagetest", Replace(storage, "<Part>length<", "<Part>size<")},
      {"storagetest", Replace(storage, "<ExpectRefused>damaged<", "<ExpectRefused>broken<")},
      {"configurationtest", Replace(configuration, "<Own>0<", "<Own>none<")},
      {"configurationtest", Replace(configuration, "<Own>-1<", "<Own>-<")},
      {"configurationtest", Replace(configuration, "<Address>taken<", "<Address>used<")},
      {"configurationtest", Replace(configuration, "<TlsKey>other<", "<TlsKey>early<")},
      {"configurationtest", Replace(configuration, "<TlsCa>good<", "<TlsCa>encrypted<")},
      {"configurationtest", Replace(configuration, "<ExpectDefect>own_id<", "<ExpectDefect>own<")},
      {"configurationtest", Replace(configuration, "<ExpectStart></ExpectStart>", "")},
      {"wiretest", Replace(wire, "<Type>accept<", "<Type>vote<")},
      {"wiretest", Replace(wire, "<ExpectOutcome>answered<", "<ExpectOutcome>no<")},
      {"wiretest", Replace(wire, "<Bytes>1048577<", "<Bytes>-1<")},
      {"replicatest", Replace(replica, "<ClientRequest>M1<", "<ClientRequest><")},
      {"replicatest", Replace(replica, "<ClientRequest>M1</ClientRequest>", "")},
      {"replicatest", Replace(replica, "<Phase>accept<", "<Phase>two<")},
      {"replicatest", Replace(replica, "<Rnd>8</Rnd>", "")},
      {"replicatest", Replace(replica, "<Vval>M2</Vval>", "")},
      {"replicatest", Replace(replica, "<Restore>8080<", "<Restore>9090<")},
  };
  EXPECT_EQ(Accepts(broken), std::vector<bool>(broken.size(), false));
  for (const Document& document : broken) {
    EXPECT_NE(testing::SuiteError(document.text), "") << document.text;
  }
}

}  // namespace
}  // namespace cases
