// `cpngen explore` as a user calls it: it ends when the user presses Ctrl-C.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "explorer/local_server.h"

namespace cpngen {
namespace {

using base::TemporaryFolder;
using testing::Call;
using ::testing::HasSubstr;

/// A user who opens the address as soon as it is printed, asks a question, and presses Ctrl-C.
class User : public std::stringbuf {
 public:
  User(base::Budget& budget, std::string question, explorer::Json body)
      : budget_(budget), question_(std::move(question)), body_(std::move(body)) {}
  const explorer::Json& answer() const { return answer_; }

 protected:
  int sync() override {
    const std::string url = str();
    if (url.find("http://127.0.0.1:") != 0 || url.back() != '\n') return 0;
    const std::size_t path = url.find('/', 7);
    const std::string token = url.substr(path + 1, 32);
    httplib::Client client("127.0.0.1", std::stoi(url.substr(17)));
    const auto got = client.Post(("/" + token + "/api/" + question_).c_str(),
                                 {{"X-Explorer-Token", token}}, body_.dump(), "application/json");
    if (got) answer_ = explorer::Json::parse(got->body);
    budget_.Stop(base::StopReason::kInterrupted);
    return 0;
  }

 private:
  base::Budget& budget_;
  const std::string question_;
  const explorer::Json body_;
  explorer::Json answer_;
};

/// The answer to one question; the program must end well after it.
explorer::Json Ask(std::vector<std::string> arguments, const std::string& question,
                   const explorer::Json& body = explorer::Json::object()) {
  base::Budget budget;
  User user(budget, question, body);
  std::ostream out(&user);
  std::ostringstream err;
  arguments.insert(arguments.begin(), "explore");
  EXPECT_EQ(RunProgram(arguments, {out, err, false, false, &budget}), 0) << err.str();
  return user.answer();
}

/// A switch that jams: what is dead is found by check.
constexpr const char* kSwitch = R"(
slow = param(false)
On, Off, Jammed = place(UNIT, { unit }), place(UNIT), place(UNIT)
TurnOff = transition { input = { On(unit) }, output = { Off(unit) } }
TurnOn = transition { input = { Off(unit) }, output = { On(unit) } }
Jam = transition { input = { Off(unit) }, output = { Jammed(unit) } }
property "does not jam" (INV(NF(function(M) return #M.Jammed == 0 end)))
)";

class ExploreCommandTest : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  std::string model_ = folder_.Write("switch.lua", kSwitch);
};

TEST_F(ExploreCommandTest, ShowsAModelUntilCtrlC) {
  const auto about = Ask({model_, "-D", "slow=true"}, "about");
  EXPECT_EQ(about["kind"], "net");
  EXPECT_EQ(about["title"], "switch");
  EXPECT_EQ(about["parameters"]["slow"], "true");
  ASSERT_EQ(about["modules"].size(), 1u);
  EXPECT_THAT(about["modules"][0]["svg"].get<std::string>(), HasSubstr("<g id=\"n3\""));
  EXPECT_EQ(about["transitions"][2]["name"], "Jam");
}

TEST_F(ExploreCommandTest, ACounterexampleOpensInItsModelAtItsLastStep) {
  const std::string found = folder_ / "found.json";
  ASSERT_EQ(Call({"check", model_, "-D", "slow=true", "--trace", found}).code, 1);
  const auto about = Ask({found}, "about");
  EXPECT_EQ(about["kind"], "net");
  EXPECT_EQ(about["parameters"]["slow"], "true");
  EXPECT_EQ(about["runs"][0]["title"], "does not jam");
  const auto state = Ask({found}, "state", {{"node", about["first"]}});
  EXPECT_EQ(state["label"], "Jam ()");
  EXPECT_EQ(state["properties"][0]["now"], false);
  // The same with the model named.
  EXPECT_EQ(Ask({model_, "-D", "slow=true", "--trace", found}, "about")["first"], about["first"]);
}

TEST_F(ExploreCommandTest, ATraceOfASystemHasLanes) {
  const std::string trace = folder_.Write("run.json", R"({
  "format": "cpngen-trace", "version": 1, "traces": [{"made_by": "adapter", "system": "queue",
  "steps": [
    {"number": 1, "kind": "event", "node": "client", "name": "Request", "fields": [["id", "7"]]},
    {"number": 2, "kind": "deliver", "node": "server", "name": "Request", "cause": 1},
    {"number": 3, "kind": "fault", "node": "server", "name": "crash", "unexpected": true}]}]})");
  const auto about = Ask({trace}, "about");
  ASSERT_EQ(about["kind"], "trace") << about;
  EXPECT_EQ(about["title"], "queue");
  const auto state = Ask({trace}, "open", {{"path", "r1:3"}});
  EXPECT_EQ(state["lanes"]["names"], explorer::Json::parse(R"(["client", "server"])"));
  EXPECT_EQ(state["lanes"]["rows"][1]["from"], 0);
  EXPECT_EQ(state["lanes"]["rows"][1]["to"], 1);
  EXPECT_EQ(state["lanes"]["rows"][1]["sent"], 0);
  EXPECT_EQ(state["remarks"][0], "the test case did not expect this");
  EXPECT_EQ(state["next"], nullptr);
}

TEST_F(ExploreCommandTest, RefusesWhatIsNotThere) {
  const auto none = Call({"explore", folder_ / "none.json"});
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, HasSubstr("none.json: cannot read this file: "));
  const std::string lost = folder_.Write("lost.json", R"({"format": "cpngen-trace", "version": 1,
    "traces": [{"made_by": "cpngen", "model": "gone.lua", "steps": []}]})");
  const auto gone = Call({"explore", lost});
  EXPECT_EQ(gone.code, 2);
  EXPECT_EQ(gone.err, "cpngen: " + lost +
                          ": its model gone.lua is not there; name it: cpngen "
                          "explore MODEL --trace " +
                          lost + "\n");
}

TEST_F(ExploreCommandTest, APortThatIsTakenIsNamed) {
  const explorer::LocalServer other(
      0, [](const std::string&, const explorer::Json&) { return explorer::Json(); });
  const std::string port = std::to_string(other.port());
  const auto outcome = Call({"explore", model_, "--port", port});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "cpngen: --port " + port + ": port " + port +
                             " of 127.0.0.1 cannot be had; another program may have it, and 0 "
                             "takes any that is free\n");
}

}  // namespace
}  // namespace cpngen
