// Code of its own for short records: how many words they have, as a constant where it is small.
#pragma once

#include <cstddef>

namespace cpn::explore {

/// Calls f<Words>(): of records with up to four words with their number, of longer ones with 0,
/// which means as many as the layout says.
template <typename F>
decltype(auto) ForWords(std::size_t words, const F& f) {
  switch (words) {
    case 1:
      return f.template operator()<1>();
    case 2:
      return f.template operator()<2>();
    case 3:
      return f.template operator()<3>();
    case 4:
      return f.template operator()<4>();
    default:
      return f.template operator()<0>();
  }
}

}  // namespace cpn::explore
