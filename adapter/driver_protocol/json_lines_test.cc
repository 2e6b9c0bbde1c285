#include "adapter/driver_protocol/json_lines.h"

#include <gtest/gtest.h>

namespace adapter::driver_protocol {
namespace {

std::string ErrorOf(const std::string& line) {
  try {
    FromLine(line);
  } catch (const DriverError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ToLineTest, AStimulus) {
  Stimulus stimulus{3, "Request", {}, ""};
  stimulus.fields.fields.emplace_back("client", Payload::OfText("1"));
  EXPECT_EQ(ToLine(stimulus), R"({"stimulus":{"id":3,"name":"Request","fields":{"client":"1"}}})");
}

TEST(ToLineTest, ABeginningCase) {
  BeginCase begin;
  begin.id = 1;
  begin.suite = "system";
  begin.test = "7";
  begin.seed = 18446744073709551615u;
  begin.fresh = true;
  begin.addresses = {{"server", "127.0.0.1:20001"}};
  EXPECT_EQ(ToLine(begin),
            R"({"beginCase":{"id":1,"suite":"system","case":"7","seed":"18446744073709551615",)"
            R"("fresh":true,"addresses":{"server":"127.0.0.1:20001"},"configuration":{},)"
            R"("attributes":{}}})");
}

TEST(ToLineTest, BytesThatAreNoUtf8StayOneLine) {
  EXPECT_EQ(ToLine(Hello{1, "a\n\xff"}),
            "{\"hello\":{\"version\":1,\"system\":\"a\\n\xEF\xBF\xBD\"}}");
}

TEST(FromLineTest, AnEvent) {
  const FromDriver message = FromLine(
      R"({"event":{"name":"Granted","fields":{"client":1,"ok":true,"x":1.5,"n":null},"source":"s",)"
      R"("answers":2,"time":1.25}})");
  const auto& event = std::get<Event>(message);
  EXPECT_EQ(event.name, "Granted");
  EXPECT_EQ(event.source, "s");
  EXPECT_EQ(event.answers, 2);
  EXPECT_EQ(event.time, 1.25);
  const auto observed = ObservedOf(event);
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"client", "1"}, {"ok", "true"}, {"x", "1.5"}, {"n", ""}};
  EXPECT_EQ(observed.fields, expected);
}

TEST(FromLineTest, NumbersAsTextsAndNullsAsProtobufHasThem) {
  EXPECT_EQ(std::get<Done>(FromLine(R"({"done":{"id":"12"}})")).id, 12);
  EXPECT_EQ(std::get<Done>(FromLine(R"({"done":{"id":null}})")).id, 0);
  EXPECT_EQ(std::get<Log>(FromLine(R"({"log":{}})")).line, "");
}

TEST(FromLineTest, WhatIsNoJson) {
  EXPECT_EQ(ErrorOf("hello\tworld"), "the driver sent what is no JSON, at byte 1: hello\\x09world");
}

TEST(FromLineTest, NumbersBeyondAllThatThereAre) {
  EXPECT_EQ(ErrorOf(R"({"done":{"id":1e999}})"),
            "the driver sent a number that is too large for JSON: {\"done\":{\"id\":1e999}}");
}

TEST(FromLineTest, NestingWithoutEnd) {
  std::string open;
  for (int i = 0; i < 200'000; ++i) open += "[";
  EXPECT_NE(ErrorOf(open), "");
  EXPECT_NE(ErrorOf(R"({"event":{"name":)" + open + std::string(open.size(), ']') + "}}"), "");
}

TEST(FromLineTest, WhatIsNoMessage) {
  EXPECT_EQ(ErrorOf("[1]"),
            "the driver sent [1]: a message is an object with one field, as in {\"done\": {\"id\": "
            "1}}");
  EXPECT_EQ(ErrorOf(R"({"evnt":{}})"),
            "the driver sent {\"evnt\":{}}: no message has the name evnt; did you mean event?");
}

TEST(FromLineTest, WrongFields) {
  EXPECT_EQ(ErrorOf(R"({"done":{"ids":1}})"),
            "the driver sent {\"done\":{\"ids\":1}}: done has no field ids; did you mean id?");
  EXPECT_EQ(ErrorOf(R"({"done":{"id":-1}})"),
            "the driver sent {\"done\":{\"id\":-1}}: done.id is a number from 0 to 2147483647, not "
            "-1");
  EXPECT_EQ(ErrorOf(R"({"event":{"name":[]}})"),
            "the driver sent {\"event\":{\"name\":[]}}: event.name is a text, not a list");
  EXPECT_EQ(ErrorOf(R"({"event":{"fields":{}}})"),
            "the driver sent {\"event\":{\"fields\":{}}}: an event has a name");
}

TEST(FromLineTest, EndlessNesting) {
  const std::string deep(500'000, '[');
  EXPECT_TRUE(ErrorOf(R"({"event":{"name":)" + deep + std::string(500'000, ']') + "}}")
                  .ends_with("event.name is a text, not a list"));
  EXPECT_TRUE(
      ErrorOf(R"({"event":{"name":"a","fields":{"b":)" + deep + std::string(500'000, ']') + "}}}")
          .ends_with("values are nested more than 64 deep"));
}

TEST(FromLineTest, LongLinesAreCutInMessages) {
  const std::string error = ErrorOf(std::string(100'000, 'x'));
  EXPECT_LT(error.size(), 300u);
  EXPECT_TRUE(error.ends_with("xxx...")) << error;
}

}  // namespace
}  // namespace adapter::driver_protocol
