// docs/paxos_suites.xsd accepts what is published and what is written, and refuses broken suites. The
// schema is applied by libxml2's program, so that it does not depend on our own parser.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <set>
#include <sstream>

#include "adapter/systems/paxos/cases/test_util.h"
#include "adapter/systems/testing/typed_suite.h"
#include "base/temporary_folder.h"
#include "testing/files.h"
#include "testing/text.h"
#include "xml/xml.h"

namespace cases {
namespace {

using test::Replace;
using testing::Examples;

/// Which of the files are valid, by path; one process for all of them.
std::map<std::string, bool> Validate(const std::vector<std::string>& files) {
  std::string command =
      "'" CPNGEN_XMLLINT "' --noout --schema '" CPNGEN_SOURCE_DIR "/docs/paxos_suites.xsd'";
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

  /// Whether the schema accepts each of the texts, in order.
  std::vector<bool> Accepts(const std::vector<std::string>& texts) {
    std::vector<std::string> files;
    for (const std::string& text : texts) {
      files.push_back(folder_.Write(std::to_string(files.size()) + ".xml", text));
    }
    const auto valid = Validate(files);
    std::vector<bool> accepts;
    for (const std::string& file : files) accepts.push_back(valid.at(file));
    return accepts;
  }

  base::TemporaryFolder folder_;
};

TEST_F(SchemaTest, AcceptsEveryPublishedPaxosSuite) {
  const auto files = test::FilesBelow(test::Corpus("paxos-suites"), ".xml");
  if (files.empty()) GTEST_SKIP() << "no corpus at " << CPNGEN_CORPUS;
  const auto valid = Validate(files);
  for (const std::string& file : files) EXPECT_TRUE(valid.at(file)) << file;
}

TEST_F(SchemaTest, AcceptsEveryPublishedSuiteAsWeWriteIt) {
  std::vector<std::string> texts;
  for (const std::string& file : test::FilesBelow(test::Corpus("paxos-suites"), ".xml")) {
    texts.push_back(WriteSuite(ReadSuite(file)));
  }
  if (texts.empty()) GTEST_SKIP() << "no corpus at " << CPNGEN_CORPUS;
  EXPECT_EQ(Accepts(texts), std::vector<bool>(texts.size(), true));
}

TEST_F(SchemaTest, AcceptsTheExamplesOfAllKinds) {
  std::vector<std::string> texts;
  for (const auto& [kind, text] : Examples()) {
    if (kind != "broken") texts.push_back(text);
  }
  EXPECT_EQ(Accepts(texts), std::vector<bool>(14, true));
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
  const std::vector<std::string> broken = {
      Examples().at("broken"),
      Replace(system, " TestName=\"paxos/system-s3-1-0\"", ""),
      Replace(system, "<SystemSize>3</SystemSize>", "<SystemSize>three</SystemSize>"),
      Replace(system, "<SystemSize>3</SystemSize>", "<SystemSize>0</SystemSize>"),
      Replace(system, "<QuorumSize>2</QuorumSize>", ""),
      Replace(system, "<FailurePhaseOne>1<", "<FailurePhaseOne>-1<"),
      Replace(system, " CaseID=\"1\"", ""),
      Replace(system, "<ClientPropose>M1<", "<ClientPropose><"),
      Replace(system, "<P1Failure>8080</P1Failure>", "<P3Failure>8080</P3Failure>"),
      Replace(system, "<P1Failure>8080", "<P1Failure>9090"),
      Replace(system, "<Leader>8081", "<Leader>9090"),
      Replace(system, "      <Response>M2</Response>\n", ""),
      Replace(system, "Method=\"simulation\"", "Method=\"guess\""),
      Replace(system, "Seed=\"7\"", "Seed=\"-7\""),
      Replace(faults, "<Message>accept<", "<Message>ping<"),
      Replace(faults, "<From>8080</From>\n        <To>8081</To>", "<To>8081</To>"),
      Replace(faults, "<ID>8082</ID>\n        <At>", "<ID>8083</ID>\n        <At>"),
      Replace(faults, "<Restart>decided<", "<Restart>soon<"),
      Replace(faults, "<Round>higher<", "<Round>equal<"),
      Replace(faults, "<At>phase_one_quorum<", "<At>vote<"),
      Replace(faults, "<Until>phase_three_quorum<", "<Until>start<"),
      Replace(faults, "<AnyResponse></AnyResponse>",
              "<AnyResponse></AnyResponse><Response>M1</Response>"),
      Replace(prepare, "CaseID=\"2\"", "CaseID=\"1\""),
      Replace(prepare, "<Quorum>false</Quorum>", "<Quorum>no</Quorum>"),
      Replace(accept, "<Quorum>true</Quorum>", ""),
      Replace(acceptor, "<MsgType>prepare<", "<MsgType>promise<"),
      Replace(timeout, "<Suspects>", "<Suspect>true</Suspect><Suspects>"),
      Replace(late, "<Late>true<", "<Late>late<"),
      Replace(late, "<ExpectLonger>true<", "<ExpectLonger>50<"),
      Replace(leader_change, "<ExpectLeaders>", "<ExpectLeaders><Leader>first</Leader>"),
      Replace(call, "<Skip>8081<", "<Skip>9090<"),
      Replace(call, "<LateReply>8082<", "<LateReply>9090<"),
      Replace(call, "<NextCall></NextCall>", "<NextCall>8081</NextCall>"),
      Replace(call, "<Outcome>incomplete<", "<Outcome>none<"),
      Replace(call, "<After>3</After>", ""),
      Replace(learner, "<Val>M2</Val>", "<Val></Val>"),
      Replace(storage, "<Record>round<", "<Record>rounds<"),
      Replace(storage, "<FailsAt>torn_head<", "<FailsAt>head<"),
      Replace(storage, "<Reopen></Reopen>", "<Reopen><FailsAt>mark</FailsAt></Reopen>"),
      Replace(storage, "<Part>length<", "<Part>size<"),
      Replace(storage, "<ExpectRefused>damaged<", "<ExpectRefused>broken<"),
      Replace(configuration, "<Own>0<", "<Own>none<"),
      Replace(configuration, "<Own>-1<", "<Own>-<"),
      Replace(configuration, "<Address>taken<", "<Address>used<"),
      Replace(configuration, "<TlsKey>other<", "<TlsKey>early<"),
      Replace(configuration, "<TlsCa>good<", "<TlsCa>encrypted<"),
      Replace(configuration, "<ExpectDefect>own_id<", "<ExpectDefect>own<"),
      Replace(configuration, "<ExpectStart></ExpectStart>", ""),
      Replace(wire, "<Type>accept<", "<Type>vote<"),
      Replace(wire, "<ExpectOutcome>answered<", "<ExpectOutcome>no<"),
      Replace(wire, "<Bytes>1048577<", "<Bytes>-1<"),
  };
  EXPECT_EQ(Accepts(broken), std::vector<bool>(broken.size(), false));
  for (const std::string& text : broken) EXPECT_NE(testing::SuiteError(text), "") << text;
}

/// The names of the elements that a type of the schema has as children, those of its groups too.
void CollectChildren(const xml::Element& schema, const xml::Element& part,
                     std::set<std::string>& names) {
  for (const xml::Element& child : part.children) {
    if (child.name == "xs:element") {
      names.insert(child.FindAttribute("name")->value);
    } else if (child.name == "xs:group") {
      for (const xml::Element* group : schema.FindChildren("xs:group")) {
        if (group->FindAttribute("name")->value == child.FindAttribute("ref")->value) {
          CollectChildren(schema, *group, names);
        }
      }
    } else {
      CollectChildren(schema, child, names);
    }
  }
}
std::set<std::string> ChildrenOfTypes(const std::vector<std::string>& types) {
  const xml::Element schema = xml::ParseFile(CPNGEN_SOURCE_DIR "/docs/paxos_suites.xsd");
  std::set<std::string> names;
  for (const xml::Element* type : schema.FindChildren("xs:complexType")) {
    if (std::ranges::find(types, type->FindAttribute("name")->value) != types.end()) {
      CollectChildren(schema, *type, names);
    }
  }
  return names;
}

TEST(SchemaFormsTest, TheSchemaHasTheElementsOfTheKindsAndNoOthers) {
  std::set<std::string> inputs;
  std::set<std::string> oracles;
  for (const adapter::CaseForm& form : AllForms()) {
    for (const adapter::CaseElement& element : form.elements) {
      (element.part == adapter::CasePart::kOracles ? oracles : inputs).insert(element.name);
    }
  }
  EXPECT_EQ(ChildrenOfTypes({"TestValues", "TestValue"}), inputs);
  EXPECT_EQ(ChildrenOfTypes({"TestOracles"}), oracles);
}

}  // namespace
}  // namespace cases
