#include "explorer/local_server.h"

#include <fmt/format.h>
#include <httplib.h>
#include <sys/socket.h>

#include <cstddef>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>

#include "explorer/page.h"
#include "explorer/request_check.h"
#include "explorer/token.h"

namespace explorer {
namespace {

constexpr const char* kLoopback = "127.0.0.1";
constexpr std::size_t kThreads = 8;  // a browser keeps up to six connections, each has a thread
constexpr std::size_t kMostQuestionBytes = 1 << 20;
constexpr std::size_t kRequestsOfConnection = 10'000;
constexpr int kIdleSeconds = 1;  // of a connection; the end of the server waits for it
constexpr int kReadSeconds = 5;
constexpr int kBadQuestion = 400;

/// Pictures of nets have no style of their own, so that the page's rules can be strict.
constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' "
    "data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

httplib::Headers CommonHeaders() {
  return {{"Content-Security-Policy", kPolicy},
          {"Cache-Control", "no-store"},
          {"Referrer-Policy", "no-referrer"},
          {"X-Content-Type-Options", "nosniff"},
          {"X-Frame-Options", "DENY"},
          {"Cross-Origin-Opener-Policy", "same-origin"},
          {"Cross-Origin-Resource-Policy", "same-origin"}};
}

RequestHead HeadOf(const httplib::Request& request) {
  // Two Host headers: one of them may be a lie.
  const bool one_host = request.get_header_value_count("Host") == 1;
  return {.method = request.method,
          .path = request.path,
          .host = one_host ? request.get_header_value("Host") : "",
          .origin = request.get_header_value("Origin"),
          .fetch_site = request.get_header_value("Sec-Fetch-Site"),
          .content_type = request.get_header_value("Content-Type"),
          .token = request.get_header_value(std::string(kTokenHeader).c_str())};
}

std::string Dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

struct LocalServer::Parts {
  httplib::Server server;
  Answer answer;
  std::string token = MakeToken();
  int port = 0;
  std::mutex mutex;  // one question at a time
  std::thread thread;

  void Serve(const httplib::Request& request, httplib::Response& response) {
    const Decision decision = Decide(HeadOf(request), port, token);
    response.status = decision.status;
    if (decision.kind == Decision::Kind::kFile) {
      const auto file = FindPageFile(decision.name);
      if (!file) {
        response.status = 404;
        return;
      }
      response.set_content(file->text.data(), file->text.size(), file->media_type.data());
    } else if (decision.kind == Decision::Kind::kQuestion) {
      AnswerTo(decision.name, request.body, response);
    }
  }

  void AnswerTo(const std::string& name, const std::string& body, httplib::Response& response) {
    const auto refuse = [&](const std::string& why) {
      response.status = kBadQuestion;
      response.set_content(Dump(Json{{"error", why}}), "application/json");
    };
    try {
      const Json question = Json::parse(body);
      if (!question.is_object()) throw QuestionError("a question is an object");
      const std::lock_guard lock(mutex);
      response.set_content(Dump(answer(name, question)), "application/json");
    } catch (const Json::exception& error) {
      refuse(fmt::format("this question cannot be read: {}", error.what()));
    } catch (const std::exception& error) {
      refuse(error.what());
    }
  }
};

LocalServer::LocalServer(int port, Answer answer) : parts_(std::make_unique<Parts>()) {
  parts_->answer = std::move(answer);
  httplib::Server& server = parts_->server;
  server.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
  server.set_default_headers(CommonHeaders());
  server.set_payload_max_length(kMostQuestionBytes);
  server.set_keep_alive_max_count(kRequestsOfConnection);
  server.set_keep_alive_timeout(kIdleSeconds);
  server.set_read_timeout(kReadSeconds);
  server.set_tcp_nodelay(true);
  // Not SO_REUSEPORT, by which another program of the user could share the port.
  server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  const auto serve = [parts = parts_.get()](const httplib::Request& request,
                                            httplib::Response& response) {
    parts->Serve(request, response);
  };
  server.Get(".*", serve);
  server.Post(".*", serve);
  // Otherwise the library would answer an exception with its text in a header.
  server.set_exception_handler([](const httplib::Request&, httplib::Response& response,
                                  std::exception_ptr) { response.status = 500; });
  if (port == 0) {
    parts_->port = server.bind_to_any_port(kLoopback);
  } else if (server.bind_to_port(kLoopback, port)) {
    parts_->port = port;
  }
  if (parts_->port <= 0) {
    throw ListenError(port == 0 ? "no port of 127.0.0.1 can be had"
                                : fmt::format("port {} of 127.0.0.1 cannot be had; another program "
                                              "may have it, and 0 takes any that is free",
                                              port));
  }
  parts_->thread = std::thread([parts = parts_.get()] { parts->server.listen_after_bind(); });
}

LocalServer::~LocalServer() {
  // stop() before the thread listens would be lost.
  while (!parts_->server.is_running()) std::this_thread::yield();
  parts_->server.stop();
  parts_->thread.join();
}

int LocalServer::port() const { return parts_->port; }
const std::string& LocalServer::token() const { return parts_->token; }
std::string LocalServer::url() const {
  return fmt::format("http://{}:{}/{}/", kLoopback, parts_->port, parts_->token);
}

}  // namespace explorer
