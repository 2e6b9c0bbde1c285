#include "adapter/driver_protocol/payload.h"

#include <gtest/gtest.h>

#include "adapter/driver_protocol/messages.h"

namespace adapter::driver_protocol {
namespace {

/// A response with every shape that an element can have.
xml::Element Response() {
  xml::Element response("Response");
  response.SetAttribute("kind", "full");
  response.Add("Single", "1");
  response.Add("Server", "1");
  response.Add("Server", "2");
  xml::Element& vote = response.Add("Vote");
  vote.Add("WorkerID", "3");
  response.Add("Marked", "x").SetAttribute("unit", "ms");
  return response;
}

TEST(PayloadTest, ElementsBecomeObjects) {
  const Payload fields = FieldsOf(Response());
  ASSERT_EQ(fields.fields.size(), 5u);
  EXPECT_EQ(fields.fields[0].first, "@kind");
  EXPECT_EQ(fields.fields[0].second, Payload::OfText("full"));
  EXPECT_EQ(fields.fields[1].second, Payload::OfText("1"));
  EXPECT_EQ(fields.fields[2].first, "Server");
  ASSERT_EQ(fields.fields[2].second.items.size(), 2u);
  EXPECT_EQ(fields.fields[2].second.items[1], Payload::OfText("2"));
  EXPECT_EQ(fields.fields[3].second.fields[0].second, Payload::OfText("3"));
}

TEST(PayloadTest, AnEventWithTheFieldsOfAResponseIsThatResponse) {
  Event event;
  event.name = "Response";
  event.fields = FieldsOf(Response());
  EXPECT_TRUE(oracles::SameEvent(ObservedOf(event), oracles::EventOf(Response())));
}

TEST(PayloadTest, ATextIsAFieldWithoutName) {
  Event event;
  event.name = "FinalDecision";
  event.text = "1";
  EXPECT_TRUE(
      oracles::SameEvent(ObservedOf(event), oracles::EventOf(xml::Element("FinalDecision", "1"))));
}

}  // namespace
}  // namespace adapter::driver_protocol
