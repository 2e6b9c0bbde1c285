#include "cpn/distributed/transport.h"

#include <utility>

namespace cpn::distributed {

std::vector<std::vector<char>> Transport::AllGather(std::vector<char> bytes) {
  return Exchange(std::vector<std::vector<char>>(ranks(), bytes));
}

std::vector<std::vector<char>> Transport::Exchange(std::vector<std::vector<char>> for_each) {
  std::vector<std::vector<char>> all(ranks());
  all[rank()] = std::move(for_each[rank()]);
  for (unsigned to = 0; to < ranks(); ++to) {
    if (to != rank()) Send(to, std::move(for_each[to]));
  }
  for (unsigned i = 1; i < ranks(); ++i) {
    Message message = Wait();
    all[message.from] = std::move(message.bytes);
  }
  Sum({});  // nobody sends anything else before all have everything
  return all;
}

std::vector<std::vector<char>> Transport::GatherAtFirst(std::vector<char> bytes) {
  std::vector<std::vector<char>> all;
  if (rank() == 0) {
    all.resize(ranks());
    all[0] = std::move(bytes);
    for (unsigned i = 1; i < ranks(); ++i) {
      Message message = Wait();
      all[message.from] = std::move(message.bytes);
    }
  } else {
    Send(0, std::move(bytes));
  }
  Sum({});
  return all;
}

}  // namespace cpn::distributed
