// driver.proto defines the messages; the lines of JSON are what protobuf itself makes of them.
#include "adapter/driver_protocol/grpc/protobuf_messages.h"

#include <google/protobuf/util/json_util.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "adapter/driver_protocol/json_lines.h"

namespace adapter::driver_protocol {
namespace {

namespace proto = cpngen::driver;
using google::protobuf::util::JsonStringToMessage;
using google::protobuf::util::MessageDifferencer;
using google::protobuf::util::MessageToJsonString;

Payload SomeFields() {
  xml::Element element("e");
  element.SetAttribute("a", "1");
  element.Add("Server", "1");
  element.Add("Server", "2");
  element.Add("Vote").Add("WorkerID", "\"3\"\n");
  return FieldsOf(element);
}

std::vector<ToDriver> AllToDriver() {
  return {Hello{1, "lock"},
          BeginCase{1, "s", "2", 7, true, {{"a", "b:1"}}, SomeFields(), SomeFields()},
          Stimulus{2, "Request", SomeFields(), ""},
          Stimulus{3, "Final", {}, "text"},
          Fault{4, "Crash", SomeFields(), {"kill a", "cut b -> a"}},
          EndCase{5}};
}

/// A line keeps the order of the fields, protobuf does not.
FromDriver Sorted(FromDriver message) {
  if (auto* event = std::get_if<Event>(&message)) {
    std::ranges::sort(event->fields.fields, {}, [](const auto& field) { return field.first; });
  }
  return message;
}

TEST(ProtobufMessagesTest, LinesAreWhatProtobufReads) {
  for (const ToDriver& message : AllToDriver()) {
    proto::ToDriver read;
    const auto status = JsonStringToMessage(ToLine(message), &read);
    ASSERT_TRUE(status.ok()) << ToLine(message) << ": " << status.ToString();
    EXPECT_TRUE(MessageDifferencer::Equals(read, ToProtobuf(message)))
        << ToLine(message) << "\n"
        << ToProtobuf(message).DebugString();
  }
}

TEST(ProtobufMessagesTest, WhatProtobufWritesIsRead) {
  const std::string long_one =
      R"({"event":{"name":"E","fields":{"a":1,"b":"x","c":[1,true],"d":{"e":2.5}},)"
      R"("source":"s","answers":2,"time":0.5}})";
  const std::vector<std::string> lines = {
      R"({"ready":{"version":1,"driver":"d"}})", R"({"done":{"id":3}})",
      R"({"log":{"line":"a","source":"b"}})",    R"({"error":{"id":1,"message":"m"}})",
      R"({"event":{"name":"E","text":"t"}})",    long_one};
  for (const std::string& line : lines) {
    proto::FromDriver message;
    ASSERT_TRUE(JsonStringToMessage(line, &message).ok()) << line;
    std::string written;
    ASSERT_TRUE(MessageToJsonString(message, &written).ok());
    EXPECT_EQ(Sorted(FromLine(written)), FromProtobuf(message)) << written;
    EXPECT_EQ(Sorted(FromLine(line)), FromProtobuf(message)) << line;
  }
}

TEST(ProtobufMessagesTest, AMessageWithoutContentIsRefused) {
  EXPECT_THROW(FromProtobuf({}), DriverError);
  proto::FromDriver event;
  event.mutable_event();
  EXPECT_THROW(FromProtobuf(event), DriverError);
}

TEST(ProtobufMessagesTest, EndlessNestingIsRefused) {
  proto::FromDriver event;
  event.mutable_event()->set_name("E");
  auto* value = &(*event.mutable_event()->mutable_fields()->mutable_fields())["a"];
  for (int i = 0; i < 70; ++i) value = value->mutable_list_value()->add_values();
  EXPECT_THROW(FromProtobuf(event), DriverError);
}

}  // namespace
}  // namespace adapter::driver_protocol
