// A web server for one page and one user, on loopback: gives the files of the page and answers its
// questions, and nothing to anybody else (request_check.h).
//
// Invariants: listens on 127.0.0.1 only; sets no cookies; every answer forbids what is not from
// here (Content-Security-Policy) and to be kept (Cache-Control). One question is answered at a
// time. Thread safety: a server belongs to the thread that made it; `answer` is called from threads
// of the server, one at a time.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace explorer {

using Json = nlohmann::ordered_json;

/// The question makes no sense, or cannot be answered: what() says why, to the user.
class QuestionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The port cannot be had; what() says which and why.
class ListenError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Answers a question of the page by its name. Any exception becomes an error that the page shows.
using Answer = std::function<Json(const std::string& name, const Json& question)>;

class LocalServer {
 public:
  /// Listens from here on. `port` 0: any that is free. Throws ListenError and std::system_error.
  LocalServer(int port, Answer answer);
  /// Ends what is going on, and returns when nothing of it is left.
  ~LocalServer();
  LocalServer(const LocalServer&) = delete;
  LocalServer& operator=(const LocalServer&) = delete;

  int port() const;
  const std::string& token() const;
  /// "http://127.0.0.1:4711/TOKEN/".
  std::string url() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace explorer
