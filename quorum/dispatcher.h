// A service's handlers by method, whatever brings the calls: a server's stream, a server's unary
// calls, or this very process.
//
// Invariants: a handler answers each call once, now or later, on any thread; further answers are
// ignored, and a call whose answer is dropped fails with kUnavailable. Handlers are added before
// the first call; after that thread-safe.
#pragma once

#include <google/protobuf/message_lite.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "quorum/method.h"
#include "quorum/sync.h"
#include "quorum/types.h"

namespace quorum {

/// Answers a call: a handler calls it once.
template <class Reply>
using Respond = std::function<void(NodeResult<Reply>)>;

class Dispatcher {
 public:
  using Message = google::protobuf::MessageLite;
  /// The answer: the reply, or null and the error. Called once.
  using Answer = std::function<void(const Message* reply, const NodeError& error)>;

  /// A method's handler without its types.
  class Handler {
   public:
    virtual ~Handler() = default;
    virtual std::unique_ptr<Message> NewRequest() const = 0;
    /// Requires a request of NewRequest()'s type.
    virtual void Handle(const Message& request, Answer answer) const = 0;
  };

  template <class Request, class Reply>
  void Add(const Method& method, std::function<void(const Request&, Respond<Reply>)> handle) {
    handlers_[method.name] = std::make_unique<Typed<Request, Reply>>(std::move(handle));
  }

  /// The handler of "/package.Service/Method"; null when there is none.
  const Handler* Find(const std::string& method) const;

 private:
  template <class Request, class Reply>
  class Typed : public Handler {
   public:
    explicit Typed(std::function<void(const Request&, Respond<Reply>)> handle)
        : handle_(std::move(handle)) {}

    std::unique_ptr<Message> NewRequest() const override { return std::make_unique<Request>(); }
    void Handle(const Message& request, Answer answer) const override {
      auto once = std::make_shared<Once>(std::move(answer));
      handle_(static_cast<const Request&>(request), [once](const NodeResult<Reply>& result) {
        once->Give(result.reply ? &*result.reply : nullptr, result.error);
      });
    }

   private:
    const std::function<void(const Request&, Respond<Reply>)> handle_;
  };

  // Gives an answer on; the first one only, and an error when there was none.
  class Once {
   public:
    explicit Once(Answer answer) : answer_(std::move(answer)) {}
    ~Once();
    Once(const Once&) = delete;
    Once& operator=(const Once&) = delete;
    void Give(const Message* reply, const NodeError& error);

   private:
    sync::Atomic<bool> given_ = false;
    const Answer answer_;
  };

  std::map<std::string, std::unique_ptr<const Handler>, std::less<>> handlers_;
};

}  // namespace quorum
