// A user's browser: headless Chromium, driven through chromedriver as a person would, by clicks and
// keys.
//
// Thread safety: none. Source: the WebDriver protocol (W3C).
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "base/temporary_folder.h"
#include "tests/explorer/child_program.h"

namespace httplib {
class Client;
}

namespace explorer_test {

using Json = nlohmann::json;

/// What is missing to run these tests, in one line; empty: nothing.
std::string WhatIsMissing();

namespace keys {
inline const std::string kLeft = "\uE012", kUp = "\uE013", kRight = "\uE014", kDown = "\uE015";
inline const std::string kEnter = "\uE007", kEscape = "\uE00C", kHome = "\uE011", kEnd = "\uE010";
}  // namespace keys

class Browser {
 public:
  /// A window of 1280x800. Throws std::runtime_error when there is no session.
  Browser();
  ~Browser();

  void Open(const std::string& url);
  std::string Url();
  void Back();
  /// The value of a script's `return`.
  Json Run(const std::string& script);
  /// Clicks the middle of the element that a CSS selector finds. Throws std::runtime_error when it
  /// finds none that can be clicked.
  void Click(const std::string& selector);
  /// Moves the pointer there.
  void Hover(const std::string& selector);
  /// Presses and releases the keys, one after the other.
  void Press(const std::string& text);
  /// Waits until the script returns true; false: it does not within 20 s.
  bool Await(const std::string& script);
  /// Writes a PNG of the window.
  void Screenshot(const std::string& path);

 private:
  Json Command(const std::string& method, const std::string& path, const Json& body);
  std::string Find(const std::string& selector);

  base::TemporaryFolder profile_;
  ChildProgram driver_;
  std::unique_ptr<httplib::Client> client_;
  std::string session_;
};

}  // namespace explorer_test
