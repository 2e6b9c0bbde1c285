#include "adapter/systems/external/offers.h"

#include <gtest/gtest.h>

#include "adapter/systems/external/system_file.h"
#include "base/temporary_folder.h"
#include "testing/text.h"

namespace adapter::external {
namespace {

class OffersTest : public ::testing::Test {
 protected:
  SystemDescription Read(const std::string& fields) {
    return ReadSystemFile(
        folder_.Write("s.lua",
                      "system \"s\" { processes = { a = { command = { \"x\" } }, b = { "
                      "command = { \"x\" } } }, driver = { command = { \"d\" } }, " +
                          fields + "}"),
        {});
  }
  std::string Shown(const std::string& text) {
    return test::Replace(text, folder_.path().string() + '/', "");
  }

  base::TemporaryFolder folder_;
};

constexpr char kFaults[] =
    "links = { { from = \"a\", to = \"b\" }, { from = \"b\", to = \"a\", udp = true } },\n"
    "faults = { Crash = { kill = \"{Server}\" }, Stop = { pause = \"{text}\" },\n"
    "Slow = { { delay = { \"a -> b\", \"b -> {To}\" }, by = \"50ms\" }, { throttle = \"a\", by = "
    "\"{Rate}\" } },\n"
    "Half = { half_open = \"a -> b\", reset = \"from\" } }";

TEST_F(OffersTest, FaultsWithTheirFieldsAndWhatTheyDo) {
  EXPECT_EQ(Shown(TextFaults(FaultsOf(Read(kFaults)))),
            "Faults that a case of system \"s\" (s.lua) can ask for, each with its element:\n"
            "\n  Crash {Server}\n    kill {Server}\n"
            "\n  Half {}\n    half_open a -> b, the side of the first is reset\n"
            "\n  Slow {To, Rate}\n    delay a -> b, b -> {To} by 50 ms; throttle a to {Rate} "
            "bytes/s\n"
            "\n  Stop {a text}\n    pause {text}\n");
}

TEST_F(OffersTest, FaultsAsJson) {
  EXPECT_EQ(JsonFaults(FaultsOf(Read("faults = { Crash = { kill = \"a\" } }"))),
            "{\n  \"faults\": [\n    {\n      \"element\": \"Crash\",\n      \"children\": [],\n"
            "      \"meaning\": \"kill a\"\n    }\n  ]\n}\n");
}

TEST_F(OffersTest, NoFaults) {
  const FaultVocabulary none = FaultsOf(Read(""));
  EXPECT_EQ(Shown(TextFaults(none)), "System \"s\" (s.lua) declares no faults.\n");
  EXPECT_EQ(JsonFaults(none), "{\n  \"faults\": []\n}\n");
}

TEST_F(OffersTest, WhatThereIs) {
  EXPECT_EQ(Shown(DescriptionOf(Read(kFaults))),
            "System \"s\" (s.lua): stimuli and responses of any name; its driver says what they "
            "mean, but for the faults.\n\n"
            "  processes  a, b\n"
            "  links      a -> b, b -> a (datagrams)\n"
            "  faults     Crash, Half, Slow, Stop\n");
}

}  // namespace
}  // namespace adapter::external
