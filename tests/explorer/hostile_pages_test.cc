// Pages of others in the user's browser: they know the port, and even the token, and get nothing.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include <string>
#include <thread>
#include <vector>

#include "testing/paths.h"
#include "tests/explorer/browser.h"
#include "tests/explorer/child_program.h"

namespace explorer_test {
namespace {

/// A page of somebody else: tries all that a page can do to read or to write.
constexpr const char* kHostilePage = R"(<!DOCTYPE html><title>hostile</title><script>
const target = 'TARGET', token = target.split('/')[3];
const json = {'Content-Type': 'application/json', 'X-Explorer-Token': token};
const fire = '{"node":0,"choice":0}';
const read = async (url, options) => {
  try {
    const response = await fetch(url, options);
    return response.type === 'opaque' ? 'opaque' : `${response.status} ${await response.text()}`;
  } catch { return 'refused'; }
};
const loads = (tag, attribute, url) => new Promise((done) => {
  const element = document.createElement(tag);
  element.onload = () => done('loaded');
  element.onerror = () => done('refused');
  element[attribute] = url;
  document.documentElement.append(element);
});
(async () => {
  const got = {
    page: await read(target),
    script: await loads('script', 'src', target + 'app.js'),
    ask: await read(target + 'api/fire', {method: 'POST', headers: json, body: fire}),
    simple: await read(target + 'api/fire', {method: 'POST', mode: 'no-cors', body: fire,
                                             headers: {'Content-Type': 'text/plain'}}),
    credentials: await read(target, {credentials: 'include'}),
  };
  const frame = document.createElement('iframe');
  frame.src = target;
  document.documentElement.append(frame);
  await new Promise((done) => { frame.onload = done; setTimeout(done, 3000); });
  try { got.frame = frame.contentDocument.body.textContent; } catch { got.frame = 'refused'; }
  const form = document.createElement('form');
  form.action = target + 'api/fire'; form.method = 'POST'; form.target = 'sink';
  const sink = document.createElement('iframe'); sink.name = 'sink';
  document.documentElement.append(sink, form);
  form.submit();
  await new Promise((done) => setTimeout(done, 500));
  window.got = got;
})();
</script>)";

class HostilePagesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string missing = WhatIsMissing();
    if (!missing.empty()) GTEST_SKIP() << missing;
    program_ = std::make_unique<ChildProgram>(std::vector<std::string>{
        test::BuildPath("/bin/cpngen"), "explore", test::SourcePath("/models/two_phase_commit")});
    url_ = program_->LineWith("http://");
    const std::size_t port = url_.find(':', 7) + 1;
    port_ = std::stoi(url_.substr(port));
    path_ = url_.substr(url_.find('/', port));
    browser_ = std::make_unique<Browser>();
  }

  /// Whether anybody let a step occur: then node 1 is there.
  bool HasTriedAStep() {
    httplib::Client client("127.0.0.1", port_);
    const auto answer = client.Post((path_ + "api/state").c_str(),
                                    {{"X-Explorer-Token", path_.substr(1, path_.size() - 2)}},
                                    R"({"node":1})", "application/json");
    return !answer || answer->status == 200;
  }

  std::unique_ptr<ChildProgram> program_;
  std::string url_, path_;
  int port_ = 0;
  std::unique_ptr<Browser> browser_;
};

TEST_F(HostilePagesTest, APageOfAnotherOriginGetsNothing) {
  std::string page = kHostilePage;
  page.replace(page.find("TARGET"), 6, url_);
  httplib::Server elsewhere;
  elsewhere.Get("/", [&](const httplib::Request&, httplib::Response& response) {
    response.set_content(page, "text/html");
  });
  const int port = elsewhere.bind_to_any_port("127.0.0.1");
  std::thread serving([&] { elsewhere.listen_after_bind(); });
  // Another port of this machine is the same site, a name of somebody else is not.
  for (const char* host : {"127.0.0.1", "evil.example"}) {
    browser_->Open(fmt::format("http://{}:{}/", host, port));
    EXPECT_TRUE(browser_->Await("return window.got !== undefined"));
    const Json got = browser_->Run("return window.got");
    EXPECT_EQ(got["page"], "refused") << host;
    EXPECT_EQ(got["script"], "refused") << host;
    EXPECT_EQ(got["ask"], "refused") << host;
    EXPECT_TRUE(got["simple"] == "opaque" || got["simple"] == "refused") << got["simple"];
    EXPECT_EQ(got["credentials"], "refused") << host;
    EXPECT_TRUE(got["frame"] == "refused" || got["frame"] == "") << got["frame"];
    EXPECT_FALSE(HasTriedAStep()) << host;
  }
  elsewhere.stop();
  serving.join();
}

TEST_F(HostilePagesTest, ANameThatWasReboundToThisMachineGetsNothing) {
  browser_->Open(fmt::format("http://evil.example:{}{}", port_, path_));
  // The browser is at the server, by the name of somebody else, and shows what it got.
  const Json got = browser_->Run(fmt::format(
      R"(const head = {{'Content-Type': 'application/json', 'X-Explorer-Token': '{}'}};
         const read = async (url, options) => {{
           try {{
             const response = await fetch(url, options);
             return `${{response.status}} ${{await response.text()}}`;
           }} catch {{ return 'refused'; }}
         }};
         return Promise.all([
           document.title,
           document.querySelector('script') === null,
           read('{}'),
           read('{}api/about', {{method: 'POST', headers: head, body: '{{}}'}}),
           read('{}api/fire', {{method: 'POST', headers: head,
                                body: '{{"node":0,"choice":0}}'}}),
         ]);)",
      path_.substr(1, path_.size() - 2), path_, path_, path_));
  EXPECT_NE(got[0], "two_phase_commit – cpngen explore");
  for (std::size_t i = 2; i < 5; ++i) {
    const std::string text = got[i];
    EXPECT_TRUE(text == "421 " || text == "refused") << text;
  }
  EXPECT_FALSE(HasTriedAStep());
  // By its own name it answers, so that it was there all the time.
  browser_->Open(url_);
  EXPECT_TRUE(browser_->Await("return document.body.dataset.node === '0'"));
}

}  // namespace
}  // namespace explorer_test
