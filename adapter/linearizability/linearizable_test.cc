#include "adapter/linearizability/linearizable.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "adapter/linearizability/history_file.h"
#include "base/parse_error.h"
#include "base/temporary_folder.h"
#include "oracles/linearizability/check.h"

namespace adapter::linearizability {
namespace {

struct Said {
  int code = -1;
  std::string text;
};

class LinearizableTest : public ::testing::Test {
 protected:
  Said Ask(const std::string& type, const std::string& history, bool json = false,
           std::uint64_t steps = oracles::linearizability::kDefaultBudget) {
    const std::string file = folder_.Write("h.jsonl", history);
    std::ostringstream out;
    Said said;
    try {
      said.code = Linearizable({file, type, steps, false, json}, out);
      said.text = out.str();
    } catch (const base::ParseError& error) {
      said.text = error.what();
    }
    for (std::size_t at; (at = said.text.find(file)) != std::string::npos;) {
      said.text.replace(at, file.size(), "h.jsonl");
    }
    return said;
  }
  base::TemporaryFolder folder_;
};

TEST_F(LinearizableTest, ARegisterThatIs) {
  const Said said =
      Ask("register", R"({"client": 1, "op": "write", "args": ["x", 5], "begin": 1, "end": 2}

{"client": 2, "op": "read", "args": ["x"], "result": 5, "begin": 3, "end": 4}
{"client": 2, "op": "write", "args": ["x", "a"], "begin": 5, "end": null}
)");
  EXPECT_EQ(said.text, "linearizable\n3 operations of 2 clients, 1 of which never returned\n");
  EXPECT_EQ(said.code, 0);
}

TEST_F(LinearizableTest, ARegisterThatIsNot) {
  const Said said =
      Ask("register", R"({"client": 1, "op": "write", "args": [5], "begin": 1, "end": 2}
{"client": 2, "op": "write", "args": [{"n": 1}], "begin": 3, "end": 9}
{"client": 2, "op": "read", "args": [], "result": null, "begin": 3, "end": 4})");
  EXPECT_EQ(said.text,
            "not linearizable: nothing explains client 2: read(the register): nothing (3 to 4)\n"
            "what returned before it is explained by this order:\n"
            "  client 1: write(the register, 5) (1 to 2); then 5\n"
            "also under way then:\n"
            "  client 2: write(the register, {\"n\":1}) (3 to 9)\n"
            "what nothing explains is h.jsonl:3\n"
            "3 operations of 2 clients\n");
  EXPECT_EQ(said.code, 1);
}

TEST_F(LinearizableTest, CompareAndSet) {
  const std::string history =
      R"({"client": 1, "op": "cas", "args": [null, 1], "result": true, "begin": 1, "end": 2}
{"client": 1, "op": "cas", "args": ["k", null, 2], "result": true, "begin": 3, "end": 4}
{"client": 1, "op": "cas", "args": [1, 2], "result": false, "begin": 5, "end": 6})";
  EXPECT_EQ(Ask("cas", history, true).text,
            "{\"answer\":\"not linearizable\",\"operations\":3,\"steps\":5,\"order\":[1],"
            "\"misfit\":3,\"under_way\":[],\"longest\":true}\n");
}

TEST_F(LinearizableTest, AMap) {
  EXPECT_EQ(Ask("map", R"({"client": 1, "op": "put", "args": ["k", 1], "begin": 1, "end": 2}
{"client": 1, "op": "delete", "args": ["k"], "result": true, "begin": 3, "end": 4}
{"client": 1, "op": "delete", "args": ["k"], "begin": 5, "end": 6}
{"client": 1, "op": "get", "args": ["k"], "result": null, "begin": 7, "end": 8})")
                .code,
            0);
  EXPECT_EQ(Ask("map", R"({"client": 1, "op": "put", "args": ["k", 1], "begin": 1, "end": 2}
{"client": 1, "op": "delete", "args": ["k"], "result": false, "begin": 3, "end": 4})")
                .code,
            1);
}

TEST_F(LinearizableTest, AQueue) {
  const std::string puts = R"({"client": 1, "op": "put", "args": [1], "begin": 1, "end": 2}
{"client": 1, "op": "put", "args": [2], "begin": 3, "end": 4}
)";
  EXPECT_EQ(
      Ask("queue",
          puts + R"({"client": 1, "op": "take", "args": [], "result": 1, "begin": 5, "end": 6})")
          .code,
      0);
  EXPECT_EQ(
      Ask("queue",
          puts + R"({"client": 1, "op": "take", "args": [], "result": 2, "begin": 5, "end": 6})")
          .code,
      1);
  EXPECT_EQ(
      Ask("queue", puts + R"({"client": 1, "op": "take", "args": [], "begin": 5, "end": 6})").code,
      1);
}

TEST_F(LinearizableTest, TooFewStepsAreNoVerdict) {
  const Said said =
      Ask("cas", R"({"client": 1, "op": "cas", "args": [1, 2], "result": true, "begin": 1, "end": 9}
{"client": 2, "op": "write", "args": [1], "begin": 1, "end": 9})",
          false, 1);
  EXPECT_EQ(said.text, "undecided after 1 steps\n2 operations of 2 clients\n");
  EXPECT_EQ(said.code, 3);
}

TEST_F(LinearizableTest, ErrorsSayWhereInTheFile) {
  const std::string good = R"({"client": 1, "op": "read", "args": [], "begin": 1, "end": 2})";
  EXPECT_EQ(
      Ask("register", good + "\n" + R"({"client": 1, "op": "raed", "args": [], "begin": 1})").text,
      "h.jsonl:2:21: unknown operation \"raed\"; did you mean read?\n"
      "{\"client\": 1, \"op\": \"raed\", \"args\": [], \"begin\": 1}\n"
      "                    ^\n"
      "this type has read, write");
  EXPECT_EQ(Ask("register", "{\"client\": 1,").code, -1);
}

TEST_F(LinearizableTest, EachMistakeIsNamed) {
  const auto first_line = [&](const std::string& type, const std::string& line) {
    const std::string text = Ask(type, line).text;
    return text.substr(0, text.find('\n'));
  };
  EXPECT_EQ(first_line("register", R"({"client": 1, "op": "write", "args": [], "begin": 1})"),
            "h.jsonl:1:38: write has 0 arguments of 1 or 2");
  EXPECT_EQ(first_line("register", R"({"client": 1, "op": "write", "args": [null], "begin": 1})"),
            "h.jsonl:1:39: null is no value here");
  EXPECT_EQ(
      first_line("register", R"({"client": 1, "op": "read", "args": [], "begin": 5, "end": 4})"),
      "h.jsonl:1:60: the operation ends at 4, before it begins at 5");
  EXPECT_EQ(first_line(
                "cas",
                R"({"client": 1, "op": "cas", "args": [1, 2], "result": 1, "begin": 5, "end": 6})"),
            "h.jsonl:1:54: \"result\" is neither true nor false");
  EXPECT_EQ(first_line("queue", R"({"client": 1, "op": "take", "args": [], "start": 5})"),
            "h.jsonl:1:50: unknown member \"start\"");
  EXPECT_EQ(first_line("queue", R"({"client": 1, "op": "take", "args": []})"),
            "h.jsonl:1:1: the member \"begin\" is missing");
}

}  // namespace
}  // namespace adapter::linearizability
