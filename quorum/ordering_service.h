// The server's side of StreamLink: handlers see each sender's messages in the order of sending.
//
// Invariants: of one stream, a handler is called when the one before has returned (it may answer
// later, and so need not block those behind it); answers go back as they come; answers after the
// end of a stream are dropped; after Close() no stream begins, and those that there are end when
// the answers given so far are written. Thread-safe; nothing blocks. Source: Gorums' server.
#pragma once

#include <memory>

#include "quorum/dispatcher.h"
#include "quorum/ordering.grpc.pb.h"

namespace quorum {

class OrderingService : public Ordering::CallbackService {
 public:
  explicit OrderingService(std::shared_ptr<const Dispatcher> handlers);
  ~OrderingService() override;

  /// Ends all streams, so that the server's end need not wait for their senders. Idempotent.
  void Close();

  grpc::ServerBidiReactor<Frame, Frame>* Messages(grpc::CallbackServerContext* context) override;

 private:
  class Streams;
  class NodeStream;
  const std::shared_ptr<const Dispatcher> handlers_;
  const std::shared_ptr<Streams> streams_;
};

}  // namespace quorum
