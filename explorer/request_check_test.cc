#include "explorer/request_check.h"

#include <gtest/gtest.h>

#include <string>

#include "explorer/token.h"

namespace explorer {
namespace {

constexpr int kPort = 4711;
const std::string kToken = "0123456789abcdef0123456789abcdef";

RequestHead Page() {
  return {.method = "GET", .path = "/" + kToken + "/app.js", .host = "127.0.0.1:4711"};
}

RequestHead Question() {
  RequestHead question;
  question.method = "POST";
  question.path = "/" + kToken + "/api/state";
  question.host = "localhost:4711";
  question.origin = "http://localhost:4711";
  question.fetch_site = "same-origin";
  question.content_type = "application/json; charset=utf-8";
  question.token = kToken;
  return question;
}

int StatusOf(const RequestHead& request) { return Decide(request, kPort, kToken).status; }

TEST(RequestCheck, PageAndQuestionsArePassedOn) {
  const Decision page = Decide(Page(), kPort, kToken);
  EXPECT_EQ(page.kind, Decision::Kind::kFile);
  EXPECT_EQ(page.name, "app.js");
  const Decision question = Decide(Question(), kPort, kToken);
  EXPECT_EQ(question.kind, Decision::Kind::kQuestion);
  EXPECT_EQ(question.name, "state");
}

TEST(RequestCheck, AnotherHostIsMisdirectedEvenWithTheToken) {
  for (const char* host : {"", "evil.example:4711", "127.0.0.1", "127.0.0.1:4712", "0.0.0.0:4711",
                           "127.0.0.1:4711.evil.example", "localhost.:4711"}) {
    RequestHead page = Page();
    page.host = host;
    EXPECT_EQ(StatusOf(page), 421) << host;
    RequestHead question = Question();
    question.host = host;
    EXPECT_EQ(StatusOf(question), 421) << host;
  }
}

TEST(RequestCheck, AnotherOriginIsForbidden) {
  for (const char* origin : {"null", "http://evil.example", "https://localhost:4711",
                             "http://localhost:4712", "http://localhost"}) {
    RequestHead question = Question();
    question.origin = origin;
    EXPECT_EQ(StatusOf(question), 403) << origin;
  }
}

TEST(RequestCheck, WhatAnotherSiteAsksForIsForbidden) {
  for (const char* site : {"cross-site", "same-site"}) {
    RequestHead page = Page();
    page.fetch_site = site;
    EXPECT_EQ(StatusOf(page), 403) << site;
  }
  RequestHead opened = Page();
  opened.fetch_site = "none";
  EXPECT_EQ(StatusOf(opened), 200);
}

TEST(RequestCheck, WithoutTokenNothingIsThere) {
  for (const char* path : {"/", "", "/app.js", "/x/app.js", "/0123456789abcdef/app.js",
                           "/0123456789abcdef0123456789abcdee/app.js", "app.js"}) {
    RequestHead page = Page();
    page.path = path;
    EXPECT_EQ(StatusOf(page), 404) << path;
  }
}

TEST(RequestCheck, AQuestionIsAPostOfJsonWithTheTokenInAHeader) {
  RequestHead question = Question();
  question.method = "GET";
  EXPECT_EQ(StatusOf(question), 405);
  question = Question();
  question.token = "";
  EXPECT_EQ(StatusOf(question), 403);
  for (const char* type : {"", "text/plain", "application/x-www-form-urlencoded"}) {
    question = Question();
    question.content_type = type;  // what a form of another page can send
    EXPECT_EQ(StatusOf(question), 415) << type;
  }
  RequestHead page = Page();
  page.method = "POST";
  EXPECT_EQ(StatusOf(page), 405);
}

TEST(Token, IsLongAndAnotherEachTime) {
  EXPECT_EQ(MakeToken().size(), 32u);
  EXPECT_NE(MakeToken(), MakeToken());
  EXPECT_TRUE(IsSameToken("ab", "ab"));
  EXPECT_FALSE(IsSameToken("ab", "aB"));
  EXPECT_FALSE(IsSameToken("ab", "abc"));
}

}  // namespace
}  // namespace explorer
