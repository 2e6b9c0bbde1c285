// The server's side of StreamLink: handlers see each sender's messages in the order of sending.
//
// Invariants:
//  1. a handler is called when the handler of the stream's message before has returned. It may
//     answer later, and so need not block the messages behind it;
//  2. answers go back as they come; answers after the end of a stream are dropped;
//  3. after Close() no stream begins, and a stream ends when the answers given so far are written.
// Thread-safe; nothing blocks. Source: Gorums' server.
#pragma once

#include <memory>

#include "quorum/dispatcher.h"
#include "quorum/ordering.grpc.pb.h"

namespace quorum {

class OrderingService : public Ordering::CallbackService {
 public:
  explicit OrderingService(std::shared_ptr<const Dispatcher> handlers);
  ~OrderingService() override;

  /// Ends all streams, so that the end of the server need not wait for their senders. Idempotent.
  void Close();

  grpc::ServerBidiReactor<Frame, Frame>* Messages(grpc::CallbackServerContext* context) override;

 private:
  class Streams;
  class NodeStream;
  const std::shared_ptr<const Dispatcher> handlers_;
  const std::shared_ptr<Streams> streams_;
};

}  // namespace quorum
