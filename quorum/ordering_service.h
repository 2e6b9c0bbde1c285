// The server's side of StreamLink: handlers see each sender's messages in the order of sending.
//
// Invariants: of one stream, a handler is called when the one before has returned (it may answer
// later, and so need not block those behind it); answers go back as they come; answers after the
// end of a stream are dropped. Thread-safe; nothing blocks. Source: Gorums' server.
#pragma once

#include <memory>

#include "quorum/dispatcher.h"
#include "quorum/ordering.grpc.pb.h"

namespace quorum {

class OrderingService : public Ordering::CallbackService {
 public:
  explicit OrderingService(std::shared_ptr<const Dispatcher> handlers);

  grpc::ServerBidiReactor<Frame, Frame>* Messages(grpc::CallbackServerContext* context) override;

 private:
  const std::shared_ptr<const Dispatcher> handlers_;
};

}  // namespace quorum
