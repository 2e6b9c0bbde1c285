// The interceptor that sees the calls of a case: tells the board what was sent and what was
// delivered, and makes those fail that the case's plan has fail on the client's side.
//
// Invariants: OnDelivered() comes when the result has been delivered to the end, and all that the
// quorum call made of it has happened. Thread-safe.
#pragma once

#include <memory>

#include "adapter/systems/quorum/call_board.h"
#include "quorum/link.h"

namespace adapter {

class CallWitness : public quorum::Interceptor {
 public:
  explicit CallWitness(std::shared_ptr<CallBoard> board) : board_(std::move(board)) {}

  void Intercept(std::shared_ptr<quorum::NodeCall> call, const Next& next) override;

 private:
  const std::shared_ptr<CallBoard> board_;
};

}  // namespace adapter
