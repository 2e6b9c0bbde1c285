#include "adapter/driver_protocol/number_text.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

namespace adapter::driver_protocol {

std::string NumberText(double number) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (std::abs(number) <= kExact && number == std::floor(number)) {
    return fmt::format("{}", static_cast<std::int64_t>(number));
  }
  return fmt::format("{}", number);
}

}  // namespace adapter::driver_protocol
