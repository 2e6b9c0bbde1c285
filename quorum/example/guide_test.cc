// docs/quorum.md: its code is that of the example, the example does what the guide says, and what
// the example does not show works as well.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "quorum/example/register_client.h"
#include "quorum/manager.h"
#include "quorum/tls_testing.h"
#include "testing/files.h"
#include "testing/paths.h"

namespace {

const std::string kSource = test::SourcePath();

// The fenced blocks of the guide in one language.
std::vector<std::string> Blocks(const std::string& language) {
  std::vector<std::string> blocks;
  const std::string guide = test::ReadFile(kSource + "/docs/quorum.md");
  const std::string opening = "```" + language + "\n";
  for (std::size_t at = guide.find(opening); at != std::string::npos;
       at = guide.find(opening, at + 1)) {
    const std::size_t begin = at + opening.size();
    blocks.push_back(guide.substr(begin, guide.find("```\n", begin) - begin));
  }
  return blocks;
}

std::string OutputOf(const std::string& command) {
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  std::string output;
  std::array<char, 4096> buffer;
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) output += buffer.data();
  pclose(pipe);
  return output;
}

const std::string kProgram = test::BuildPath("/bin/register_example");

TEST(GuideTest, ItsCodeIsThatOfTheExample) {
  std::string sources;
  for (const char* file : {"register.proto", "register_node.h", "register_client.h", "main.cc"}) {
    sources += test::ReadFile(kSource + "/quorum/example/" + file);
  }
  std::vector<std::string> blocks = Blocks("cpp");
  for (const std::string& block : Blocks("proto")) blocks.push_back(block);
  EXPECT_GE(blocks.size(), 5u);
  for (const std::string& block : blocks) {
    EXPECT_NE(sources.find(block), std::string::npos) << "not in the example:\n" << block;
  }
}

TEST(GuideTest, ExampleDoesWhatItSays) {
  const std::vector<std::string> blocks = Blocks("text");
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(OutputOf(kProgram), blocks[0]);
}

TEST(GuideTest, ExampleWorksOverMutualTls) {
  const quorum::TestCertificates certificates;
  certificates.MakeAuthority("ca");
  const quorum::TlsFiles files = certificates.MakeIdentity("node", "ca");
  EXPECT_EQ(OutputOf(kProgram + " " + files.ca + " " + files.certificate + " " + files.key),
            Blocks("text").at(0));
  EXPECT_EQ(OutputOf(kProgram + " /no/ca.pem " + files.certificate + " " + files.key),
            "register_example: CA /no/ca.pem: cannot be read: No such file or directory\n");
}

// A register whose nodes are all in this process.
class RegisterTest : public testing::Test {
 protected:
  static std::vector<quorum::Endpoint> Nodes() {
    std::vector<quorum::Endpoint> endpoints;
    for (quorum::NodeId id = 0; id < 3; ++id) {
      auto dispatcher = std::make_shared<quorum::Dispatcher>();
      example::AddRegisterHandlers(*dispatcher, std::make_shared<example::RegisterNode>());
      endpoints.push_back({id, "", nullptr, dispatcher});
    }
    return endpoints;
  }

  quorum::Manager manager_{Nodes()};
  example::RegisterClient client_{1, manager_.All()};
};

TEST_F(RegisterTest, LaterWriteWins) {
  EXPECT_TRUE(client_.Write("a").ok());
  EXPECT_TRUE(client_.Write("b").ok());
  EXPECT_EQ(client_.Read().value().value(), "b");
  EXPECT_EQ(client_.Read().value().timestamp(), 2);
}

TEST_F(RegisterTest, ReadBringsTheNewestStateToAMajority) {
  const example::RegisterClient alone(2, manager_.All().Remove(0).Remove(1));
  EXPECT_TRUE(alone.Write("only node 2 has it").ok());
  const example::RegisterClient with_it(1, manager_.All().Remove(0));
  EXPECT_EQ(with_it.Read().value().value(), "only node 2 has it");
  const example::RegisterClient without_it(1, manager_.All().Remove(2));
  EXPECT_EQ(without_it.Read().value().value(), "only node 2 has it");
}

TEST_F(RegisterTest, GlanceIsTheFirstReply) {
  EXPECT_TRUE(client_.Write("a").ok());
  EXPECT_EQ(client_.Glance().value(), "a");
}

TEST_F(RegisterTest, SkippedNodeKeepsItsState) {
  EXPECT_TRUE(client_.Write("a").ok());
  client_.EmptyAllBut(1);
  const example::RegisterClient others(1, manager_.All().Remove(1));
  EXPECT_EQ(others.Read().value().value(), "");
  EXPECT_EQ(client_.Read().value().value(), "a");
}

}  // namespace
