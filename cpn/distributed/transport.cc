#include "cpn/distributed/transport.h"

#include <utility>

namespace cpn::distributed {

std::vector<std::vector<char>> Transport::AllGather(std::vector<char> bytes) {
  std::vector<std::vector<char>> all(ranks());
  for (unsigned to = 0; to < ranks(); ++to) {
    if (to != rank()) Send(to, bytes);
  }
  for (unsigned i = 1; i < ranks(); ++i) {
    Message message = Wait();
    all[message.from] = std::move(message.bytes);
  }
  all[rank()] = std::move(bytes);
  Sum({});  // nobody sends anything else before all have everything
  return all;
}

}  // namespace cpn::distributed
