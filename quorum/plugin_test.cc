// protoc with protoc-gen-quorum on small .proto files: what it refuses, and with which words (after
// protoc's own "--quorum_out: FILE: "). That its output compiles and works is tested in
// generated_calls_test.cc.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

#include "base/temporary_folder.h"
#include "testing/paths.h"

namespace {

class PluginTest : public testing::Test {
 protected:
  // What protoc prints for a service with these methods, beginning at line 7.
  std::string Protoc(const std::string& methods, const std::string& parameters = "") {
    folder_.Write("x.proto",
                  "syntax = \"proto3\";\npackage x;\n"
                  "import \"quorum/quorum.proto\";\n"
                  "message Ask {}\nmessage Answer {}\nservice X {\n" +
                      methods + "\n}\n");
    const std::string command = "protoc -I " + folder_.path().string() + " -I " +
                                test::SourcePath() + " --plugin=" + test::BuildPath() +
                                "/bin/protoc-gen-quorum" + " --quorum_out=" + parameters +
                                folder_.path().string() + " x.proto 2>&1";
    std::FILE* const pipe = popen(command.c_str(), "r");
    std::string output;
    std::array<char, 4096> buffer;
    while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) output += buffer.data();
    pclose(pipe);
    return output;
  }
  bool HasOutput() const { return std::filesystem::exists(folder_ / "x.quorum.h"); }

  const base::TemporaryFolder folder_;
};

TEST_F(PluginTest, MakesAHeader) {
  EXPECT_EQ(Protoc("rpc A(Ask) returns (Answer) { option (quorum.quorumcall) = true; }"), "");
  EXPECT_TRUE(HasOutput());
}

TEST_F(PluginTest, RefusesTwoKindsOfCallsAndWritesNothing) {
  EXPECT_EQ(Protoc("rpc A(Ask) returns (Answer);\n"
                   "  rpc B(Ask) returns (Answer) {\n"
                   "    option (quorum.multicast) = true;\n"
                   "    option (quorum.quorumcall) = true;\n  }"),
            "--quorum_out: x.proto: x.proto:8:3: method X.B: quorumcall and multicast exclude each "
            "other: a "
            "method is one kind of call\n");
  EXPECT_FALSE(HasOutput());
}

TEST_F(PluginTest, RefusesStreams) {
  EXPECT_EQ(Protoc("rpc A(Ask) returns (stream Answer) { option (quorum.correctable) = true; }"),
            "--quorum_out: x.proto: x.proto:7:1: method X.A: correctable with a stream: requests "
            "and replies "
            "must be single messages\n");
}

TEST_F(PluginTest, RefusesPerNodeArgumentsOfCallsToOneNode) {
  const std::string words =
      "--quorum_out: x.proto: x.proto:7:1: method X.A: per_node_arg needs quorumcall, correctable "
      "or "
      "multicast: a call to one node has one argument anyway\n";
  EXPECT_EQ(Protoc("rpc A(Ask) returns (Answer) { option (quorum.per_node_arg) = true; }"), words);
  EXPECT_EQ(Protoc("rpc A(Ask) returns (Answer) { option (quorum.unicast) = true; "
                   "option (quorum.per_node_arg) = true; }"),
            words);
}

TEST_F(PluginTest, RefusesCustomTypesThatNobodyReturns) {
  EXPECT_EQ(
      Protoc("rpc A(Ask) returns (Answer) { option (quorum.custom_return_type) = \"Ask\"; }"),
      "--quorum_out: x.proto: x.proto:7:1: method X.A: custom_return_type needs quorumcall or "
      "correctable: there is no quorum function to return it\n");
}

TEST_F(PluginTest, RefusesCustomTypesThatAreNotThere) {
  EXPECT_EQ(Protoc("rpc A(Ask) returns (Answer) { option (quorum.quorumcall) = true; "
                   "option (quorum.custom_return_type) = \"Nothing\"; }"),
            "--quorum_out: x.proto: x.proto:7:1: method X.A: custom_return_type 'Nothing': there "
            "is no such "
            "message; expected a full name, or a name in package x\n");
}

TEST_F(PluginTest, TakesNoParameters) {
  EXPECT_EQ(Protoc("rpc A(Ask) returns (Answer) { option (quorum.unicast) = true; }", "fast:"),
            "--quorum_out: x.proto: protoc-gen-quorum takes no parameters, but was given 'fast'\n");
}

}  // namespace
