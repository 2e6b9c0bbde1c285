#include "tests/explorer/browser.h"

#include <fmt/format.h>
#include <httplib.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <thread>

namespace explorer_test {
namespace {

constexpr int kPatience = 60;  // seconds; a busy machine takes long to start a browser
constexpr std::chrono::seconds kAwait{20};
constexpr std::chrono::milliseconds kPoll{10};
constexpr const char* kElement = "element-6066-11e4-a52e-4f735466cecf";

bool IsInPath(std::string_view program) {
  const char* const variable = std::getenv("PATH");
  std::string_view path = variable == nullptr ? "" : variable;
  while (!path.empty()) {
    const std::size_t colon = path.find(':');
    const std::string file = fmt::format("{}/{}", path.substr(0, colon), program);
    if (access(file.c_str(), X_OK) == 0) return true;
    path = colon == std::string_view::npos ? "" : path.substr(colon + 1);
  }
  return false;
}

std::string FromBase64(const std::string& text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) break;
    bits = (bits << 6) | static_cast<unsigned>(digit);
    if ((count += 6) < 8) continue;
    count -= 8;
    bytes += static_cast<char>((bits >> count) & 0xFF);
  }
  return bytes;
}

}  // namespace

std::string WhatIsMissing() {
  for (const char* program : {"chromium", "chromedriver"}) {
    if (!IsInPath(program)) {
      return fmt::format("{} is not installed: scripts/install-deps does it", program);
    }
  }
  return "";
}

Browser::Browser() : driver_({"chromedriver", "--port=0"}) {
  const std::string line = driver_.LineWith("started successfully on port ");
  const std::size_t at = line.rfind("on port ");
  if (at == std::string::npos) throw std::runtime_error("chromedriver does not start");
  client_ = std::make_unique<httplib::Client>("127.0.0.1", std::atoi(line.c_str() + at + 8));
  client_->set_read_timeout(kPatience);
  client_->set_keep_alive(true);
  client_->set_tcp_nodelay(true);
  // A name of somebody else that leads to this machine; all others nowhere.
  const std::string resolver =
      "--host-resolver-rules=MAP evil.example 127.0.0.1, MAP * ~NOTFOUND, "
      "EXCLUDE 127.0.0.1, EXCLUDE localhost";
  const Json arguments = {"--headless=new",
                          "--no-sandbox",
                          "--disable-gpu",
                          "--disable-quic",
                          "--no-first-run",
                          "--disable-dev-shm-usage",
                          "--disable-background-networking",
                          "--disable-component-update",
                          "--disable-sync",
                          "--disable-default-apps",
                          "--window-size=1280,800",
                          resolver,
                          "--user-data-dir=" + profile_.path().string()};
  const Json options = {{"args", arguments}};
  const Json answer = Command(
      "POST", "/session", {{"capabilities", {{"alwaysMatch", {{"goog:chromeOptions", options}}}}}});
  session_ = answer["sessionId"];
}

Browser::~Browser() {
  if (!session_.empty()) client_->Delete(("/session/" + session_).c_str());
}

Json Browser::Command(const std::string& method, const std::string& path, const Json& body) {
  const auto result =
      method == "GET" ? client_->Get(path.c_str())
                      : client_->Post(path.c_str(), body.dump(), "application/json; charset=utf-8");
  if (!result) throw std::runtime_error("chromedriver does not answer to " + path);
  Json value = Json::parse(result->body)["value"];
  if (result->status != 200) {
    throw std::runtime_error(path + ": " + value["message"].get<std::string>());
  }
  return value;
}

void Browser::Open(const std::string& url) {
  Command("POST", "/session/" + session_ + "/url", {{"url", url}});
}

std::string Browser::Url() { return Command("GET", "/session/" + session_ + "/url", {}); }

void Browser::Back() { Command("POST", "/session/" + session_ + "/back", Json::object()); }

Json Browser::Run(const std::string& script) {
  return Command("POST", "/session/" + session_ + "/execute/sync",
                 {{"script", script}, {"args", Json::array()}});
}

std::string Browser::Find(const std::string& selector) {
  return Command("POST", "/session/" + session_ + "/element",
                 {{"using", "css selector"}, {"value", selector}})[kElement];
}

void Browser::Click(const std::string& selector) {
  Command("POST", "/session/" + session_ + "/element/" + Find(selector) + "/click", Json::object());
}

void Browser::Hover(const std::string& selector) {
  const Json origin = {{kElement, Find(selector)}};
  const Json move = {
      {"type", "pointerMove"}, {"duration", 0}, {"x", 0}, {"y", 0}, {"origin", origin}};
  const Json pointer = {{"type", "pointer"},
                        {"id", "mouse"},
                        {"parameters", {{"pointerType", "mouse"}}},
                        {"actions", Json::array({move})}};
  Command("POST", "/session/" + session_ + "/actions", {{"actions", Json::array({pointer})}});
}

void Browser::Press(const std::string& text) {
  Json actions = Json::array();
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
    const std::string key = text.substr(i, end - i);
    actions.push_back({{"type", "keyDown"}, {"value", key}});
    actions.push_back({{"type", "keyUp"}, {"value", key}});
    i = end;
  }
  const Json keyboard = {{"type", "key"}, {"id", "keyboard"}, {"actions", actions}};
  Command("POST", "/session/" + session_ + "/actions", {{"actions", Json::array({keyboard})}});
}

bool Browser::Await(const std::string& script) {
  const auto end = std::chrono::steady_clock::now() + kAwait;
  do {
    if (Run(script) == true) return true;
    std::this_thread::sleep_for(kPoll);
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

void Browser::Screenshot(const std::string& path) {
  std::ofstream(path, std::ios::binary)
      << FromBase64(Command("GET", "/session/" + session_ + "/screenshot", {}));
}

}  // namespace explorer_test
