#include "cpn/reduce/unfolding.h"

namespace cpn::reduce {

std::optional<TokenNumber> Unfolding::TokenOf(PlaceId place, Value value) const {
  const auto known = token_of_[place].find(value.id);
  return known == token_of_[place].end() ? std::nullopt : std::optional(known->second);
}

}  // namespace cpn::reduce
