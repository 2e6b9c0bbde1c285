// The page's questions about a model, asked of a real server as the page does.
#include "cpngen/commands/explore/net_subject.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include <memory>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "cpngen/commands/explore/net_pictures.h"
#include "explorer/request_check.h"

namespace cpngen::explore {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A lock with two clients; each takes it, and gives it back.
constexpr const char* kLock = R"(
Client = range(1, 2)
var { c = Client }
Free = place(UNIT, { unit })
Waiting, Holding = place(Client, { 1, 2 }), place(Client)
Grant = transition { input = { Free(unit), Waiting(c) }, output = { Holding(c) } }
Release = transition { input = { Holding(c) }, output = { Free(unit), Waiting(c) } }
property "one at a time" (INV(NF(function(M) return #M.Holding <= 1 end)))
property "is free again" (INV(POS(NF(function(M) return #M.Free == 1 end))))
chart { participants = { "lock" }, messages = {
  [Grant] = function(c) return { from = "lock", to = "client " .. c, label = "granted" } end,
  [Release] = function(c)
    return {
      { from = "lock", to = "client " .. c, label = "granted", mark = "send" },
      { from = "lock", to = "lock", label = "falls", mark = "crash" },
    }
  end,
} }
)";

class NetSubjectTest : public ::testing::Test {
 protected:
  void Serve(const std::vector<std::size_t>& run = {}) {
    std::vector<OpenedRun> runs;
    if (!run.empty()) {
      OpenedRun opened{"found", {}};
      cpn::Marking marking = model_->engine().InitialMarking();
      for (const std::size_t choice : run) {
        opened.run.steps.push_back(model_->engine().Enabled(marking)[choice]);
        model_->engine().Occur(marking, opened.run.steps.back());
      }
      opened.run.critical = 2;
      opened.run.remarks = {{2, "the critical transition: from here on it is out of reach", ""}};
      runs.push_back(std::move(opened));
    }
    subject_ = std::make_unique<NetSubject>(
        *model_, std::move(runs), Json{{"title", "lock"}, {"runs", Json::array()}}, space_);
    server_ = std::make_unique<explorer::LocalServer>(
        0, [this](const std::string& name, const Json& question) {
          return subject_->Answer(name, question);
        });
  }

  Json Ask(const std::string& name, const Json& question = Json::object()) {
    httplib::Client client("127.0.0.1", server_->port());
    const auto answer = client.Post(("/" + server_->token() + "/api/" + name).c_str(),
                                    {{std::string(explorer::kTokenHeader), server_->token()}},
                                    question.dump(), "application/json");
    return answer ? Json::parse(answer->body) : Json();
  }
  Json Fire(int node, int choice) { return Ask("fire", {{"node", node}, {"choice", choice}}); }

  base::TemporaryFolder folder_;
  std::unique_ptr<cpn::lua::LuaModel> model_ =
      cpn::lua::LuaModel::Load(folder_.Write("lock.lua", kLock));
  SpaceWatch space_{
      [this](const base::Budget*) { return cpn::lua::LuaModel::Load(folder_.path() / "lock.lua"); },
      1000};
  std::unique_ptr<NetSubject> subject_;
  std::unique_ptr<explorer::LocalServer> server_;
};

TEST_F(NetSubjectTest, AStateHasTokensChoicesAndProperties) {
  Serve();
  const Json state = Ask("state", {{"node", 0}});
  EXPECT_EQ(state["places"], Json::parse(R"json([[0, 1, "1`()"], [1, 2, "1`1 ++ 1`2"]])json"));
  ASSERT_EQ(state["enabled"].size(), 2u);
  EXPECT_EQ(state["enabled"][1]["binding"], "(c = 2)");
  EXPECT_EQ(state["enabled"][1]["node"], nullptr);
  EXPECT_EQ(state["parent"], nullptr);
  EXPECT_EQ(state["properties"][0]["sort"], "safety");
  EXPECT_EQ(state["properties"][0]["now"], true);
  EXPECT_EQ(state["properties"][1]["sort"], "liveness");
}

TEST_F(NetSubjectTest, AStepChangesTokensAndTheChart) {
  Serve();
  const Json state = Fire(0, 1);
  EXPECT_EQ(state["label"], "Grant (c = 2)");
  EXPECT_EQ(state["path"], "1");
  EXPECT_EQ(state["places"], Json::parse(R"([[1, 1, "1`1"], [2, 1, "1`2"]])"));
  ASSERT_EQ(state["changes"].size(), 3u);
  EXPECT_EQ(state["changes"][2]["lines"][0], "+ Holding: 1`2");
  EXPECT_EQ(state["properties"][1]["now"], false);
  EXPECT_EQ(state["lanes"]["names"], Json::parse(R"(["lock", "client 2"])"));
  EXPECT_EQ(state["lanes"]["rows"][0]["text"], "granted");
}

TEST_F(NetSubjectTest, WhatWasTriedIsATree) {
  Serve();
  Fire(0, 0);
  const Json second = Fire(0, 1);
  EXPECT_EQ(second["node"], 2);
  EXPECT_EQ(second["siblings"], Json::parse("[1, 2]"));
  EXPECT_EQ(Fire(0, 0)["node"], 1);  // the same step is the same node
  const Json start = Ask("state", {{"node", 0}});
  EXPECT_EQ(start["next"], 1);  // looked at last
  std::vector<std::pair<int, int>> steps;
  for (const Json& step : start["steps"]) steps.emplace_back(step["node"], step["indent"]);
  EXPECT_THAT(steps, ElementsAre(std::pair(0, 0), std::pair(2, 1), std::pair(1, 0)));
}

TEST_F(NetSubjectTest, APathLeadsToTheSameState) {
  Serve();
  Fire(0, 1);
  const Json state = Fire(1, 0);
  EXPECT_EQ(state["path"], "1.0");
  EXPECT_EQ(Ask("open", {{"path", "1.0"}})["node"], state["node"]);
  EXPECT_EQ(Ask("open", {{"path", ""}})["node"], 0);
  EXPECT_EQ(Ask("open", {{"path", "0.x"}})["error"],
            "x in this link is no choice; they are numbers");
  EXPECT_EQ(Ask("open", {{"path", "7"}})["error"],
            "there is no choice 7 after step 0: 2 binding elements are enabled there");
  EXPECT_THAT(Ask("open", {{"path", "r1:3"}})["error"].get<std::string>(),
              HasSubstr("no run that is open has the step r1:3 of this link"));
}

TEST_F(NetSubjectTest, ARunOpensAtItsCriticalStep) {
  Serve({0, 0, 1});
  const Json about = Ask("about");
  EXPECT_EQ(about["runs"][0]["title"], "found");
  const Json state = Ask("state", {{"node", about["first"]}});
  EXPECT_EQ(state["depth"], 2);
  EXPECT_EQ(state["path"], "r1:2");
  EXPECT_EQ(state["next"], 3);
  EXPECT_THAT(state["remarks"][0].get<std::string>(), HasSubstr("the critical transition"));
  EXPECT_EQ(Ask("open", {{"path", "r1:2.0"}})["path"], "r1:2.0");
}

TEST_F(NetSubjectTest, SaysWhatATransitionLacks) {
  Serve();
  Fire(0, 1);
  const Json why = Ask("why", {{"node", 1}, {"transition", 0}});
  EXPECT_EQ(why["transition"], "Grant");
  ASSERT_FALSE(why["near"].empty());
  EXPECT_EQ(why["near"][0]["binding"], "Grant (c = 1)");
  EXPECT_THAT(why["near"][0]["obstacles"][0].get<std::string>(), HasSubstr("1`() on Free"));
  EXPECT_EQ(Ask("why", {{"node", 1}, {"transition", 9}})["error"], "there is no transition 9");
}

TEST_F(NetSubjectTest, QuestionsThatMakeNoSenseAreSaidToBeSo) {
  Serve();
  EXPECT_EQ(Ask("state", {{"node", 5}})["error"],
            "node 5 was not tried; the program was started anew");
  EXPECT_EQ(Ask("state", {{"node", "x"}})["error"], "\"node\" must be a number, 0 or more");
  EXPECT_EQ(Ask("state", {{"node", -1}})["error"], "\"node\" must be a number, 0 or more");
  EXPECT_EQ(Ask("fly")["error"], "there is no question fly");
}

TEST_F(NetSubjectTest, LanesKnowWhenAMessageLeftAndWhoCrashed) {
  Serve();
  Fire(0, 0);
  Fire(1, 0);                     // Release: the next message leaves, and the lock falls
  const Json state = Fire(2, 0);  // Grant of the same client: it comes
  const Json& rows = state["lanes"]["rows"];
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_FALSE(rows[0].contains("mark") || rows[0].contains("sent"));
  EXPECT_EQ(rows[1]["mark"], "send");
  EXPECT_EQ(rows[2]["mark"], "crash");
  EXPECT_EQ(rows[3]["sent"], 1);
}

TEST_F(NetSubjectTest, TheSpaceIsExploredBesideIt) {
  Serve();
  Json space = Ask("space");
  while (space["end"] == "running") space = Ask("space");
  EXPECT_EQ(space["end"], "complete");
  EXPECT_EQ(space["states"], 3);
  EXPECT_EQ(space["arcs"], 4);
  EXPECT_EQ(space["dead"], 0);
}

}  // namespace
}  // namespace cpngen::explore
