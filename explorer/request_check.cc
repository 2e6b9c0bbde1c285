#include "explorer/request_check.h"

#include <array>
#include <cstddef>

#include "explorer/token.h"

namespace explorer {
namespace {

constexpr int kForbidden = 403;
constexpr int kNotFound = 404;
constexpr int kMethodNotAllowed = 405;
constexpr int kUnsupportedMediaType = 415;
constexpr int kMisdirected = 421;

constexpr std::string_view kQuestions = "api/";

constexpr std::array<std::string_view, 2> kLoopbackNames = {"127.0.0.1", "localhost"};

/// "127.0.0.1:4711", with `before` in front.
bool NamesUs(std::string_view text, std::string_view before, int port) {
  for (const std::string_view name : kLoopbackNames) {
    std::string ours(before);
    ours.append(name).append(":").append(std::to_string(port));
    if (text == ours) return true;
  }
  return false;
}

bool IsJson(std::string_view content_type) {
  return content_type.substr(0, content_type.find(';')) == "application/json";
}

Decision Refuse(int status) { return {Decision::Kind::kRefused, status}; }

}  // namespace

Decision Decide(const RequestHead& request, int port, std::string_view token) {
  if (!NamesUs(request.host, "", port)) return Refuse(kMisdirected);
  if (!request.origin.empty() && !NamesUs(request.origin, "http://", port)) {
    return Refuse(kForbidden);
  }
  const bool by_us = request.fetch_site.empty() || request.fetch_site == "same-origin" ||
                     request.fetch_site == "none";  // the user opened it
  if (!by_us) return Refuse(kForbidden);

  // "/TOKEN/name"
  std::string_view path = request.path;
  if (path.empty() || path.front() != '/') return Refuse(kNotFound);
  path.remove_prefix(1);
  const std::size_t slash = path.find('/');
  if (slash == std::string_view::npos) return Refuse(kNotFound);
  if (!IsSameToken(path.substr(0, slash), token)) return Refuse(kNotFound);
  path.remove_prefix(slash + 1);

  if (!path.starts_with(kQuestions)) {
    if (request.method != "GET") return Refuse(kMethodNotAllowed);
    return {Decision::Kind::kFile, 200, std::string(path)};
  }
  if (request.method != "POST") return Refuse(kMethodNotAllowed);
  if (!IsSameToken(request.token, token)) return Refuse(kForbidden);
  if (!IsJson(request.content_type)) return Refuse(kUnsupportedMediaType);
  return {Decision::Kind::kQuestion, 200, std::string(path.substr(kQuestions.size()))};
}

}  // namespace explorer
