#include "explorer/page.h"

#include <cstddef>

namespace explorer {
namespace {

/// In the order of CMakeLists.txt.
constexpr std::string_view kNames[] = {"index.html", "style.css", "app.js",  "api.js",
                                       "chart.js",   "dom.js",    "keys.js", "net.js",
                                       "panels.js",  "steps.js"};

std::string_view MediaType(std::string_view name) {
  if (name.ends_with(".html")) return "text/html; charset=utf-8";
  if (name.ends_with(".css")) return "text/css; charset=utf-8";
  return "text/javascript; charset=utf-8";
}

}  // namespace

std::span<const std::string_view> PageNames() { return kNames; }

std::optional<PageFile> FindPageFile(std::string_view name) {
  if (name.empty()) name = "index.html";
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    if (kNames[i] == name) return PageFile{name, MediaType(name), PageTexts()[i]};
  }
  return std::nullopt;
}

}  // namespace explorer
