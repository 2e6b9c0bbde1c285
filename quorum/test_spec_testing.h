// The quorum functions of the test service, for tests: majorities of three nodes.
//
// Test-only. Pure.
#pragma once

#include <string>

#include "quorum/test_service.quorum.h"

namespace quorum {

class MajorityOfThree : public testing::TestQuorumSpec {
 public:
  using Texts = Replies<testing::Text>;

  Combined<testing::Text> CallQF(const testing::Text&, const Texts& replies) const override {
    testing::Text all;
    for (const auto& [node, reply] : replies) all.set_text(all.text() + reply.text());
    return {all, replies.size() >= 2, Missing(replies)};
  }
  Combined<testing::Text> CallEachQF(const testing::Text& request,
                                     const Texts& replies) const override {
    return CallQF(request, replies);
  }
  Combined<testing::Count> CountAllQF(const testing::Text&, const Texts& replies) const override {
    testing::Count count;
    count.set_count(static_cast<int>(replies.size()));
    return {count, replies.size() >= 2, Missing(replies)};
  }
  /// Level: the number of replies. A quorum: all of them.
  Combined<testing::Text> ImproveQF(const testing::Text& request,
                                    const Texts& replies) const override {
    const int count = static_cast<int>(replies.size());
    return {CallQF(request, replies).reply, count == 3, 3 - count, count};
  }

 private:
  static int Missing(const Texts& replies) { return 2 - static_cast<int>(replies.size()); }
};

inline testing::Text TextOf(const std::string& text) {
  testing::Text message;
  message.set_text(text);
  return message;
}

}  // namespace quorum
