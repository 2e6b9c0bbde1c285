// What the model of the replicas' events leaves open: it judges runs of any length, and counts each
// promise once.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "cpn/engine/engine.h"
#include "cpn/lua/lua_model.h"
#include "testing/paths.h"

namespace models {
namespace {

using cpn::lua::LuaModel;

class EventsModel : public ::testing::Test {
 protected:
  EventsModel()
      : model_(LuaModel::Load(test::SourcePath("/models/paxos/events_model.lua"))),
        marking_(model_->engine().InitialMarking()) {}

  std::optional<cpn::BindingElementId> Find(const std::string& transition,
                                            const std::string& binding) {
    for (const cpn::BindingElementId id : model_->engine().Enabled(marking_)) {
      const std::string text = model_->engine().FormatElement(id);
      if (text.rfind(transition + " ", 0) == 0 && text.find(binding) != std::string::npos)
        return id;
    }
    return std::nullopt;
  }
  void Occur(const std::string& transition, const std::string& binding) {
    const auto id = Find(transition, binding);
    ASSERT_TRUE(id) << transition << " with " << binding << " is not enabled";
    model_->engine().Occur(marking_, *id);
  }

  std::unique_ptr<LuaModel> model_;
  cpn::Marking marking_;
};

TEST_F(EventsModel, ReplicaMayBeginAnyNumberOfRounds) {
  Occur("Trust", "a = 8080");
  for (int turn = 0; turn < 50; ++turn) {
    Occur("BeginRound", "r = " + std::to_string(8080 + 3 * turn));
    EXPECT_FALSE(HasFatalFailure()) << turn;
  }
}

TEST_F(EventsModel, RoundIsTheLowestOwnOneAboveWhatIsKnown) {
  Occur("Trust", "a = 8080");
  Occur("Suspect", "a = 8081, suspects = [], leader = 0, b = 8080");
  Occur("Trust", "a = 8081");
  Occur("BeginRound", "r = 8080");
  Occur("BeginRound", "r = 8083");
  Occur("BeginRound", "r = 8086");
  EXPECT_FALSE(Find("BeginHigherRound", "r = 8090"));
  EXPECT_TRUE(Find("BeginRound", "r = 8081"));
  Occur("BeginHigherRound", "r = 8087");
}

TEST_F(EventsModel, PromiseThatComesTwiceCountsOnce) {
  Occur("Trust", "a = 8080");
  Occur("Propose", "c = 1");
  Occur("BeginRound", "r = 8080");
  Occur("SavePromise", "a = 8080");
  Occur("Promise", "a = 8080");
  Occur("Promise", "a = 8080");
  EXPECT_FALSE(Find("SendAccept", "a = 8080"));
  Occur("SavePromise", "a = 8082");
  Occur("Promise", "a = 8082");
  EXPECT_TRUE(Find("SendAccept", "a = 8080"));
}

}  // namespace
}  // namespace models
