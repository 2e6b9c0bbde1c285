// A user of the page: clicks and keys, and after each one what the page shows is what the engine
// says.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <csignal>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "testing/paths.h"
#include "tests/explorer/browser.h"
#include "tests/explorer/child_program.h"
#include "tests/explorer/shadow_run.h"

namespace explorer_test {
namespace {

const std::string kProgram = test::BuildPath("/bin/cpngen");
const std::string kModel = test::SourcePath("/models/two_phase_commit");

constexpr const char* kSettled =
    "return (document.body.dataset.waiting ?? '0') === '0' && document.body.dataset.node !== "
    "undefined";
/// What the page shows of the marking and its steps.
constexpr const char* kShown = R"(
  const text = (selector) => document.querySelector(selector).textContent;
  return {
    places: Object.fromEntries([...document.querySelectorAll('#picture .place')].map((place) =>
      place.getAttribute('aria-label').split(': '))),
    badges: [...document.querySelectorAll('#picture .badge:not(.none) text')].length,
    enabled: [...document.querySelectorAll('#choices [role=option]')].map((x) => x.textContent),
    label: text('#steps .here .label'),
    depth: text('#depth'),
    problem: document.getElementById('problem').hidden ? '' : text('#problem'),
  };)";

class ExplorerBrowserTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string missing = WhatIsMissing();
    if (!missing.empty()) GTEST_SKIP() << missing;
    program_ =
        std::make_unique<ChildProgram>(std::vector<std::string>{kProgram, "explore", kModel});
    url_ = program_->LineWith("http://");
    browser_ = std::make_unique<Browser>();
    browser_->Open(url_);
    ASSERT_TRUE(browser_->Await(kSettled));
  }

  /// The page shows what the engine says; `what` was done last.
  void Compare(const std::string& what, bool all_enabled = true) {
    ASSERT_TRUE(browser_->Await(kSettled)) << what;
    const Json shown = browser_->Run(kShown);
    EXPECT_EQ(shown["problem"], "") << what;
    EXPECT_EQ(shown["label"], shadow_.Label()) << what;
    EXPECT_EQ(shown["depth"], fmt::format("step {}", shadow_.steps().size())) << what;
    if (all_enabled) {
      EXPECT_EQ(shown["enabled"], Json(shadow_.Enabled())) << what;
    }
    std::size_t marked = 0;
    EXPECT_FALSE(shown["places"].empty());
    for (const auto& [place, tokens] : shown["places"].items()) {
      EXPECT_EQ(tokens, shadow_.Tokens(place)) << place << " after " << what;
      if (tokens != "empty") ++marked;
    }
    EXPECT_EQ(shown["badges"], marked) << what;
  }

  /// The number of the present node, for a click on it later.
  std::string Node() { return browser_->Run("return document.body.dataset.node"); }

  ShadowRun shadow_{kModel};
  std::unique_ptr<ChildProgram> program_;
  std::string url_;
  std::unique_ptr<Browser> browser_;
};

TEST_F(ExplorerBrowserTest, FortyClicksAndKeysDoWhatTheEngineSays) {
  Browser& page = *browser_;
  ShadowRun& run = shadow_;
  int count = 0;
  const auto act = [&](const std::string& what, const std::function<void()>& in_page,
                       const std::function<void()>& in_shadow, bool all_enabled = true) {
    if (HasFatalFailure()) return;
    in_page();
    in_shadow();
    ++count;
    Compare(fmt::format("{}. {}", count, what), all_enabled);
  };
  const auto press = [&](const std::string& key) { return [&page, key] { page.Press(key); }; };
  const auto click = [&](const std::string& what) { return [&page, what] { page.Click(what); }; };
  std::size_t selected = 0;
  const auto fire = [&](std::size_t choice) { return [&run, choice] { run.Fire(choice); }; };
  // The selection goes around; a new state begins with its first choice.
  const auto select = [&](const std::string& key, bool down) {
    act(key + " selects", press(key), [&run, &selected, down] {
      const std::size_t all = run.Enabled().size();
      selected = (selected + (down ? 1 : all - 1)) % all;
    });
  };
  const auto take = [&] {
    act("Enter takes the selected one", press(keys::kEnter),
        [&run, &selected] { run.Fire(std::exchange(selected, 0)); });
  };
  const auto nothing = [] {};
  const auto back = [&] { run.Back(); };
  const auto forward = [&] { run.Forward(); };
  const auto nth = [&](int i) { return click(fmt::format("#choices li:nth-child({})", i)); };
  Compare("opening");

  take();
  select("j", true);
  select("j", true);
  select("k", false);
  take();
  EXPECT_EQ(run.Label(), "Ws.ReceiveCanCommit (w = 1, v = yes)");  // the second of them
  select(keys::kDown, true);
  select(keys::kUp, false);
  take();
  const std::string early = Node();
  const ShadowRun::Steps early_steps = run.steps();
  act("back by key", press(keys::kLeft), back);
  act("back by button", click("#back"), back);
  act("forward by key", press(keys::kRight), forward);
  act("forward by button", click("#forward"), forward);
  act("a click in the list", nth(1), fire(0));
  act("] opens the next module", press("]"), nothing);
  act("] opens the next module", press("]"), nothing);
  act("[ opens the one before", press("["), nothing);
  act("m opens the module of the selected one", press("m"), nothing);
  EXPECT_EQ(page.Run("return document.querySelector('#tabs [aria-selected=true]').textContent"),
            "Coordinator");
  act("a click on a tab", click("#tabs button:nth-child(3)"), nothing);
  act("to the start", press(keys::kHome), [&] { run.Start(); });
  act("to the end", press(keys::kEnd), [&] { run.End(); });
  act("a click in the tree", click(fmt::format("#steps li[data-node='{}'] button", early)),
      [&] { run.GoTo(early_steps); });
  act("another choice: a branch", nth(2), fire(1));
  act("b goes to the branch that was tried before", press("b"), [&] { run.Branch(); });
  act("b comes back", press("b"), [&] { run.Branch(); });
  act("to the start by button", click("#to-start"), [&] { run.Start(); });
  act("to the end by button", click("#to-end"), [&] { run.End(); });
  act("/ asks for a filter", press("/"), nothing);
  const std::vector<std::string> enabled = run.Enabled();
  ASSERT_FALSE(enabled.empty());
  act("a filter by the binding of the last", press("="), nothing, false);
  act("Escape clears it", press(keys::kEscape), nothing);
  take();
  act("l is forward, where nothing is", press("l"), forward);
  act("h is back", press("h"), back);
  act("l is forward", press("l"), forward);
  act("? opens the help", press("?"), nothing);
  act("j does nothing there", press("j"), nothing);
  act("Escape closes it", press(keys::kEscape), nothing);
  act(
      "the browser's own way back",
      [&] {
        page.Back();
        ASSERT_TRUE(
            page.Await("return document.body.dataset.path === "
                       "decodeURIComponent(location.hash.slice(1))"));
      },
      back);
  act("forward", press(keys::kRight), forward);
  act("a click on the picture of the module on top", click("#tabs button:nth-child(1)"), nothing);
  act("Home", press(keys::kHome), [&] { run.Start(); });
  take();
  EXPECT_GE(count, 40);
  RecordProperty("clicks_and_keys", count);
}

TEST_F(ExplorerBrowserTest, AClickOnATransitionLetsItOccurAndAsksWhichBinding) {
  browser_->Click("#tabs button:nth-child(1)");
  const Json tabs = browser_->Run(
      "return [...document.querySelectorAll('#tabs button')].map((x) => x.textContent)");
  const auto tab_of = [&](const std::string& name) {
    for (std::size_t i = 0; i < tabs.size(); ++i) {
      if (tabs[i] == name) return fmt::format("#tabs button:nth-child({})", i + 1);
    }
    return std::string("#no-such-module");
  };
  browser_->Click(tab_of("Coordinator"));
  browser_->Click("#picture .transition.enabled");  // SendCanCommit, in one way
  shadow_.Fire(0);
  Compare("a click on a transition");
  browser_->Click(tab_of("Workers"));
  browser_->Click("#picture .transition.enabled");
  ASSERT_TRUE(browser_->Run("return document.getElementById('choose').open"));
  const Json ways = browser_->Run(
      "return [...document.querySelectorAll('#choose li button')].map((x) => x.textContent)");
  EXPECT_EQ(ways.size(), shadow_.Enabled().size());
  browser_->Click("#choose li:nth-child(2) button");
  shadow_.Fire(1);
  Compare("a choice among bindings");
}

TEST_F(ExplorerBrowserTest, ALinkLeadsToTheSameMarkingInAnotherWindow) {
  for (const std::size_t choice : {0u, 3u, 0u}) {
    browser_->Click(fmt::format("#choices li:nth-child({})", choice + 1));
    shadow_.Fire(choice);
    Compare("a choice");
  }
  const std::string link = browser_->Url();
  EXPECT_EQ(link, url_ + "#0.3.0");
  Browser other;
  other.Open(link);
  ASSERT_TRUE(other.Await(kSettled));
  EXPECT_EQ(other.Run(kShown)["enabled"], Json(shadow_.Enabled()));
  browser_->Open("about:blank");
  browser_->Open(url_ + "#0.99");
  ASSERT_TRUE(browser_->Await("return !document.getElementById('problem').hidden"));
  EXPECT_EQ(browser_->Run("return document.getElementById('problem').textContent"),
            "there is no choice 99 after step 1: 6 binding elements are enabled there");
}

TEST_F(ExplorerBrowserTest, ItSaysWhyATransitionIsNotEnabled) {
  browser_->Run(
      "[...document.querySelectorAll('#tabs button')].find((x) => x.textContent === 'Coordinator')"
      ".click()");
  const std::string selector = "#picture .transition[aria-label^='C.SendDecision']";
  browser_->Hover(selector);
  ASSERT_TRUE(browser_->Await("return !document.getElementById('tip').hidden"));
  const std::string tip = browser_->Run("return document.getElementById('tip').textContent");
  EXPECT_NE(tip.find("C.Collected holds no token"), std::string::npos) << tip;
  browser_->Click(selector);
  ASSERT_TRUE(browser_->Await("return !document.getElementById('why-panel').hidden"));
  const std::string pinned = browser_->Run("return document.getElementById('why').textContent");
  EXPECT_NE(pinned.find("C.Collected holds no token"), std::string::npos) << pinned;
}

TEST_F(ExplorerBrowserTest, CtrlCEndsItWhileAPageIsOpen) { EXPECT_EQ(program_->End(SIGINT), 0); }

}  // namespace
}  // namespace explorer_test
