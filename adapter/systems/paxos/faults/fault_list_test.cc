#include "adapter/systems/paxos/faults/fault_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "adapter/systems/paxos/cases/fault.h"
#include "sut/paxos/roles/instrumentation.h"

namespace adapter {
namespace {

using ::testing::HasSubstr;

TEST(FaultListTest, HasEveryFaultThatASuiteCanAskFor) {
  std::set<std::string> elements;
  const auto json = nlohmann::json::parse(JsonFaults(PaxosFaults()));
  for (const auto& fault : json.at("faults")) {
    elements.insert(fault.at("element"));
    EXPECT_NE(fault.at("meaning"), "");
    EXPECT_NE(fault.at("how"), "");
  }
  std::set<std::string> expected = {"P1Failure", "P2Failure"};
  for (const cases::FaultForm& form : cases::FaultForms()) expected.insert(form.element);
  EXPECT_EQ(elements, expected);
}

TEST(FaultListTest, NamesPointsThatTheInstrumentationHas) {
  std::set<std::string> known;
#define ADAPTER_POINT(constant, name) known.insert(name);
  PAXOS_INSTRUMENTATION_POINTS(ADAPTER_POINT)
#undef ADAPTER_POINT
  const auto json = nlohmann::json::parse(JsonFaults(PaxosFaults()));
  ASSERT_EQ(json.at("points").size(), cases::PointWords().size());
  for (const auto& point : json.at("points")) {
    EXPECT_TRUE(known.contains(point.at("instrumentation"))) << point;
  }
}

TEST(FaultListTest, TextSaysWhatEachMeans) {
  const std::string text = TextFaults(PaxosFaults());
  EXPECT_THAT(text, HasSubstr("\n  Crash {ID, At, [Restart]}\n    the server crashes when it has "
                              "come to the point; only its storage survives\n"));
  for (const cases::FaultForm& form : cases::FaultForms())
    EXPECT_THAT(text, HasSubstr(form.meaning));
  for (const cases::FaultWord& word : cases::MessageWords()) {
    EXPECT_THAT(text, HasSubstr(word.meaning));
  }
}

}  // namespace
}  // namespace adapter
