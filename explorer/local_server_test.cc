#include "explorer/local_server.h"

#include <gtest/gtest.h>
#include <httplib.h>

#include <stdexcept>
#include <string>

#include "explorer/request_check.h"

namespace explorer {
namespace {

Json Echo(const std::string& name, const Json& question) {
  if (name == "fail") throw QuestionError("it makes no sense");
  return {{"name", name}, {"question", question}};
}

class LocalServerTest : public ::testing::Test {
 protected:
  LocalServerTest() { client_.set_keep_alive(true); }

  httplib::Headers WithToken() const { return {{std::string(kTokenHeader), server_.token()}}; }
  std::string PathOf(const std::string& name) const { return "/" + server_.token() + "/" + name; }
  httplib::Result Ask(const std::string& name, const std::string& body) {
    return client_.Post(PathOf("api/" + name).c_str(), WithToken(), body, "application/json");
  }

  LocalServer server_{0, Echo};
  httplib::Client client_{"127.0.0.1", server_.port()};
};

TEST_F(LocalServerTest, GivesThePageWithStrictHeaders) {
  const auto page = client_.Get(PathOf("").c_str());
  ASSERT_TRUE(page);
  EXPECT_EQ(page->status, 200);
  EXPECT_EQ(page->get_header_value("Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(page->get_header_value("Cache-Control"), "no-store");
  EXPECT_EQ(page->get_header_value("Referrer-Policy"), "no-referrer");
  EXPECT_EQ(page->get_header_value("X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(page->get_header_value("Cross-Origin-Resource-Policy"), "same-origin");
  EXPECT_TRUE(
      page->get_header_value("Content-Security-Policy").starts_with("default-src 'none'; "));
  EXPECT_FALSE(page->has_header("Set-Cookie"));
  EXPECT_FALSE(page->has_header("Access-Control-Allow-Origin"));
}

TEST_F(LocalServerTest, AnswersQuestions) {
  const auto answer = Ask("state", R"({"node": 3})");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200);
  EXPECT_EQ(answer->body, R"({"name":"state","question":{"node":3}})");
}

TEST_F(LocalServerTest, SaysWhatIsWrongWithAQuestion) {
  const auto failed = Ask("fail", "{}");
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->status, 400);
  EXPECT_EQ(failed->body, R"({"error":"it makes no sense"})");
  const auto broken = Ask("state", "{\"node\"");
  ASSERT_TRUE(broken);
  EXPECT_EQ(broken->status, 400);
  EXPECT_TRUE(broken->body.starts_with(R"({"error":"this question cannot be read: )"));
  EXPECT_EQ(Ask("state", "[]")->body, R"({"error":"a question is an object"})");
}

TEST_F(LocalServerTest, WhoIsRefusedGetsNoWord) {
  const httplib::Headers rebound = {{"Host", "evil.example:" + std::to_string(server_.port())}};
  const auto page = client_.Get(PathOf("").c_str(), rebound);
  ASSERT_TRUE(page);
  EXPECT_EQ(page->status, 421);
  EXPECT_EQ(page->body, "");
  const auto guess = client_.Get("/app.js");
  ASSERT_TRUE(guess);
  EXPECT_EQ(guess->status, 404);
  EXPECT_EQ(guess->body, "");
  httplib::Headers foreign = WithToken();
  foreign.emplace("Origin", "http://evil.example");
  const auto asked = client_.Post(PathOf("api/state").c_str(), foreign, "{}", "application/json");
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->status, 403);
  EXPECT_EQ(asked->body, "");
  EXPECT_FALSE(asked->has_header("Access-Control-Allow-Origin"));
}

TEST_F(LocalServerTest, APortIsGivenOnce) {
  try {
    const LocalServer second(server_.port(), Echo);
    FAIL() << "two servers have one port";
  } catch (const ListenError& error) {
    EXPECT_EQ(std::string(error.what()),
              "port " + std::to_string(server_.port()) +
                  " of 127.0.0.1 cannot be had; another program may have it, and 0 takes any that "
                  "is free");
  }
}

TEST_F(LocalServerTest, HugeQuestionsAreRefused) {
  const auto answer = Ask("state", std::string(2 << 20, ' '));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 413);
}

}  // namespace
}  // namespace explorer
